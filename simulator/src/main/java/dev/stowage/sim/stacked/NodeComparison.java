package dev.stowage.sim.stacked;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * How many servers of other kinds do the work of one, for a mix of services. A fleet of a kind puts
 * the whole mix on each server, or each service on servers of its own, whichever needs fewer.
 *
 * <p>The interval is a delete-an-eighth jackknife: the ratio is computed anew with the parameters
 * fitted to Table III without each eighth of its cells, and its logarithm's standard error is taken
 * with Student's t of 7 degrees. It is of the fit alone. Source: M. H. Quenouille, Biometrika 43,
 * 1956; B. Efron, The Jackknife, 1982, chapter 2.
 */
public final class NodeComparison {
    private static final double LEVEL = 0.95;

    private NodeComparison() {}

    /**
     * A kind of server.
     *
     * @param factor on all loads that a server with the whole mix holds
     * @param dedicated servers that the mix needs if each service has servers of its own
     * @param servers that the mix needs: the fewer of {@code 1 / factor} and {@code dedicated};
     *     infinite if it can't be held
     * @param replaces how many of it do the work of one of the first kind
     * @param lower of {@code replaces}
     * @param upper of {@code replaces}
     */
    public record Kind(
            ServerKind kind,
            double factor,
            double dedicated,
            double servers,
            double replaces,
            double lower,
            double upper) {}

    /**
     * Compares.
     *
     * @param kinds the first is what the others are compared with
     * @param shareKind the server whose largest loads alone the shares are of
     * @param shares of the largest load alone, by name
     */
    public static List<Kind> of(
            StackedLibrary library,
            List<ServerKind> kinds,
            ServerKind shareKind,
            Map<String, Double> shares) {
        List<StackedLibrary> others = Table3Fit.leavingOut(library);
        List<Kind> all = new ArrayList<>();
        Need first = Need.of(library, kinds.get(0), library, shareKind, shares);
        for (ServerKind kind : kinds) {
            Need own = Need.of(library, kind, library, shareKind, shares);
            double ratio = own.servers() / first.servers();
            double[] ratios = new double[others.size()];
            for (int i = 0; i < ratios.length; i++) {
                ratios[i] =
                        Need.of(others.get(i), kind, library, shareKind, shares).servers()
                                / Need.of(others.get(i), kinds.get(0), library, shareKind, shares)
                                        .servers();
            }
            double spread = spread(ratios);
            all.add(
                    new Kind(
                            kind,
                            own.factor(),
                            own.dedicated(),
                            own.servers(),
                            ratio,
                            ratio * Math.exp(-spread),
                            ratio * Math.exp(spread)));
        }
        return all;
    }

    /** Half of the interval of the logarithm. */
    private static double spread(double[] ratios) {
        int folds = ratios.length;
        double mean = 0;
        for (double each : ratios) {
            mean += Math.log(each) / folds;
        }
        double squares = 0;
        for (double each : ratios) {
            squares += Math.pow(Math.log(each) - mean, 2);
        }
        double error = Math.sqrt((folds - 1.0) / folds * squares);
        return new TDistribution(folds - 1).inverseCumulativeProbability((1 + LEVEL) / 2) * error;
    }

    /** Servers of a kind that a mix needs. */
    record Need(double factor, double dedicated) {
        double servers() {
            return Math.min(1 / factor, dedicated);
        }

        /**
         * By parameters.
         *
         * @param base the parameters by which shares are loads; the same for every fit, so that the
         *     work is the same
         * @param shareKind the server by which they are
         */
        static Need of(
                StackedLibrary library,
                ServerKind kind,
                StackedLibrary base,
                ServerKind shareKind,
                Map<String, Double> shares) {
            StackedModel model = new StackedModel(library, kind);
            StackedModel unit = new StackedModel(base, shareKind);
            Set<String> names = shares.keySet();
            Colocation mix = new Colocation(model, names.stream().map(library::service).toList());
            double[] loads = new double[names.size()];
            double dedicated = 0;
            for (int i = 0; i < loads.length; i++) {
                StackedService service = mix.services().get(i);
                double load =
                        Objects.requireNonNull(shares.get(service.name()), service.name())
                                * unit.largestAlone(base.service(service.name()));
                loads[i] = load / model.largestAlone(service);
                dedicated += loads[i];
            }
            double factor =
                    kind == ServerKind.ORDINARY
                            ? mix.largestFactorOnCpus(loads)
                            : mix.largestFactor(StackedManager.PIMCLOUD, loads);
            return new Need(factor, dedicated);
        }
    }
}
