package dev.stowage.sim.engine;

import dev.stowage.basis.PlainState;
import java.util.Arrays;

/**
 * Numbers for pairs (job, stage) that are present, from 0, reused: an open-addressing table that
 * closes its gaps, so that memory follows the pairs that are present at once. O(1) expected.
 */
public final class PairIndex implements PlainState {
    public static final int NONE = -1;

    private long[] jobs = new long[64]; // by number
    private int[] stages = new int[64];
    private int[] table = none(128); // numbers
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    private static int[] none(int length) {
        int[] values = new int[length];
        Arrays.fill(values, NONE);
        return values;
    }

    /** Pairs that are present. */
    int size() {
        return used - freeCount;
    }

    /** The number of a pair, or {@link #NONE}. */
    public int find(long job, int stage) {
        for (int at = home(job, stage); table[at] != NONE; at = next(at)) {
            int number = table[at];
            if (jobs[number] == job && stages[number] == stage) {
                return number;
            }
        }
        return NONE;
    }

    /** Gives a pair that is not present a number. */
    public int add(long job, int stage) {
        if (2 * (size() + 1) > table.length) {
            rehash();
        }
        int number = freeCount > 0 ? free[--freeCount] : used++;
        if (number == jobs.length) {
            jobs = Arrays.copyOf(jobs, Math.multiplyExact(number, 2));
            stages = Arrays.copyOf(stages, Math.multiplyExact(number, 2));
        }
        jobs[number] = job;
        stages[number] = stage;
        insert(number);
        return number;
    }

    private void insert(int number) {
        int at = home(jobs[number], stages[number]);
        while (table[at] != NONE) {
            at = next(at);
        }
        table[at] = number;
    }

    private void rehash() {
        int[] old = table;
        table = none(Math.multiplyExact(old.length, 2));
        for (int number : old) {
            if (number != NONE) {
                insert(number);
            }
        }
    }

    /** Gives the number of a pair back. */
    public void remove(int number) {
        int gap = home(jobs[number], stages[number]);
        while (table[gap] != number) {
            gap = next(gap);
        }
        for (int at = next(gap); table[at] != NONE; at = next(at)) {
            int home = home(jobs[table[at]], stages[table[at]]);
            if (((at - home) & (table.length - 1)) >= ((at - gap) & (table.length - 1))) {
                table[gap] = table[at];
                gap = at;
            }
        }
        table[gap] = NONE;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = number;
    }

    private int home(long job, int stage) {
        long hash = (job * 31 + stage) * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 40) & (table.length - 1);
    }

    private int next(int at) {
        return (at + 1) & (table.length - 1);
    }
}
