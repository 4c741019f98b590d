package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import dev.stowage.workload.ServiceDemand;
import java.util.LinkedHashMap;
import java.util.Map;

/** A demand without its order: how long each level lasts in all. */
final class DemandLevels {
    private static final double MICROS_PER_HOUR = 3.6e9;

    private DemandLevels() {}

    /** Hours by level, in the order of first occurrence. */
    static Map<Resources, Double> hours(ServiceDemand demand) {
        Map<Resources, Double> hours = new LinkedHashMap<>();
        for (int i = 0; i < demand.levels(); i++) {
            long end = i + 1 < demand.levels() ? demand.startMicros(i + 1) : demand.endMicros();
            double lasted = (end - demand.startMicros(i)) / MICROS_PER_HOUR;
            hours.merge(demand.at(i), lasted, Double::sum);
        }
        return hours;
    }
}
