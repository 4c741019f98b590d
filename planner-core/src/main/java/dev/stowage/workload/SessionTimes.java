package dev.stowage.workload;

import dev.stowage.model.Seeds;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * When the jobs of sessions are due: those of one class at the distances that they were recorded
 * at, moved by up to a minute either way together. A minute is what separates two sessions of a
 * user; where one goes decides how long others wait, since a single one can fill a cluster. Of a
 * session with jobs of both classes each class moves by itself.
 */
final class SessionTimes {
    private static final double MOST_MOVED_SECONDS = 60;

    private final double untilSeconds;
    private final long[] due;
    private int at;

    private SessionTimes(double untilSeconds, long[] due) {
        this.untilSeconds = untilSeconds;
        this.due = due;
    }

    /** What the prototypes of a session have in common. */
    private static final class Session {
        private final int first;
        private final double firstSeconds;
        private double lastSeconds;
        private int copies;

        private Session(int first, double firstSeconds) {
            this.first = first;
            this.firstSeconds = firstSeconds;
        }

        /** By how much a copy is moved, so that no job is outside of the window, s. */
        private double moved(int copy, long seed, double untilSeconds) {
            double share = (copy + Seeds.uniform(seed, first, copy)) / copies;
            double wanted = (2 * share - 1) * MOST_MOVED_SECONDS;
            return Math.max(-firstSeconds, Math.min(wanted, untilSeconds - lastSeconds));
        }
    }

    /**
     * For the prototypes of one class.
     *
     * @param jobs in order of time
     * @param copies how many jobs follow each
     * @param untilSeconds end of the window that they arrive in, above 0
     */
    static SessionTimes of(JobPrototype[] jobs, int[] copies, double untilSeconds, long seed) {
        Map<Integer, Session> sessions = new HashMap<>();
        long size = 0;
        for (int i = 0; i < jobs.length; i++) {
            if (jobs[i].isOfSession()) {
                int number = i;
                Session session =
                        sessions.computeIfAbsent(
                                jobs[i].session(),
                                key -> new Session(number, jobs[number].atSeconds()));
                session.lastSeconds = jobs[i].atSeconds();
                session.copies = Math.max(session.copies, copies[i]);
                size += copies[i];
            }
        }
        long[] due = new long[Math.toIntExact(size)];
        int at = 0;
        for (int i = 0; i < jobs.length && at < due.length; i++) {
            Session session = sessions.get(jobs[i].session());
            for (int copy = 0; session != null && copy < copies[i]; copy++) {
                double seconds = jobs[i].atSeconds() + session.moved(copy, seed, untilSeconds);
                double place = Math.max(0, Math.min(1, seconds / untilSeconds));
                due[at++] = Places.of(place, i);
            }
        }
        Arrays.sort(due);
        return new SessionTimes(untilSeconds, due);
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
