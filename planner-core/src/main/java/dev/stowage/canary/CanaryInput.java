package dev.stowage.canary;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * An input of an approximate job: records of one or more numbers.
 *
 * @param name for people
 * @param columns names of the numbers of a record
 * @param values of each column, one a record, in the order of the input
 * @param width records in a line of a picture, whose lines follow each other; 0 if the input has
 *     one dimension
 */
public record CanaryInput(String name, List<String> columns, double[][] values, int width) {
    public CanaryInput {
        columns = List.copyOf(columns);
        Check.positive("columns", columns.size());
        Check.positive("records", values[0].length);
        if (width > 0 && values[0].length % width != 0) {
            throw new IllegalArgumentException(
                    values[0].length + " records, expected whole lines of " + width);
        }
    }

    /** Number of records. */
    public int records() {
        return values[0].length;
    }
}
