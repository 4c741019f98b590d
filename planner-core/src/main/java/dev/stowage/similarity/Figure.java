package dev.stowage.similarity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a comparison that a tolerance can be set for.
 *
 * @param tolerance what kind of figure
 * @param what which one: {@code batch tasksPerJob}
 * @param first value of the first side; empty if there is none of a side by itself
 * @param second value of the second side
 * @param apart how far apart the sides are, as {@link Tolerance} has it, possibly infinite; empty
 *     if it can't be told
 * @param reason why it can't be told; empty if it can
 */
public record Figure(
        Tolerance tolerance,
        String what,
        OptionalDouble first,
        OptionalDouble second,
        OptionalDouble apart,
        String reason) {
    /** Pending times are compared to this at least, s: below, nobody waits. */
    private static final double LEAST_PENDING_SECONDS = 1;

    /**
     * All figures, in the order of reports.
     *
     * @param replay what a cluster made of both; null if nothing
     */
    public static List<Figure> of(Comparison comparison, @Nullable ReplayPair replay) {
        List<Figure> figures = new ArrayList<>();
        comparison.marginals().forEach(each -> figures.add(of(each)));
        comparison.dispersions().forEach(each -> figures.add(of(each)));
        add(figures, comparison.ranks());
        if (replay == null) {
            String reason = "nothing to replay on both sides";
            figures.add(unknown(Tolerance.UTILISATION, "replay", reason));
            figures.add(unknown(Tolerance.PENDING, "replay", reason));
        } else {
            add(figures, replay.first(), replay.second());
            if (!replay.gpusLeftOut().isEmpty()) {
                figures.add(unknown(Tolerance.UTILISATION, "GPUs", replay.gpusLeftOut()));
            }
            if (!replay.othersLeftOut().isEmpty()) {
                String reason = "not replayed: " + replay.othersLeftOut();
                figures.add(unknown(Tolerance.UTILISATION, "what else tasks ask for", reason));
                figures.add(unknown(Tolerance.PENDING, "what else tasks ask for", reason));
            }
        }
        return figures;
    }

    /** A class that only one side has jobs of is as far apart as can be. */
    private static Figure of(Marginal marginal) {
        OptionalDouble apart = OptionalDouble.empty();
        if (marginal.isOneSided()) {
            apart = OptionalDouble.of(1);
        } else if (marginal.distance() != null && !marginal.isSmall()) {
            apart = OptionalDouble.of(marginal.distance().ks());
        }
        OptionalDouble none = OptionalDouble.empty();
        return new Figure(Tolerance.KS, marginal.name(), none, none, apart, marginal.note());
    }

    private static Figure of(Dispersion dispersion) {
        OptionalDouble apart = dispersion.relativeDifference();
        boolean isKnown = dispersion.isReliable() && apart.isPresent();
        return new Figure(
                Tolerance.DISPERSION,
                dispersion.scaleSeconds() + " s",
                dispersion.first(),
                dispersion.second(),
                isKnown ? OptionalDouble.of(Math.abs(apart.getAsDouble())) : OptionalDouble.empty(),
                dispersion.isReliable()
                        ? "no arrivals"
                        : "longer than a tenth of the shorter window");
    }

    private static void add(List<Figure> figures, RankMatrices ranks) {
        List<JointParameter> parameters = ranks.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            for (int j = 0; j < i; j++) {
                double one = ranks.first()[i][j];
                double two = ranks.second()[i][j];
                String what = parameters.get(j).key() + " and " + parameters.get(i).key();
                figures.add(
                        new Figure(
                                Tolerance.RANK,
                                what,
                                known(one),
                                known(two),
                                known(Math.abs(one - two)),
                                "constant or absent on a side"));
            }
        }
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static void add(List<Figure> figures, ReplayFigures one, ReplayFigures two) {
        figures.add(
                level("mean CPU", ReplayFigures.mean(one.cpu()), ReplayFigures.mean(two.cpu())));
        figures.add(level("p99 CPU", ReplayFigures.p99(one.cpu()), ReplayFigures.p99(two.cpu())));
        figures.add(
                level(
                        "mean memory",
                        ReplayFigures.mean(one.memory()),
                        ReplayFigures.mean(two.memory())));
        figures.add(
                level(
                        "p99 memory",
                        ReplayFigures.p99(one.memory()),
                        ReplayFigures.p99(two.memory())));
        if (one.gpus().isPresent() && two.gpus().isPresent()) {
            figures.add(level("mean GPUs", one.gpus().getAsDouble(), two.gpus().getAsDouble()));
        }
        figures.add(pending("p50", one.pendingP50(), two.pendingP50()));
        figures.add(pending("p99", one.pendingP99(), two.pendingP99()));
    }

    private static Figure level(String what, double one, double two) {
        return known(Tolerance.UTILISATION, what, one, two, Math.abs(two - one));
    }

    /** Where nobody waits on either side there is nothing to compare: that is no agreement. */
    private static Figure pending(String what, double one, double two) {
        if (one == 0 && two == 0) {
            OptionalDouble none = OptionalDouble.of(0);
            return new Figure(
                    Tolerance.PENDING,
                    what,
                    none,
                    none,
                    OptionalDouble.empty(),
                    "it is 0 on both sides, so nothing was tested");
        }
        double apart = one == two ? 0 : Math.abs(two - one) / Math.max(LEAST_PENDING_SECONDS, one);
        return known(Tolerance.PENDING, what, one, two, apart);
    }

    private static Figure known(
            Tolerance tolerance, String what, double one, double two, double apart) {
        return new Figure(
                tolerance,
                what,
                OptionalDouble.of(one),
                OptionalDouble.of(two),
                OptionalDouble.of(apart),
                "");
    }

    private static Figure unknown(Tolerance tolerance, String what, String reason) {
        OptionalDouble none = OptionalDouble.empty();
        return new Figure(tolerance, what, none, none, none, reason);
    }
}
