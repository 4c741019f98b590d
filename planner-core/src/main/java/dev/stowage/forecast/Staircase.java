package dev.stowage.forecast;

import java.util.Arrays;

/**
 * Which amounts of two resources are enough: those that are at least as large as one of its
 * corners, in both. More of one resource may do with less of the other, since a future counts once
 * whatever it lacks.
 *
 * @param cores of each corner, ascending
 * @param gib of each corner, descending
 */
@SuppressWarnings("ArrayRecordComponent") // hot, and of this room
record Staircase(double[] cores, double[] gib) {
    /** One corner. */
    static Staircase of(double cores, double gib) {
        return new Staircase(new double[] {cores}, new double[] {gib});
    }

    /**
     * Of the futures of a bucket: enough is what at most {@code above} of them exceed in a
     * resource. O(n log n).
     *
     * @param least of each resource that there is in any case
     */
    static Staircase of(double[] cores, double[] gib, int above, double[] least) {
        int futures = cores.length;
        Integer[] byCores = descending(cores);
        Integer[] byGib = descending(gib);
        int[] rank = new int[futures];
        for (int i = 0; i < futures; i++) {
            rank[byGib[i]] = i;
        }
        boolean[] isOut = new boolean[futures];
        double[] x = new double[above + 1];
        double[] y = new double[above + 1];
        int at = above; // of those that are not out, so many need more memory as may go out still
        for (int out = 0; out <= above; out++) {
            x[above - out] = Math.max(least[0], cores[byCores[out]]);
            y[above - out] = Math.max(least[1], gib[byGib[at]]);
            if (out < above) {
                isOut[byCores[out]] = true;
                at = rank[byCores[out]] < at ? at : previous(at, byGib, isOut);
            }
        }
        return thinned(x, y, above + 1);
    }

    private static int previous(int at, Integer[] byGib, boolean[] isOut) {
        int previous = at - 1;
        while (previous >= 0 && isOut[byGib[previous]]) {
            previous--;
        }
        return previous;
    }

    private static Integer[] descending(double[] values) {
        Integer[] order = new Integer[values.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(values[b], values[a]));
        return order;
    }

    /** Without the corners that another one is below of; {@code x} ascending. */
    private static Staircase thinned(double[] x, double[] y, int size) {
        double[] cores = new double[size];
        double[] gib = new double[size];
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (kept > 0 && gib[kept - 1] <= y[i]) {
                continue;
            }
            kept -= kept > 0 && cores[kept - 1] == x[i] ? 1 : 0;
            cores[kept] = x[i];
            gib[kept++] = y[i];
        }
        return new Staircase(Arrays.copyOf(cores, kept), Arrays.copyOf(gib, kept));
    }

    /** What is enough for both. */
    Staircase and(Staircase other) {
        double[] x = new double[cores.length + other.cores.length];
        double[] y = new double[x.length];
        int mine = 0;
        int its = 0;
        int size = 0;
        while (mine < cores.length || its < other.cores.length) {
            boolean isMine =
                    its == other.cores.length
                            || (mine < cores.length && cores[mine] <= other.cores[its]);
            double at = isMine ? cores[mine++] : other.cores[its++];
            if (mine > 0 && its > 0) {
                x[size] = at;
                y[size++] = Math.max(gib[mine - 1], other.gib[its - 1]);
            }
        }
        return thinned(x, y, size);
    }

    /** True if so much is enough. */
    boolean holds(double someCores, double someGib) {
        int low = 0;
        int high = cores.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (cores[middle] <= someCores) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && gib[low - 1] <= someGib;
    }

    /** What is enough of one resource, if there is any amount of the other. */
    Staircase alone(int resource) {
        return resource == 0
                ? of(cores[0], Double.NEGATIVE_INFINITY)
                : of(Double.NEGATIVE_INFINITY, gib[gib.length - 1]);
    }

    /** At most so many corners, none above what it stands for: less may look enough. */
    Staircase atMost(int corners) {
        if (cores.length <= corners) {
            return this;
        }
        double[] x = new double[corners];
        double[] y = new double[corners];
        for (int i = 0; i < corners; i++) {
            x[i] = cores[(int) ((long) i * cores.length / corners)];
            y[i] = gib[(int) ((long) (i + 1) * cores.length / corners) - 1];
        }
        return new Staircase(x, y);
    }
}
