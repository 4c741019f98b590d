package dev.stowage.sim.stacked;

import dev.stowage.stats.BoundedLeastSquares;
import dev.stowage.study.published.PublishedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The 23 parameters of the model, fitted to the 96 published cells of Table III: on 8 architectures
 * (the first is 1 by definition) and of 6 services the largest load (weight 1 / 0.1) and the
 * percentile without load (1 / 0.05). A weak prior holds what the cells leave open.
 *
 * <p>For cross-validation the cells are left out by eighths. The eighth of a cell is the sum of its
 * architecture and its service, modulo 8, so that each has six cells of six services and six
 * architectures; nothing is drawn. Every fit begins at the prior, so that what is left out is not
 * known from elsewhere.
 */
public final class Table3Fit {
    /** Into how many parts the cells are divided. */
    public static final int FOLDS = 8;

    private static final double LOAD_WEIGHT = 1 / 0.1;
    private static final double LATENCY_WEIGHT = 1 / 0.05;
    private static final double PRIOR_WEIGHT = 0.5;
    private static final int MOST_STEPS = 40;
    private static final int COMMON = 5; // parameters of all services

    /** A parameter: where the fit begins, how far it may stray, and its box. */
    private record Prior(double mean, double deviation, double low, double high) {}

    private static final List<Prior> COMMON_PRIORS =
            List.of(
                    new Prior(Math.log(1.6), 0.3, 0, 1.2), // logarithm of the slowdown
                    new Prior(Math.log(1.6), 0.5, -0.5, 2.2), // of the growth of the exposure
                    new Prior(0.5, 0.5, 0, 3), // accesses more without caches
                    new Prior(0.85, 0.1, 0.5, 0.97), // knee
                    new Prior(4, 3, 0, 20)); // ns of a remote stack
    private static final List<Prior> SERVICE_PRIORS =
            List.of(
                    new Prior(Math.log(0.05), 0.8, Math.log(0.0005), Math.log(0.7)), // exposure
                    new Prior(0.02, 0.03, -0.02, 0.25), // scaling
                    new Prior(0, 0.25, -0.8, 0.8)); // slowdown, over that of all

    private final StackedLibrary published;
    private final List<Prior> priors = new ArrayList<>();

    private Table3Fit(StackedLibrary published) {
        this.published = published;
        priors.addAll(COMMON_PRIORS);
        for (Prior each : SERVICE_PRIORS) {
            for (int i = 0; i < published.services().size(); i++) {
                priors.add(each);
            }
        }
    }

    /** Fitted to all cells; what is fitted in the given library is not looked at. */
    public static StackedLibrary all(StackedLibrary published) {
        return new Table3Fit(published).fitted((service, on) -> true);
    }

    /** Fitted eight times, each time without an eighth of the cells. */
    public static List<StackedLibrary> leavingOut(StackedLibrary published) {
        Table3Fit fit = new Table3Fit(published);
        List<StackedLibrary> all = new ArrayList<>();
        for (int fold = 0; fold < FOLDS; fold++) {
            int out = fold;
            all.add(fit.fitted((service, on) -> fold(service, on) != out));
        }
        return all;
    }

    /** The part of a cell. */
    static int fold(int service, int architecture) {
        return (service + architecture) % FOLDS;
    }

    private StackedLibrary fitted(BiPredicate<Integer, Integer> isIn) {
        double[] low = priors.stream().mapToDouble(Prior::low).toArray();
        double[] high = priors.stream().mapToDouble(Prior::high).toArray();
        double[] start = priors.stream().mapToDouble(Prior::mean).toArray();
        return library(
                new BoundedLeastSquares(p -> residuals(p, isIn), low, high, MOST_STEPS)
                        .from(start)
                        .point());
    }

