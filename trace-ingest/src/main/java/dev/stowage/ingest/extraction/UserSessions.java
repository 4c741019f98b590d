package dev.stowage.ingest.extraction;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Jobs of one user that follow each other: a workflow, a sweep over parameters, a job that is
 * submitted again and again. Each comes at most a minute after the one before, and at most five
 * minutes after the first. Jobs of traces without users stand alone.
 */
final class UserSessions {
    private static final long GAP_MICROS = 60_000_000;
    private static final long LENGTH_MICROS = 300_000_000;

    private UserSessions() {}

    /** A session while it goes on. */
    private static final class Session {
        private final int number;
        private final long firstMicros;
        private long lastMicros;

        private Session(int number, long micros) {
            this.number = number;
            this.firstMicros = micros;
            this.lastMicros = micros;
        }

        private boolean holds(long micros) {
            return micros - lastMicros <= GAP_MICROS && micros - firstMicros <= LENGTH_MICROS;
        }
    }

    /**
     * The number of the session of each job; -1 for one that stands alone. O(n log n).
     *
     * @param submitMicros of each job, in any order
     * @param users number of the user of each job; below 0 if not known
     */
    static int[] of(long[] submitMicros, int[] users) {
        int n = users.length;
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingLong(i -> submitMicros[i]));
        Map<Integer, Session> open = new HashMap<>();
        int[] numbers = new int[n];
        int[] members = new int[n];
        for (int i : order) {
            numbers[i] = -1;
            if (users[i] < 0) {
                continue;
            }
            Session session = open.get(users[i]);
            if (session == null || !session.holds(submitMicros[i])) {
                session = new Session(i, submitMicros[i]);
                open.put(users[i], session);
            }
            session.lastMicros = submitMicros[i];
            numbers[i] = session.number;
            members[session.number]++;
        }
        for (int i = 0; i < n; i++) {
            numbers[i] = numbers[i] >= 0 && members[numbers[i]] > 1 ? numbers[i] : -1;
        }
        return numbers;
    }
}
