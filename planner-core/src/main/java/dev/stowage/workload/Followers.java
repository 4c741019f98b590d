package dev.stowage.workload;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Jobs of sessions whose first one was dealt: each is due as long after it as was recorded. */
final class Followers {
    private record Follower(double dueSeconds, int prototype) {}

    private final PriorityQueue<Follower> waiting =
            new PriorityQueue<>(
                    Comparator.comparingDouble(Follower::dueSeconds)
                            .thenComparingInt(Follower::prototype));

    void add(double dueSeconds, int prototype) {
        waiting.add(new Follower(dueSeconds, prototype));
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean isDue(double seconds) {
        Follower first = waiting.peek();
        return first != null && first.dueSeconds() <= seconds;
    }

    /** Takes the one that is due first; there must be one. */
    int next() {
        return waiting.remove().prototype();
    }
}
