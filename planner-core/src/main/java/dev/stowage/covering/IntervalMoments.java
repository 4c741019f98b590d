package dev.stowage.covering;

import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Moments at which a charging period may have to start, and what each of them needs: the changes of
 * the demand, each followed by whole charging periods. A period that starts elsewhere can start
 * later, at the next change or where the one before it ends.
 *
 * @param micros the moments, rising
 * @param needs what each moment needs
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
record IntervalMoments(long[] micros, Resources[] needs) {

    /** The moments of a demand; empty if they are more than {@code most}. */
    static Optional<IntervalMoments> of(ServiceDemand demand, long periodMicros, int most) {
        NavigableSet<Long> moments = new TreeSet<>();
        for (int level = 0; level < demand.levels(); level++) {
            for (long at = demand.startMicros(level); at < demand.endMicros(); at += periodMicros) {
                moments.add(at);
                if (moments.size() > most) {
                    return Optional.empty();
                }
            }
        }
        long[] micros = moments.stream().mapToLong(Long::longValue).toArray();
        Resources[] needs =
                Arrays.stream(micros).mapToObj(demand::atMicros).toArray(Resources[]::new);
        return Optional.of(new IntervalMoments(micros, needs));
    }

    int size() {
        return micros.length;
    }

    /** The first moment after {@code start} at which a period that starts there is over. */
    int endOfPeriod(int start, long periodMicros) {
        int end = start;
        while (end < micros.length && micros[end] < micros[start] + periodMicros) {
            end++;
        }
        return end;
    }
}
