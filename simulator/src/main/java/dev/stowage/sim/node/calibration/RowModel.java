package dev.stowage.sim.node.calibration;

import dev.stowage.model.node.NodeLibrary;
import dev.stowage.sim.node.BesideModel;
import java.util.ArrayList;
import java.util.List;

/** What a library makes of measured rows, and how far off it is. */
final class RowModel {
    private static final double ANSWERED = 0.05; // deviation of the logarithm of answers; ours

    private final String service;
    private final String node;
    private final double deviation;

    /**
     * Of a service on a node of the library.
     *
     * @param deviation standard deviation of the logarithm of a percentile
     */
    RowModel(String service, String node, double deviation) {
        this.service = service;
        this.node = node;
        this.deviation = deviation;
    }

    List<BesideModel.Outcome> outcomes(NodeLibrary library, List<MeasuredRow> rows) {
        BesideModel model =
                new BesideModel(
                        library.node("calibrate", node), library.service("calibrate", service));
        List<BesideModel.Outcome> outcomes = new ArrayList<>();
        for (MeasuredRow row : rows) {
            outcomes.add(
                    model.at(
                            row.setting(),
                            row.neighbour().isEmpty()
                                    ? null
                                    : library.batch("calibrate", row.neighbour())));
        }
        return outcomes;
    }

    /**
     * Two residuals a row: of the percentile, where the service kept up, and of the answers; where
     * they were not counted, it is held to have kept up, so that a model that saturates below the
     * load is off by how far it does. Beyond one deviation a residual counts by its size and not by
     * its square (soft L1), because percentiles of a busy service have outliers.
     */
    double[] residuals(NodeLibrary library, List<MeasuredRow> rows) {
        List<BesideModel.Outcome> outcomes = outcomes(library, rows);
        double[] residuals = new double[2 * rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            MeasuredRow row = rows.get(i);
            BesideModel.Outcome outcome = outcomes.get(i);
            if (!row.isSaturated()) {
                residuals[2 * i] = soft(Math.log(outcome.seconds() / row.seconds()) / deviation);
            }
            Double counted = row.achievedPerSecond();
            double answered = counted == null ? row.loadPerSecond() : counted;
            double ours = row.loadPerSecond() * Math.min(1, 1 / outcome.utilisation());
            residuals[2 * i + 1] = soft(Math.log(ours / answered) / ANSWERED);
        }
        return residuals;
    }

    private static double soft(double residual) {
        return Math.signum(residual) * Math.sqrt(2 * (Math.sqrt(1 + residual * residual) - 1));
    }
}
