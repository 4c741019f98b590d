package dev.stowage.policy.autoscale.knative;

import java.util.ArrayDeque;

/**
 * The largest number of the last few decisions, which delays a scale-down. Ages are counted in
 * decision periods of the clock. Source: {@code pkg/autoscaler/aggregation/max}.
 */
final class LargestOfLate {
    private record Entry(long index, int value) {}

    private final ArrayDeque<Entry> descending = new ArrayDeque<>();
    private final int periods;

    LargestOfLate(int delaySeconds, int periodSeconds) {
        periods = (delaySeconds + periodSeconds - 1) / periodSeconds;
    }

    /** Notes a decision and returns the largest that counts. */
    int record(long index, int value) {
        while (!descending.isEmpty() && value >= descending.getLast().value()) {
            descending.removeLast();
        }
        while (!descending.isEmpty() && index - descending.getFirst().index() >= periods) {
            descending.removeFirst();
        }
        // a second, smaller decision of the same period: the larger stands
        if (descending.isEmpty() || descending.getLast().index() != index) {
            descending.addLast(new Entry(index, value));
        }
        return descending.getFirst().value();
    }
}
