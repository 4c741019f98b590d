package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import dev.stowage.workload.ServiceDemand;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A demand without its order: how long each level lasts in all. Of a demand with many levels each
 * of so many equal stretches of time counts as its peak, which is a little more.
 */
final class DemandLevels {
    private static final double MICROS_PER_HOUR = 3.6e9;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int MOST = 400;

    private DemandLevels() {}

    /** Hours by level, in the order of first occurrence. */
    static Map<Resources, Double> hours(ServiceDemand demand) {
        return demand.levels() <= MOST ? exactly(demand) : byStretch(demand);
    }

    private static Map<Resources, Double> exactly(ServiceDemand demand) {
        Map<Resources, Double> hours = new LinkedHashMap<>();
        for (int i = 0; i < demand.levels(); i++) {
            long end = i + 1 < demand.levels() ? demand.startMicros(i + 1) : demand.endMicros();
            double lasted = (end - demand.startMicros(i)) / MICROS_PER_HOUR;
            hours.merge(demand.at(i), lasted, Double::sum);
        }
        return hours;
    }

    private static Map<Resources, Double> byStretch(ServiceDemand demand) {
        Map<Resources, Double> hours = new LinkedHashMap<>();
        long seconds = -Math.floorDiv(-demand.endMicros(), MOST * MICROS_PER_SECOND);
        Resources[] peaks = demand.atDecisions(seconds);
        for (Resources peak : peaks) {
            hours.merge(peak, demand.endMicros() / MICROS_PER_HOUR / peaks.length, Double::sum);
        }
        return hours;
    }
}
