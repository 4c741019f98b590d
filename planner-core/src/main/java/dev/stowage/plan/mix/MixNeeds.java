package dev.stowage.plan.mix;

import java.util.List;

/**
 * What every mix must have of each resource together.
 *
 * @param capacities by kind and resource
 * @param least by resource
 */
@SuppressWarnings("ArrayRecordComponent") // hot, and of this room
record MixNeeds(List<long[]> capacities, long[] least) {
    /** Servers of a kind, beside those of the others in a mix, that make it have enough. */
    int least(int[] counts, int kind) {
        long most = 0;
        for (int d = 0; d < least.length; d++) {
            long missing = least[d];
            for (int other = 0; other < counts.length; other++) {
                if (other != kind) {
                    missing -= capacities.get(other)[d] * counts[other];
                }
            }
            long each = capacities.get(kind)[d];
            if (missing > 0) {
                most = Math.max(most, each == 0 ? Integer.MAX_VALUE : (missing - 1) / each + 1);
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, most);
    }
}