    private double[] residuals(double[] point, BiPredicate<Integer, Integer> isIn) {
        StackedLibrary library = library(point);
        StackedModel model = new StackedModel(library);
        List<Double> residuals = new ArrayList<>();
        for (int i = 0; i < library.services().size(); i++) {
            StackedService service = library.services().get(i);
            for (int on = 1; on < StackedService.ARCHITECTURES; on++) {
                boolean counts = isIn.test(i, on);
                Architecture where = Architecture.ALL.get(on);
                double load = model.largestOn(service, where) - service.published()[on];
                double latency =
                        service.zeroLoad() * model.factor(service, where)
                                - service.publishedLatency()[on];
                residuals.add(counts ? LOAD_WEIGHT * load : 0);
                residuals.add(counts ? LATENCY_WEIGHT * latency : 0);
            }
        }
        for (int i = 0; i < point.length; i++) {
            Prior prior = priors.get(i);
            residuals.add(PRIOR_WEIGHT * (point[i] - prior.mean()) / prior.deviation());
        }
        return residuals.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private StackedLibrary library(double[] p) {
        int size = published.services().size();
        List<StackedService> services = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            StackedService each = published.services().get(i);
            services.add(
                    new StackedService(
                            each.name(),
                            each.instructionsPerCycle(),
                            each.missesPerKiloInstruction(),
                            each.missRate(),
                            Math.exp(p[COMMON + i]),
                            p[COMMON + size + i],
                            Math.exp(p[0] + p[COMMON + 2 * size + i]),
                            each.memoryGb(),
                            each.pages(),
                            each.zeroLoad(),
                            each.published(),
                            each.publishedLatency()));
        }
        return new StackedLibrary(Math.exp(p[1]), p[2], p[4], p[3], services);
    }

    /**
     * Mean absolute error of the largest loads of the cells that were left out, each by the fit
     * without it.
     *
     * @param leavingOut of {@link #leavingOut}
     */
    public static double meanAbsoluteError(List<StackedLibrary> leavingOut) {
        return Arrays.stream(errors(leavingOut)).average().orElseThrow();
    }

    /**
     * The largest loads and the percentiles without load of Table III, cell by cell.
     *
     * @param inFit fitted to all cells
     * @param leavingOut of {@link #leavingOut}
     */
    public static List<PublishedTable> besidePublished(
            StackedLibrary inFit, List<StackedLibrary> leavingOut) {
        return List.of(
                table(
                        "Table III: largest load over that on architecture 1, by architecture",
                        inFit,
                        leavingOut,
                        StackedService::published,
                        (model, service, on) -> model.largestOn(service, on)),
                table(
                        "Table III: percentile without load over the target, by architecture",
                        inFit,
                        leavingOut,
                        StackedService::publishedLatency,
                        (model, service, on) -> service.zeroLoad() * model.factor(service, on)));
    }

    /** A figure of a service on an architecture. */
    private interface Figure {
        double of(StackedModel model, StackedService service, Architecture on);
    }

    private static PublishedTable table(
            String title,
            StackedLibrary inFit,
            List<StackedLibrary> leavingOut,
            Function<StackedService, double[]> published,
            Figure figure) {
        List<StackedModel> models = leavingOut.stream().map(StackedModel::new).toList();
        StackedModel fitted = new StackedModel(inFit);
        List<PublishedTable.Row> rows = new ArrayList<>();
        for (int i = 0; i < inFit.services().size(); i++) {
            StackedService service = inFit.services().get(i);
            List<Double> theirs = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            List<Double> out = new ArrayList<>();
            for (int on = 1; on < StackedService.ARCHITECTURES; on++) {
                Architecture where = Architecture.ALL.get(on);
                int without = fold(i, on);
                theirs.add(published.apply(service)[on]);
                ours.add(figure.of(fitted, service, where));
                out.add(
                        figure.of(
                                models.get(without),
                                leavingOut.get(without).services().get(i),
                                where));
            }
            rows.add(new PublishedTable.Row(service.name(), theirs, ours, out));
        }
        return new PublishedTable(
                title,
                IntStream.rangeClosed(2, StackedService.ARCHITECTURES)
                        .mapToObj(String::valueOf)
                        .toList(),
                rows);
    }

    private static double[] errors(List<StackedLibrary> leavingOut) {
        List<Double> errors = new ArrayList<>();
        for (int i = 0; i < leavingOut.get(0).services().size(); i++) {
            for (int on = 1; on < StackedService.ARCHITECTURES; on++) {
                StackedLibrary without = leavingOut.get(fold(i, on));
                StackedService service = without.services().get(i);
                double load =
                        new StackedModel(without).largestOn(service, Architecture.ALL.get(on));
                errors.add(Math.abs(load - service.published()[on]));
            }
        }
        return errors.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
