package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;

/**
 * Fills one server after the other to the brim: large units that look like what is free there, as
 * long as several more have room, then the two of a sample that together leave the least. Where
 * there are many units some two of them nearly always do. O(servers) in samples.
 *
 * <p>After the best of two that ends a server in M. Gupta and J. Ho, A new heuristic algorithm for
 * the one-dimensional bin-packing problem, Production Planning and Control 10(6), 1999.
 */
final class Brimming {
    private static final int NONE = PackModel.NONE;

    /** For each unit that is put the largest are compared: one in so many, and how many at all. */
    private static final int HEAD_PART = 20;

    private static final int LEAST_HEAD = 64;
    private static final int MOST_HEAD = 2_048;

    /** Units of a sample; all pairs of them are tried. */
    private static final int SAMPLE = 256;

    /** The last two are chosen when what is free is at most so many units of the mean. */
    private static final double LAST = 2.4;

    /** A pair that is tried costs so much less than a look. */
    private static final int PAIRS_A_LOOK = 2;

    private final PackState state;
    private final PackModel model;
    private final int[] order;
    private final int[] open;
    private final int[] sample = new int[SAMPLE];
    private final long[] left;
    private int size;

    /**
     * @param units the largest first
     * @param order of servers
     */
    Brimming(PackState state, int[] units, int[] order) {
        this.state = state;
        this.model = state.model;
        this.order = order;
        this.open = units.clone();
        this.size = open.length;
        this.left = new long[model.resources];
    }

    /** Puts the units; what is left over goes where it fits best. */
    PackState fill() {
        int[] units = open.clone();
        for (int unit : open) {
            int pin = model.pin[unit];
            if (pin != NONE && state.fits(unit, pin)) {
                state.put(unit, pin);
            }
        }
        for (int server : order) {
            compact();
            if (size == 0) {
                break;
            }
            fill(server, meanShare());
        }
        new Placing(state, FitRule.BEST, order).placeAll(units, units.length);
        return state;
    }

    /** Keeps what has no place yet, in its order. */
    private void compact() {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (state.serverOf[open[i]] == NONE) {
                open[kept++] = open[i];
            }
        }
        state.looks += size / 8;
        size = kept;
    }

    private double meanShare() {
        double sum = 0;
        int step = Math.max(1, size / SAMPLE);
        int count = 0;
        for (int i = 0; i < size; i += step) {
            sum += model.totalShare(open[i]);
            count++;
        }
        return sum / count;
    }

    private void fill(int server, double mean) {
        while (room(server) > LAST * mean) {
            int unit = alike(server);
            if (unit == NONE) {
                return;
            }
            state.put(unit, server);
        }
        boolean isPut = true;
        while (isPut) {
            isPut = putLast(server);
        }
    }

    /** Sum over resources of what is free, as shares of a mean server. */
    private double room(int server) {
        double room = 0;
        for (int r = 0; r < model.resources; r++) {
            room += model.meanShare(r, state.free[server * model.resources + r]);
        }
        return room;
    }

    /** Of the largest units that fit the one that looks most like what is free, or NONE. */
    private int alike(int server) {
        int best = NONE;
        double most = -1;
        int seen = 0;
        int head = Math.min(MOST_HEAD, Math.max(LEAST_HEAD, size / HEAD_PART));
        int at = first(server);
        int from = at;
        for (; at < size && seen < head; at++) {
            int unit = open[at];
            if (state.serverOf[unit] == NONE && state.fits(unit, server)) {
                seen++;
                double cosine = -FitRule.DOT.score(state, unit, server);
                if (cosine > most) {
                    most = cosine;
                    best = unit;
                }
            }
        }
        state.looks += at - from;
        return best;
    }

    /** Position of the first unit that isn't too large by its largest share. */
    private int first(int server) {
        double room = 0;
        for (int r = 0; r < model.resources; r++) {
            room = Math.max(room, model.meanShare(r, state.free[server * model.resources + r]));
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (model.dominantShare(open[middle]) > room) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Puts the one or two of a sample that leave least; false if none fits. */
    private boolean putLast(int server) {
        int count = draw(server);
        int first = NONE;
        int second = NONE;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            double alone = without(server, sample[i]);
            if (alone < least) {
                least = alone;
                first = sample[i];
                second = NONE;
            }
            for (int j = i + 1; j < count; j++) {
                double both = without(sample[j]);
                if (both < least) {
                    least = both;
                    first = sample[i];
                    second = sample[j];
                }
            }
        }
        state.looks += count * (long) count / 2 / PAIRS_A_LOOK;
        if (first == NONE) {
            return false;
        }
        state.put(first, server);
        if (second != NONE && state.fits(second, server)) {
            state.put(second, server);
        }
        return true;
    }

    /** Units that fit, evenly from all that are open; how many. */
    private int draw(int server) {
        int from = first(server);
        int stride = Math.max(1, (size - from) / (2 * SAMPLE));
        int count = 0;
        for (int at = from; at < size && count < SAMPLE; at += stride) {
            if (state.serverOf[open[at]] == NONE && state.fits(open[at], server)) {
                sample[count++] = open[at];
            }
            state.looks++;
        }
        return count;
    }

    /** What a server has left with a unit more, as shares; remembers it. */
    private double without(int server, int unit) {
        double sum = 0;
        for (int r = 0; r < model.resources; r++) {
            left[r] =
                    state.free[server * model.resources + r]
                            - model.demand[unit * model.resources + r];
            sum += model.meanShare(r, left[r]);
        }
        return sum;
    }

    /** The same with one more besides the last; infinite if it doesn't fit. */
    private double without(int unit) {
        double sum = 0;
        for (int r = 0; r < model.resources; r++) {
            long rest = left[r] - model.demand[unit * model.resources + r];
            if (rest < 0) {
                return Double.POSITIVE_INFINITY;
            }
            sum += model.meanShare(r, rest);
        }
        return sum;
    }
}
