package dev.stowage.policy.canary;

import dev.stowage.basis.Check;
import java.util.List;

/** An input of an approximate job: records of one or more numbers. */
public final class CanaryInput {
    private final String name;
    private final List<String> columns;
    private final List<double[]> values;
    private final int width;

    /**
     * An input.
     *
     * @param name for people
     * @param columns names of the numbers of a record
     * @param values of each column, one a record, in the order of the input
     * @param width records in a line of a picture, whose lines follow each other; 0 if the input
     *     has one dimension
     * @throws IllegalArgumentException without a column, without a record, or with part of a line
     */
    public CanaryInput(String name, List<String> columns, List<double[]> values, int width) {
        this.name = name;
        this.columns = List.copyOf(columns);
        this.values = List.copyOf(values);
        this.width = width;
        Check.positive("columns", columns.size());
        Check.positive("records", records());
        if (width > 0 && records() % width != 0) {
            throw new IllegalArgumentException(
                    records() + " records, expected whole lines of " + width);
        }
    }

    /** For people. */
    public String name() {
        return name;
    }

    /** Names of the numbers of a record. */
    public List<String> columns() {
        return columns;
    }

    /** Number of records. */
    public int records() {
        return values.get(0).length;
    }

    /** Records in a line of a picture; 0 if the input has one dimension. */
    int width() {
        return width;
    }

    /** The numbers of a column at some places. */
    double[] at(int column, int... places) {
        double[] chosen = new double[places.length];
        for (int i = 0; i < places.length; i++) {
            chosen[i] = values.get(column)[places[i]];
        }
        return chosen;
    }

    /** A column; not to be changed. */
    public double[] values(int column) {
        return values.get(column);
    }
}
