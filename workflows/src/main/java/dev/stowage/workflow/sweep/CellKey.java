package dev.stowage.workflow.sweep;

import dev.stowage.basis.Sha256;
import java.util.Map;

/**
 * What decides an answer, and its hash: the cell is found under it, tonight and tomorrow.
 *
 * @param hash SHA-256 of the question, the version of the product, the canonical settings, and the
 *     content of all inputs
 * @param inputs SHA-256 of inputs by their paths
 */
record CellKey(String hash, Map<String, String> inputs) {
    private static final int FORM = 1;

    CellKey {
        inputs = Map.copyOf(inputs);
    }

    static CellKey of(String question, String version, Cell cell, Map<String, String> inputs) {
        StringBuilder text = new StringBuilder("cell " + FORM + "\n");
        text.append(question).append('\n').append(version).append('\n').append(cell.canonical());
        inputs.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        each ->
                                text.append(each.getKey())
                                        .append(' ')
                                        .append(each.getValue())
                                        .append('\n'));
        return new CellKey(Sha256.of(text.toString()), inputs);
    }
}
