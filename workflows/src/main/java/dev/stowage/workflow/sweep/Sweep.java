package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A sweep as its file says, with its cells.
 *
 * @param name for reports
 * @param question what each cell asks
 * @param baseFile the file that relative paths of settings are beside
 * @param base settings that all cells share
 * @param axes what varies, in the order of the columns
 * @param cells combinations without duplicates, in the order of the file
 * @param duplicates cells that were given more than once, each time but the first
 * @param checks what must hold
 * @param sample how uncertain settings were drawn; empty if there are none
 */
public record Sweep(
        String name,
        Question question,
        Path baseFile,
        ObjectNode base,
        List<String> axes,
        List<Cell> cells,
        int duplicates,
        List<Check> checks,
        Optional<Sample> sample) {
    public Sweep {
        axes = List.copyOf(axes);
        cells = List.copyOf(cells);
        checks = List.copyOf(checks);
    }

    /**
     * Drawn settings.
     *
     * @param method how points were chosen
     * @param points number of points
     * @param inputs uncertain settings
     * @param hasIndices true if the cells are those that Sobol' indices need
     */
    public record Sample(String method, int points, List<String> inputs, boolean hasIndices) {
        public Sample {
            inputs = List.copyOf(inputs);
        }
    }
}
