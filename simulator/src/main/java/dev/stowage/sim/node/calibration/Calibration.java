package dev.stowage.sim.node.calibration;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ParameterKey;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.BesideModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A service, a node and neighbours as measured rows have them.
 *
 * @param library the service, the node {@code measured} and the neighbours, ready to use
 * @param largestLoad what rows say of it without a model
 * @param beside rows on the wrong side of the fitted largest load
 * @param parameters that were fitted, each with what the data say of it
 * @param rows each with what the model makes of it
 * @param held how well rows are predicted that were left out of the fit, by what was left out
 * @param repeats how far repeats are apart
 * @param notTold what these rows can't tell
 * @param warnings of levels of load, and of rows held out that are of settings that were fitted
 */
public record Calibration(
        NodeLibrary library,
        LargestLoad largestLoad,
        LargestLoad.Beside beside,
        List<FittedParameter> parameters,
        List<Residual> rows,
        List<Held> held,
        Repeats repeats,
        List<String> notTold,
        List<String> warnings) {
    private static final int STEPS = 60;
    private static final int STARTS = 4;
    private static final double PRIOR_WEIGHT = 1;
    private static final Set<ParameterKey> OF_THE_LARGEST_LOAD =
            Set.of(ServiceParameter.MAX_LOAD, ServiceParameter.UTILISATION);

    public Calibration {
        parameters = List.copyOf(parameters);
        rows = List.copyOf(rows);
        held = List.copyOf(held);
        notTold = List.copyOf(notTold);
        warnings = List.copyOf(warnings);
    }

    /**
     * A row beside the model.
     *
     * @param ours percentile of the model, seconds
     * @param ourUtilisation 1 and more where the model says that it can't keep up
     * @param leftOut percentile of a fit without the rows of the same setting
     */
    public record Residual(MeasuredRow row, double ours, double ourUtilisation, double leftOut) {}

    /**
     * Fits everything that varies in the rows.
     *
     * @param file how errors call the rows
     * @param kept rows that are predicted and not fitted; may be none
     */
    public static Calibration of(
            String file,
            ServiceProfile service,
            NodeProfile node,
            List<MeasuredRow> rows,
            List<MeasuredRow> kept) {
        Setup.of(service, node, rows).check(file, rows, kept);
        return new Work(service, node, rows, kept).done();
    }

    /** A fit to some of the rows: nothing of it knows the others. */
    private static final class Fit {
        private final Setup setup;
        private final LibraryFit fit;
        private final RowModel model;
        private final List<MeasuredRow> known;

        Fit(Setup setup, String service, List<MeasuredRow> known) {
            this.setup = setup;
            this.known = known;
            fit = new LibraryFit(setup.library(), setup.free(), PRIOR_WEIGHT, STEPS);
            model = new RowModel(service, Setup.NODE, Repeats.of(known).deviation());
        }

        /**
         * The best point near a start, or near the priors if it is none or has other parameters.
         */
        double[] point(double @Nullable [] start) {
            List<double[]> starts =
                    start != null && start.length == setup.free().size()
                            ? List.of(start)
                            : fit.starts(STARTS, "node.calibrate.rows");
            return fit.from(starts, this::residuals).point();
        }

        double[] residuals(NodeLibrary library) {
            return model.residuals(library, known);
        }
    }

    /** One fit and all that leave something out. */
    private static final class Work {
        private final ServiceProfile service;
        private final NodeProfile node;
        private final List<MeasuredRow> rows;
        private final List<MeasuredRow> kept;
        private final Fit whole;
        private final double[] best;

        Work(
                ServiceProfile service,
                NodeProfile node,
                List<MeasuredRow> rows,
                List<MeasuredRow> kept) {
            this.service = service;
            this.node = node;
            this.rows = rows;
            this.kept = kept;
            whole = new Fit(Setup.of(service, node, rows), service.name(), rows);
            best = whole.point(null);
        }

        Calibration done() {
            NodeLibrary library = whole.fit.at(best);
            List<Held> held = new ArrayList<>();
            if (!kept.isEmpty()) {
                held.add(
                        Held.of(
                                "the rows held out",
                                kept,
                                whole.model
                                        .outcomes(library, kept)
                                        .toArray(BesideModel.Outcome[]::new)));
            }
            LoadLevels levels = LoadLevels.of(rows);
            BesideModel.Outcome[] each = leaveOut(row -> row.cell(levels), best, new ArrayList<>());
            held.add(Held.of("a setting", rows, each));
            List<Map<String, Double>> withoutALoad = new ArrayList<>();
            for (Held.Column column : Held.Column.values()) {
                Function<MeasuredRow, ?> group = column.of(levels);
                if (rows.stream().map(group).distinct().count() > 1) {
                    held.add(
                            Held.of(
                                    column.words(),
                                    rows,
                                    leaveOut(
                                            group,
                                            null,
                                            column == Held.Column.LOAD
                                                    ? withoutALoad
                                                    : new ArrayList<>())));
                }
            }
            double target = service.of(ServiceParameter.TARGET_SECONDS);
            LargestLoad largest = LargestLoad.of(rows, target);
            List<FittedParameter> parameters = parameters(largest, withoutALoad);
            return new Calibration(
                    whole.fit.at(best, parameters),
                    largest,
                    LargestLoad.Beside.of(
                            rows,
                            target,
                            library.service("calibrate", service.name())
                                    .of(ServiceParameter.MAX_LOAD)),
                    parameters,
                    residuals(library, each),
                    held,
                    Repeats.of(rows),
                    whole.setup.notTold(),
                    RowWarnings.of(rows, kept));
        }

        /** What is told of each parameter, by fits without a load too. */
        private List<FittedParameter> parameters(
                LargestLoad largest, List<Map<String, Double>> withoutALoad) {
            double[] deviations = whole.fit.deviations(best, whole::residuals);
            List<FittedParameter> parameters = new ArrayList<>();
            for (int i = 0; i < best.length; i++) {
                FreeParameter free = whole.setup.free().get(i);
                double[] others =
                        withoutALoad.stream()
                                .mapToDouble(each -> each.getOrDefault(free.name(), Double.NaN))
                                .toArray();
                FittedParameter fitted = FittedParameter.of(free, best[i], deviations[i], others);
                if (free.key() == ServiceParameter.MAX_LOAD && !Repeats.doesRise(rows)) {
                    fitted = fitted.guess(free.prior(), largest.atLeast());
                } else if ((OF_THE_LARGEST_LOAD.contains(free.key()) && !largest.isNarrow())
                        || whole.setup.isMixed(free.key())) {
                    fitted = fitted.unpinned();
                }
                parameters.add(fitted);
            }
            return parameters;
        }

        private List<Residual> residuals(NodeLibrary library, BesideModel.Outcome[] left) {
            List<BesideModel.Outcome> ours = whole.model.outcomes(library, rows);
            List<Residual> residuals = new ArrayList<>();
            for (int i = 0; i < left.length; i++) {
                residuals.add(
                        new Residual(
                                rows.get(i),
                                ours.get(i).seconds(),
                                ours.get(i).utilisation(),
                                left[i].seconds()));
            }
            return residuals;
        }

        /**
         * Of each row what a fit makes of it that knows no row of the same group.
         *
         * @param from where the fits start; null for the priors, so that nothing of the group is
         *     known
         * @param points takes the places of the parameters of each of these fits, by their names
         */
        private BesideModel.Outcome[] leaveOut(
                Function<MeasuredRow, ?> group,
                double @Nullable [] from,
                List<Map<String, Double>> points) {
            Map<Object, List<Integer>> groups = new LinkedHashMap<>();
            for (int i = 0; i < rows.size(); i++) {
                groups.computeIfAbsent(group.apply(rows.get(i)), key -> new ArrayList<>()).add(i);
            }
            BesideModel.Outcome[] outcomes = new BesideModel.Outcome[rows.size()];
            points.addAll(
                    groups.values().parallelStream()
                            .map(left -> leaveOut(left, from, outcomes))
                            .toList());
            return outcomes;
        }

        private Map<String, Double> leaveOut(
                List<Integer> left, double @Nullable [] from, BesideModel.Outcome[] outcomes) {
            boolean[] isLeft = new boolean[rows.size()];
            left.forEach(i -> isLeft[i] = true);
            List<MeasuredRow> others =
                    IntStream.range(0, isLeft.length)
                            .filter(i -> !isLeft[i])
                            .mapToObj(rows::get)
                            .toList();
            Fit some = new Fit(Setup.of(service, node, others, rows), service.name(), others);
            double[] point = some.point(from);
            List<BesideModel.Outcome> found =
                    some.model.outcomes(some.fit.at(point), left.stream().map(rows::get).toList());
            for (int i = 0; i < found.size(); i++) {
                outcomes[left.get(i)] = found.get(i);
            }
            Map<String, Double> named = new LinkedHashMap<>();
            if (!LargestLoad.reference(others).equals(LargestLoad.reference(rows))) {
                return named; // of another number of cores
            }
            for (int i = 0; i < point.length; i++) {
                named.put(some.setup.free().get(i).name(), point[i]);
            }
            return named;
        }
    }

    /** Levels of load at which the service kept up: only these tell a percentile. */
    public int usableLoads() {
        return LoadLevels.of(rows.stream().map(Residual::row).toList()).keptUp();
    }

    /** Median of {@code |ours / measured - 1|} in the fit, where the service kept up. */
    public @Nullable Double medianError() {
        List<Double> errors =
                rows.stream()
                        .filter(each -> !each.row().isSaturated())
                        .map(each -> Math.abs(each.ours() / each.row().seconds() - 1))
                        .toList();
        return errors.isEmpty() ? null : Repeats.median(errors);
    }
}
