package dev.stowage.workload.prototype;

import dev.stowage.workload.JobPrototype;
import java.util.Arrays;

/** When the jobs of sessions are due, for one class. */
final class SessionTimes {
    private final double untilSeconds;
    private final long[] due;
    private int at;

    /**
     * For the prototypes of the class.
     *
     * @param jobs in order of time
     * @param copies how many jobs follow each
     */
    SessionTimes(JobPrototype[] jobs, int[] copies, SessionMoves moves) {
        untilSeconds = moves.untilSeconds();
        long[] places = new long[jobs.length];
        int size = 0;
        for (int i = 0; i < jobs.length; i++) {
            for (int copy = 0; jobs[i].isOfSession() && copy < copies[i]; copy++) {
                if (size == places.length) {
                    places = Arrays.copyOf(places, 2 * size);
                }
                places[size++] = Places.of(moves.place(jobs[i], copy), i);
            }
        }
        due = Arrays.copyOf(places, size);
        Arrays.sort(due);
    }

    boolean isEmpty() {
        return at == due.length;
    }

    /** True if there is one, and the next is due at that time or before. */
    boolean isDue(double seconds) {
        return !isEmpty() && dueSeconds() <= seconds;
    }

    /** When the next is due; there must be one. */
    double dueSeconds() {
        return Places.place(due[at]) * untilSeconds;
    }

    /** Takes the one that is due next; there must be one. */
    int next() {
        return Places.number(due[at++]);
    }
}
