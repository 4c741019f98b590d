package dev.stowage.ingest.trace;

import dev.stowage.ingest.lifecycle.KeyIndex;
import java.util.Arrays;

/**
 * Numbers jobs in order of first appearance. Small IDs, as generators give them, are looked up in a
 * table, so that jobs of about the same time are close to each other in memory; others in a hash
 * index.
 *
 * <p>Hot: a look-up a task.
 */
final class JobNumbers {
    private static final int FIRST_CAPACITY = 1 << 10;

    /** The table has at most as many places a job, beyond the first ones. */
    private static final int PLACES_PER_JOB = 4;

    private int[] table = new int[FIRST_CAPACITY]; // by ID, number + 1; 0 = not there
    private final KeyIndex others = new KeyIndex();
    private int[] numbersOfOthers = new int[FIRST_CAPACITY];
    private long[] ids = new long[FIRST_CAPACITY];
    private int size;

    /** How many jobs there are. */
    int size() {
        return size;
    }

    /** The ID of a job. */
    long id(int number) {
        return ids[number];
    }

    /** The number of a job, a new one (the last) if there was none. */
    int findOrAdd(long id) {
        if (id >= 0 && id < table.length && table[(int) id] != 0) {
            return table[(int) id] - 1;
        }
        int other = others.size() == 0 ? -1 : others.find(id, 0);
        return other < 0 ? add(id) : numbersOfOthers[other];
    }

    private int add(long id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, Math.addExact(size, size >> 1));
        }
        ids[size] = id;
        if (id >= 0 && id < mostPlaces()) {
            if (id >= table.length) {
                long doubled = Math.max(id + 1, 2L * table.length);
                table = Arrays.copyOf(table, (int) Math.min(doubled, mostPlaces()));
            }
            table[(int) id] = size + 1;
        } else {
            int other = others.findOrAdd(id, 0);
            if (other == numbersOfOthers.length) {
                numbersOfOthers = Arrays.copyOf(numbersOfOthers, Math.addExact(other, other >> 1));
            }
            numbersOfOthers[other] = size;
        }
        return size++;
    }

    private long mostPlaces() {
        return Math.min(Integer.MAX_VALUE - 8, FIRST_CAPACITY + (long) PLACES_PER_JOB * size);
    }
}
