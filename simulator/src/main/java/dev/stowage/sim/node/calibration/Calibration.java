package dev.stowage.sim.node.calibration;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.sim.node.BesideModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A service, a node and neighbours as measured rows have them.
 *
 * @param library the service, the node {@code measured} and the neighbours, ready to use
 * @param parameters that were fitted, each with what the data say of it
 * @param rows each with what the model makes of it
 * @param held how well rows are predicted that were left out of the fit, by what was left out
 * @param repeats how far repeats are apart
 * @param notTold what these rows can't tell
 */
public record Calibration(
        NodeLibrary library,
        List<FittedParameter> parameters,
        List<Residual> rows,
        List<Held> held,
        Repeats repeats,
        List<String> notTold) {
    private static final int STEPS = 60;
    private static final double PRIOR_WEIGHT = 1;

    public Calibration {
        parameters = List.copyOf(parameters);
        rows = List.copyOf(rows);
        held = List.copyOf(held);
        notTold = List.copyOf(notTold);
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
        Setup setup = Setup.of(service, node, rows);
        setup.check(file, rows, kept);
        return new Work(setup, service.name(), rows, kept).done();
    }

    /** One fit and all that leave something out. */
    private static final class Work {
        private final Setup setup;
        private final List<MeasuredRow> rows;
        private final List<MeasuredRow> kept;
        private final Repeats repeats;
        private final RowModel model;
        private final LibraryFit fit;
        private final double[] best;

        Work(Setup setup, String service, List<MeasuredRow> rows, List<MeasuredRow> kept) {
            this.setup = setup;
            this.rows = rows;
            this.kept = kept;
            repeats = Repeats.of(rows);
            model = new RowModel(service, Setup.NODE, repeats.deviation());
            fit = new LibraryFit(setup.library(), setup.free(), PRIOR_WEIGHT, STEPS);
            best = fitted(fit.priors(), rows);
        }

        private double[] fitted(double[] start, List<MeasuredRow> some) {
            return fit.from(start, library -> model.residuals(library, some)).point();
        }

        Calibration done() {
            NodeLibrary library = fit.at(best);
            double[] deviations = fit.deviations(best, each -> model.residuals(each, rows));
            List<FittedParameter> parameters = new ArrayList<>();
            for (int i = 0; i < best.length; i++) {
                parameters.add(FittedParameter.of(setup.free().get(i), best[i], deviations[i]));
            }
            List<Held> held = new ArrayList<>();
            if (!kept.isEmpty()) {
                held.add(
                        Held.of(
                                "the rows held out",
                                kept,
                                model.outcomes(library, kept).toArray(BesideModel.Outcome[]::new)));
            }
            BesideModel.Outcome[] each = leaveOut(MeasuredRow::cell, best);
            held.add(Held.of("a setting", rows, each));
            for (Held.Column column : Held.Column.values()) {
                if (rows.stream().map(column.of()).distinct().count() > 1) {
                    held.add(Held.of(column.words(), rows, leaveOut(column.of(), null)));
                }
            }
            return new Calibration(
                    library, parameters, residuals(library, each), held, repeats, setup.notTold());
        }

        private List<Residual> residuals(NodeLibrary library, BesideModel.Outcome[] left) {
            List<BesideModel.Outcome> ours = model.outcomes(library, rows);
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
         * @param start of the fits; null for the priors, so that nothing of the group is known
         */
        private BesideModel.Outcome[] leaveOut(
                Function<MeasuredRow, ?> group, double @Nullable [] start) {
            Map<Object, List<Integer>> groups = new LinkedHashMap<>();
            for (int i = 0; i < rows.size(); i++) {
                groups.computeIfAbsent(group.apply(rows.get(i)), key -> new ArrayList<>()).add(i);
            }
            BesideModel.Outcome[] outcomes = new BesideModel.Outcome[rows.size()];
            groups.values().parallelStream().forEach(left -> leaveOut(left, start, outcomes));
            return outcomes;
        }

        private void leaveOut(
                List<Integer> left, double @Nullable [] start, BesideModel.Outcome[] outcomes) {
            boolean[] isLeft = new boolean[rows.size()];
            left.forEach(i -> isLeft[i] = true);
            List<MeasuredRow> others =
                    IntStream.range(0, isLeft.length)
                            .filter(i -> !isLeft[i])
                            .mapToObj(rows::get)
                            .toList();
            double[] point = fitted(start == null ? fit.priors() : start, others);
            List<BesideModel.Outcome> found =
                    model.outcomes(fit.at(point), left.stream().map(rows::get).toList());
            for (int i = 0; i < found.size(); i++) {
                outcomes[left.get(i)] = found.get(i);
            }
        }
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
