package dev.stowage.workload;

import dev.stowage.model.TaskClass;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The decks of a class: one for each part of the window, where jobs are dealt that were submitted
 * in that part, if the prototypes come from the whole window of arrivals; else one for all.
 */
final class Dealer {
    /** Fewest prototypes of a part of the window, on average. */
    private static final int PER_PART = 16;

    private final @Nullable Deck[] parts;
    private final @Nullable Deck all;

    private Dealer(@Nullable Deck[] parts, @Nullable Deck all) {
        this.parts = parts;
        this.all = all;
    }

    /**
     * Decks of one class.
     *
     * @param arrivalSeconds length of the window that arrivals are drawn in
     */
    static Dealer of(
            JointModel joint,
            TaskClass taskClass,
            double arrivalSeconds,
            int segments,
            RandomGenerator random) {
        List<JobPrototype> jobs = joint.jobs();
        int[] own = numbers(jobs, i -> jobs.get(i).taskClass() == taskClass);
        double ratio = joint.windowSeconds() / arrivalSeconds;
        boolean isLocal = ratio > 0.9 && ratio < 1.1;
        int count = isLocal ? Math.min(segments, Math.max(1, own.length / PER_PART)) : 1;
        @Nullable Deck[] parts = new Deck[count];
        for (int part = 0; part < count && count > 1; part++) {
            int p = part;
            parts[part] =
                    deck(
                            joint,
                            IntStream.of(own)
                                    .filter(i -> part(jobs.get(i), joint, count) == p)
                                    .toArray(),
                            random);
        }
        return new Dealer(parts, deck(joint, own, random));
    }

    private static int part(JobPrototype job, JointModel joint, int count) {
        return Math.min(count - 1, (int) (job.atSeconds() / joint.windowSeconds() * count));
    }

    private static int[] numbers(List<JobPrototype> jobs, IntPredicate isWanted) {
        return IntStream.range(0, jobs.size())
                .filter(i -> !jobs.get(i).isStanding() && isWanted.test(i))
                .toArray();
    }

    static @Nullable Deck deck(JointModel joint, int[] numbers, RandomGenerator random) {
        if (numbers.length == 0) {
            return null;
        }
        double[] weights =
                IntStream.of(numbers).mapToDouble(i -> joint.jobs().get(i).weight()).toArray();
        return new Deck(numbers, weights, joint.runLength(), random);
    }

    /** True if the class has any prototype. */
    boolean canDeal() {
        return all != null;
    }

    /** A prototype for a job that arrives at this share of the window, in [0, 1]. */
    int next(double share) {
        Deck deck = parts[Math.min(parts.length - 1, (int) (share * parts.length))];
        Deck chosen = deck == null ? all : deck;
        if (chosen == null) {
            throw new IllegalStateException("no prototype of the class");
        }
        return chosen.next();
    }
}
