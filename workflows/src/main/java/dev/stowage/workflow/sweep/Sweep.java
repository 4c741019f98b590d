package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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

    /** The files and folders that the settings of a cell name, by the name that they have there. */
    public Map<String, Path> inputs(Cell cell) {
        Map<String, Path> inputs = new TreeMap<>(Contents.paths(cell.settings(), baseFile));
        inputs.putAll(question.inputs(cell.settings(), baseFile));
        return inputs;
    }

    /** Why a cell's answer is none to count on, as {@link Question#shortfall}. */
    public Optional<String> shortfall(CellResult cell) {
        return cell.isDone() ? question.shortfall(cell.figures()) : Optional.empty();
    }

    /** True if a figure of a cell is one of an answer to count on, or says that it is none. */
    public boolean isCounted(CellResult cell, String figure) {
        return question.isVerdict(figure) || shortfall(cell).isEmpty();
    }

    /** A figure of a cell; NaN if it has none, or one of an answer that is none to count on. */
    public double value(CellResult cell, String figure) {
        return isCounted(cell, figure) ? cell.value(figure) : Double.NaN;
    }

    /** Why a cell has no answer, or none to count on; empty if it has one. */
    public String reason(CellResult cell) {
        return shortfall(cell).orElse(cell.reason());
    }

    /** True if a check is about a cell. */
    public boolean isAbout(Check check, Cell cell) {
        return check.where().isEmpty() || check.isAbout(cell, question.whole(cell.settings()));
    }

    /** The same question for other cells. */
    public Sweep withCells(List<Cell> others) {
        return new Sweep(name, question, baseFile, base, axes, others, duplicates, checks, sample);
    }

    /**
     * Drawn settings.
     *
     * @param method how points were chosen
     * @param points number of points
     * @param seed root of the draws
     * @param distributions of the uncertain settings, as the sweep gives them
     * @param hasIndices true if the cells are those that Sobol' indices need
     * @param rows values of the inputs at each point; for indices in blocks of {@code points}: A,
     *     B, and A with each input of B
     */
    public record Sample(
            String method,
            int points,
            long seed,
            Map<String, JsonNode> distributions,
            boolean hasIndices,
            List<List<JsonNode>> rows) {
        public Sample {
            distributions = Collections.unmodifiableMap(new LinkedHashMap<>(distributions));
            rows = List.copyOf(rows);
        }

        /** The uncertain settings. */
        public List<String> inputs() {
            return List.copyOf(distributions.keySet());
        }

        /**
         * True if both draw the same points of the unit cube: each point is the same quantiles,
         * whatever the distributions are.
         */
        public boolean hasPointsOf(Sample other) {
            return method.equals(other.method)
                    && points == other.points
                    && seed == other.seed
                    && hasIndices == other.hasIndices
                    && inputs().equals(other.inputs());
        }
    }
}
