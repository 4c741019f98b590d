package dev.stowage.workflow.sweep.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.Sweep;

/** A sweep as JSON: see the schema {@code sweep-result.schema.json}. */
public final class SweepJson {
    /** Name of the file. */
    public static final String FILE = "sweep.json";

    private SweepJson() {}

    /** The text of {@code sweep.json}. */
    public static String text(SweepResult result) {
        return Json.text(SweepDocument.of(result));
    }

    /**
     * A cell in one line, for a stream.
     *
     * @param sweep that it is of
     */
    public static String line(CellResult result, Sweep sweep) {
        try {
            return Json.mapper().writeValueAsString(SweepDocument.Cell.of(result, sweep));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a cell is not JSON: " + e.getMessage(), e);
        }
    }
}
