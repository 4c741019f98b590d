package dev.stowage.workload.prototype;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Deals prototypes to the jobs of a class in order of their arrival. Those that arrive while the
 * trace saw tasks get them in order of time but for a shuffle among neighbours, every prototype as
 * often as its share of the weights says, rounded up or down: so what the jobs ask for in all, and
 * when, hardly depends on the seed. What arrives later is dealt from a {@link Deck} of all.
 *
 * <p>A prototype moves at most half a part of the window either way, so that none is early or late
 * on average. Runs of neighbours move together; copies of one prototype are spread. Jobs of
 * sessions are dealt to the arrivals nearest to when they are due ({@link SessionTimes}).
 */
public final class Dealer {
    /** Fewest prototypes of a part of the window, on average. */
    private static final int PER_PART = 16;

    /** The same where prototypes stand for several jobs: their copies shall not be neighbours. */
    private static final int PER_PART_OF_COPIES = 256;

    /** Prototypes that are laid out at a time. */
    private static final int AT_A_TIME = 256;

    private final JointModel joint;
    private final int[] prototypes;
    private final JobPrototype[] jobs;
    private final int[] copies;
    private final double widthOfPart; // share of the prototypes
    private final SessionTimes sessions;
    private final @Nullable Deck all;
    private final long seed;
    private int laidOut;
    private long[] dealt = new long[0];
    private int ready; // how many of those no later prototype comes before
    private int at;
    private double dueSeconds = Double.NaN;

    private Dealer(
            JointModel joint,
            int[] prototypes,
            int parts,
            long arriving,
            SessionMoves moves,
            RandomGenerator random) {
        this.joint = joint;
        this.prototypes = prototypes;
        this.jobs =
                IntStream.of(prototypes).mapToObj(joint.jobs()::get).toArray(JobPrototype[]::new);
        this.widthOfPart = 1.0 / parts;
        this.copies = copies(weights(joint, prototypes), arriving, random.nextDouble());
        this.seed = random.nextLong();
        this.sessions = new SessionTimes(this.jobs, copies, moves);
        this.all = deck(joint, prototypes, random);
    }

    /** As many in all as there are jobs, in proportion to the weights, rounded up or down. */
    private static int[] copies(double[] weights, long jobs, double phase) {
        double copiesPerWeight = jobs / Math.max(1, Arrays.stream(weights).sum());
        int[] copies = new int[weights.length];
        double sum = phase;
        for (int i = 0; i < copies.length; i++) {
            double before = Math.floor(sum);
            sum += weights[i] * copiesPerWeight;
            copies[i] = (int) (Math.floor(sum) - before);
        }
        return copies;
    }

    /**
     * For one class.
     *
     * @param arrivals whose segments are the shortest parts
     * @param jobs how many arrive while the trace saw tasks
     * @param moves of the sessions, in the window in which the trace saw tasks
     */
    static Dealer of(
            JointModel joint,
            TaskClass taskClass,
            Arrivals arrivals,
            long jobs,
            SessionMoves moves,
            RandomGenerator random) {
        List<JobPrototype> all = joint.jobs();
        int[] own = numbers(all, i -> all.get(i).taskClass() == taskClass);
        int segments = (int) Math.ceil(moves.untilSeconds() / arrivals.segmentSeconds() - 1e-9);
        double weight = Arrays.stream(weights(joint, own)).sum();
        int perPart = weight > 1.1 * own.length ? PER_PART_OF_COPIES : PER_PART;
        int parts = Math.max(1, Math.min(segments, own.length / perPart));
        return new Dealer(joint, own, parts, jobs, moves, random);
    }

    private static int[] numbers(List<JobPrototype> jobs, IntPredicate isWanted) {
        return IntStream.range(0, jobs.size())
                .filter(i -> !jobs.get(i).isStanding() && isWanted.test(i))
                .toArray();
    }

    public static @Nullable Deck deck(JointModel joint, int[] numbers, RandomGenerator random) {
        return numbers.length == 0
                ? null
                : new Deck(numbers, weights(joint, numbers), joint.runLength(), random);
    }

    private static double[] weights(JointModel joint, int[] numbers) {
        return IntStream.of(numbers).mapToDouble(i -> joint.jobs().get(i).weight()).toArray();
    }

    /** True if a class has any prototype. */
    public static boolean canDeal(JointModel joint, TaskClass taskClass) {
        return joint.jobs().stream().anyMatch(j -> !j.isStanding() && j.taskClass() == taskClass);
    }

    /**
     * A prototype for the next job.
     *
     * @param seconds when it arrives, not before the one before
     * @param nextSeconds when the one after it arrives
     * @param isSeen true if the trace saw tasks then
     */
    int next(double seconds, double nextSeconds, boolean isSeen) {
        dueSeconds = Double.NaN;
        while (isSeen && at == ready && laidOut < prototypes.length) {
            layOut();
        }
        boolean isLeft = at < ready;
        boolean isDue = sessions.isDue((seconds + nextSeconds) / 2);
        if (isSeen && (isDue || !(isLeft || sessions.isEmpty()))) {
            dueSeconds = sessions.dueSeconds();
            return prototypes[sessions.next()];
        }
        if (isSeen && isLeft) {
            return prototypes[Places.number(dealt[at++])];
        }
        if (all == null) {
            throw new IllegalStateException("no prototype of the class");
        }
        return all.next();
    }

    /** When the job that was dealt last is due, s, if it is of a session; else NaN. */
    double dueSeconds() {
        return dueSeconds;
    }

    /** Lays out some more of those that stand alone. */
    private void layOut() {
        int end = Math.min(prototypes.length, laidOut + AT_A_TIME);
        int size = dealt.length - at;
        long more = Arrays.stream(copies, laidOut, end).asLongStream().sum();
        long[] next = Arrays.copyOfRange(dealt, at, Math.toIntExact(dealt.length + more));
        for (int i = laidOut; i < end; i++) {
            int unit = i - i % joint.runLength();
            for (int k = 0; k < copies[i] && !jobs[i].isOfSession(); k++) {
                double moved = (k + Seeds.uniform(seed, unit, k)) / copies[i];
                next[size++] = Places.of((double) i / prototypes.length + moved * widthOfPart, i);
            }
        }
        dealt = Arrays.copyOf(next, size);
        Arrays.sort(dealt);
        at = 0;
        laidOut = end;
        double leastOfOthers = (double) end / prototypes.length;
        ready = end < prototypes.length ? before(leastOfOthers) : size;
    }

    /** How many have a place before one. */
    private int before(double place) {
        int found = Arrays.binarySearch(dealt, Places.of(place, 0));
        return found < 0 ? -1 - found : found;
    }
}
