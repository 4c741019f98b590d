package dev.stowage.workload.prototype;

import dev.stowage.model.TaskClass;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JointModel;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Which job arrives when: a {@link Dealer} of each class deals prototypes to arrivals, and a job of
 * a session takes its arrival along to when it is due. Every arrival is one job's; the counts of an
 * interval change by what moves over its ends.
 *
 * <p>Hot: tens of millions of jobs; O(jobs), 13 bytes each for as long as it is used.
 */
public final class DealtJobs {
    private static final TaskClass[] CLASSES = TaskClass.values();

    /** Arrivals that stay; those that move are in a lane for each class, in order, too. */
    private static final byte STAYS = 0;

    private final double[] seconds;
    private final int[] prototype;
    private final byte[] lane;

    private DealtJobs(double[] seconds, int[] prototype, byte[] lane) {
        this.seconds = seconds;
        this.prototype = prototype;
        this.lane = lane;
    }

    /** Takes the jobs in order of their arrival. */
    public interface Sink {
        /** The number-th job follows a prototype and arrives at that time, s. */
        void job(int number, int prototype, double seconds);
    }

    /**
     * Deals.
     *
     * @param seconds arrivals, ascending; changed
     * @param classes ordinal of the class of each; changed
     * @param seed of the moves of sessions
     * @param random the stream of each class
     */
    public static void deal(
            Arrivals arrivals,
            JointModel joint,
            double[] seconds,
            byte[] classes,
            long seed,
            Function<TaskClass, RandomGenerator> random,
            Sink sink) {
        double seen = joint.seenSeconds(arrivals.windowSeconds());
        long[] jobsSeen = new long[CLASSES.length];
        for (int i = 0; i < seconds.length && seconds[i] <= seen; i++) {
            jobsSeen[classes[i]]++;
        }
        double until = Math.min(seen, arrivals.windowSeconds());
        SessionMoves moves = new SessionMoves(joint.jobs(), until, seed);
        Dealer[] dealers = new Dealer[CLASSES.length];
        for (int c = 0; c < CLASSES.length; c++) {
            RandomGenerator ofClass = random.apply(CLASSES[c]);
            dealers[c] = Dealer.of(joint, CLASSES[c], arrivals, jobsSeen[c], moves, ofClass);
        }
        DealtJobs jobs = new DealtJobs(seconds, new int[seconds.length], classes);
        jobs.deal(dealers, seen, arrivals);
        jobs.tell(sink);
    }

    private void deal(Dealer[] dealers, double seen, Arrivals arrivals) {
        int[] ahead = new int[dealers.length];
        for (int i = 0; i < seconds.length; i++) {
            byte c = lane[i];
            int next = Math.max(ahead[c], i + 1);
            while (next < seconds.length && lane[next] != c) {
                next++;
            }
            ahead[c] = next;
            double nextSeconds = next < seconds.length ? seconds[next] : Double.POSITIVE_INFINITY;
            prototype[i] = dealers[c].next(seconds[i], nextSeconds, seconds[i] <= seen);
            double due = dealers[c].dueSeconds();
            lane[i] = Double.isNaN(due) ? STAYS : (byte) (c + 1);
            seconds[i] = Double.isNaN(due) ? seconds[i] : arrivals.snapped(due);
        }
    }

    /** Merges the lanes. */
    private void tell(Sink sink) {
        int[] next = new int[CLASSES.length + 1];
        for (byte l = 0; l < next.length; l++) {
            next[l] = from(0, l);
        }
        for (int number = 0; number < seconds.length; number++) {
            byte first = STAYS;
            for (byte l = 1; l < next.length; l++) {
                first = isBefore(next[l], next[first]) ? l : first;
            }
            int job = next[first];
            next[first] = from(job + 1, first);
            sink.job(number, prototype[job], seconds[job]);
        }
    }

    private boolean isBefore(int job, int other) {
        return job < seconds.length && (other == seconds.length || seconds[job] < seconds[other]);
    }

    /** The first job of a lane from a place on; as many as there are jobs if there is none. */
    private int from(int place, byte wanted) {
        int job = place;
        while (job < lane.length && lane[job] != wanted) {
            job++;
        }
        return job;
    }
}
