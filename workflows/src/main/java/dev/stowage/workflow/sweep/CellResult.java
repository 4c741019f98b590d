package dev.stowage.workflow.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What came of a cell.
 *
 * @param cell its settings
 * @param key hash under which its answer is kept
 * @param inputs SHA-256 of what its settings name
 * @param state how it ended
 * @param reason why it has no figures; empty if it has
 * @param figures as the answer spells them
 * @param isReused true if the answer was there already
 */
public record CellResult(
        Cell cell,
        String key,
        Map<String, String> inputs,
        State state,
        String reason,
        Map<String, String> figures,
        boolean isReused) {
    public CellResult {
        inputs = Map.copyOf(inputs);
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    /** How a cell ended. */
    public enum State {
        DONE("done"),
        FAILED("failed"),
        TIMEOUT("timeout"),
        OUT_OF_MEMORY("out of memory");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** As in a table. */
        public String text() {
            return text;
        }
    }

    /** The number of a figure: yes is 1 and no is 0; NaN if there is none. */
    public double value(String figure) {
        String literal = figures.get(figure);
        return literal == null ? Double.NaN : Check.number(literal).orElse(Double.NaN);
    }

    /** True if it has figures. */
    public boolean isDone() {
        return state == State.DONE;
    }
}
