package dev.stowage.workload;

import dev.stowage.model.Seeds;
import dev.stowage.model.TaskClass;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Deals prototypes to the jobs of a class in order of their arrival. Those that arrive while the
 * trace saw tasks get them in order of time but for a shuffle inside each part of that window,
 * every prototype as often as its share of the weights says, rounded up or down: so what the jobs
 * ask for in all, and when, hardly depends on the seed. What arrives later is dealt from a {@link
 * Deck} of all.
 *
 * <p>Inside a part, the jobs of a session, and runs of neighbours, move together and keep their
 * distances; copies of one prototype are spread.
 */
final class Dealer {
    /** Fewest prototypes of a part of the window, on average. */
    private static final int PER_PART = 16;

    private static final int INDEX_BITS = 22;
    private static final long INDEX_MASK = (1L << INDEX_BITS) - 1;
    private static final double PLACES = 1L << (62 - INDEX_BITS);

    private final int[] prototypes;
    private final double[] weights;
    private final int[] firstOfPart;
    private final int[] unit;
    private final @Nullable Deck all;
    private final double copiesPerWeight;
    private final long seed;
    private int part;
    private double sum;
    private long[] dealt = new long[0];
    private int at;

    private Dealer(
            JointModel joint,
            int[] prototypes,
            int[] firstOfPart,
            long jobs,
            RandomGenerator random) {
        this.prototypes = prototypes;
        this.firstOfPart = firstOfPart;
        this.unit = units(joint, prototypes);
        this.weights = weights(joint, prototypes);
        this.copiesPerWeight = jobs / Math.max(1, Arrays.stream(weights).sum());
        this.sum = random.nextDouble();
        this.seed = random.nextLong();
        this.all = deck(joint, prototypes, random);
    }

    /** What moves together: place of its first prototype, for each. */
    private static int[] units(JointModel joint, int[] prototypes) {
        int[] unit = new int[prototypes.length];
        Map<Integer, Integer> firstOfSession = new HashMap<>();
        for (int i = 0; i < unit.length; i++) {
            int session = joint.jobs().get(prototypes[i]).session();
            unit[i] =
                    session == JobPrototype.NO_SESSION
                            ? i - i % joint.runLength()
                            : firstOfSession.getOrDefault(session, i);
            firstOfSession.putIfAbsent(session, i);
        }
        return unit;
    }

    /** True if the prototypes come from all of a window of arrivals, not from a part of it. */
    static boolean isOfWholeWindow(JointModel joint, double arrivalSeconds) {
        return joint.windowSeconds() > 0.9 * arrivalSeconds;
    }

    /** Until when arrivals are those of the time in which the trace saw tasks, s. */
    static double seenSeconds(JointModel joint, Arrivals arrivals) {
        return isOfWholeWindow(joint, arrivals.windowSeconds())
                ? Double.POSITIVE_INFINITY
                : joint.windowSeconds();
    }

    /**
     * For one class.
     *
     * @param arrivals whose segments are the shortest parts
     * @param jobs how many arrive while the trace saw tasks
     */
    static Dealer of(
            JointModel joint,
            TaskClass taskClass,
            Arrivals arrivals,
            long jobs,
            RandomGenerator random) {
        List<JobPrototype> all = joint.jobs();
        int[] own = numbers(all, i -> all.get(i).taskClass() == taskClass);
        double seconds = Math.min(seenSeconds(joint, arrivals), arrivals.windowSeconds());
        int segments = (int) Math.ceil(seconds / arrivals.segmentSeconds() - 1e-9);
        int parts = Math.max(1, Math.min(segments, own.length / PER_PART));
        int[] firstOfPart = new int[parts + 1];
        for (int i : own) {
            double share = all.get(i).atSeconds() / joint.windowSeconds();
            firstOfPart[1 + Math.min(parts - 1, (int) (share * parts))]++;
        }
        Arrays.parallelPrefix(firstOfPart, Integer::sum);
        return new Dealer(joint, own, firstOfPart, jobs, random);
    }

    private static int[] numbers(List<JobPrototype> jobs, IntPredicate isWanted) {
        return IntStream.range(0, jobs.size())
                .filter(i -> !jobs.get(i).isStanding() && isWanted.test(i))
                .toArray();
    }

    static @Nullable Deck deck(JointModel joint, int[] numbers, RandomGenerator random) {
        return numbers.length == 0
                ? null
                : new Deck(numbers, weights(joint, numbers), joint.runLength(), random);
    }

    private static double[] weights(JointModel joint, int[] numbers) {
        return IntStream.of(numbers).mapToDouble(i -> joint.jobs().get(i).weight()).toArray();
    }

    /** True if a class has any prototype. */
    static boolean canDeal(JointModel joint, TaskClass taskClass) {
        return joint.jobs().stream().anyMatch(j -> !j.isStanding() && j.taskClass() == taskClass);
    }

    /** A prototype for the next job; {@code isSeen} if it arrives while the trace saw tasks. */
    int next(boolean isSeen) {
        while (isSeen && at == dealt.length && part < firstOfPart.length - 1) {
            deal(firstOfPart[part], firstOfPart[++part]);
        }
        if (isSeen && at < dealt.length) {
            return prototypes[(int) (dealt[at++] & INDEX_MASK)];
        }
        if (all == null) {
            throw new IllegalStateException("no prototype of the class");
        }
        return all.next();
    }

    /** Lays out a part: places on a line from 0 to 1, above the number of the prototype. */
    private void deal(int from, int to) {
        int[] copies = new int[to - from];
        for (int i = from; i < to; i++) {
            double before = Math.floor(sum);
            sum += weights[i] * copiesPerWeight;
            copies[i - from] = (int) (Math.floor(sum) - before);
        }
        dealt = new long[Arrays.stream(copies).sum()];
        at = 0;
        double[] span = new double[to - from];
        for (int i = from; i < to; i++) {
            int first = Math.max(from, unit[i]);
            span[first - from] = (i - first) / (double) (to - from);
        }
        for (int i = from; i < to; i++) {
            int first = Math.max(from, unit[i]);
            double offset = (i - first) / (double) (to - from);
            for (int k = 0; k < copies[i - from]; k++) {
                double start = Seeds.uniform(seed, first, k) * (1 - span[first - from]);
                double place = (k + start + offset) / copies[i - from];
                dealt[at++] = ((long) (place * PLACES) << INDEX_BITS) | i;
            }
        }
        Arrays.sort(dealt);
        at = 0;
    }
}
