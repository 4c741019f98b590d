package dev.stowage.workflow.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.model.node.NodeLibrary;
import dev.stowage.model.node.NodeLibraryWriter;
import dev.stowage.sim.node.calibration.FittedParameter;
import dev.stowage.sim.node.calibration.PublishedFit;
import java.util.List;
import java.util.Map;

/**
 * What {@code calibration.json} says of published tables.
 *
 * @param formatVersion of the file
 * @param table that is fitted
 * @param meanError mean absolute error of a cell, points of the largest load
 * @param exact cells that agree
 * @param leftOutError the same of each cell by a fit without it
 * @param parameters that were fitted
 * @param profiles the fitted profiles, as a file
 */
public record PublishedResult(
        int formatVersion,
        String table,
        double meanError,
        long exact,
        double leftOutError,
        List<FittedParameter> parameters,
        @JsonIgnore String profiles) {
    private static final int FORMAT_VERSION = 2;

    public PublishedResult {
        parameters = List.copyOf(parameters);
    }

    /** Fits the shipped services to the tables of their paper. */
    public static PublishedResult of(NodeLibrary shipped) {
        PublishedFit fit = PublishedFit.of(shipped);
        return new PublishedResult(
                FORMAT_VERSION,
                "PARTIES, Table 4",
                fit.meanError(),
                fit.exact(),
                fit.leftOutError(),
                fit.parameters(),
                NodeLibraryWriter.yaml(
                        new NodeLibrary(
                                fit.library().services(),
                                Map.of(),
                                fit.library().nodes(),
                                Map.of())));
    }
}
