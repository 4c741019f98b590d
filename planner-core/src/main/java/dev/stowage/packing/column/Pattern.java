package dev.stowage.packing.column;

import java.util.Arrays;

/** Items that fit on one server together, as numbers of copies by type. */
final class Pattern {
    private final int place;
    private final int[] types;
    private final int[] counts;

    private Pattern(int place, int[] types, int[] counts) {
        this.place = place;
        this.types = types;
        this.counts = counts;
    }

    /** Number of the servers alike that it is for. */
    int place() {
        return place;
    }

    /** Ascending; not to be changed. */
    int[] types() {
        return types;
    }

    /** Of each of the {@link #types}, above 0; not to be changed. */
    int[] counts() {
        return counts;
    }

    static Pattern of(int place, int[] countByType) {
        int[] types = new int[countByType.length];
        int[] counts = new int[countByType.length];
        int size = 0;
        for (int type = 0; type < countByType.length; type++) {
            if (countByType[type] > 0) {
                types[size] = type;
                counts[size++] = countByType[type];
            }
        }
        return new Pattern(place, Arrays.copyOf(types, size), Arrays.copyOf(counts, size));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Pattern that
                && place == that.place
                && Arrays.equals(types, that.types)
                && Arrays.equals(counts, that.counts);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * place + Arrays.hashCode(types)) + Arrays.hashCode(counts);
    }

    @Override
    public String toString() {
        return place + ": " + Arrays.toString(types) + " x " + Arrays.toString(counts);
    }
}
