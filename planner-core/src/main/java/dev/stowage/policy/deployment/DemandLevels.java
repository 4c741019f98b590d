package dev.stowage.policy.deployment;

import dev.stowage.model.Resources;
import dev.stowage.workload.ServiceDemand;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The levels of a demand that count for commitments. Of a demand with many levels each of so many
 * equal stretches of time counts as its peak, which is a little more.
 */
final class DemandLevels {
    private static final double MICROS_PER_HOUR = 3.6e9;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int MOST = 400;

    private DemandLevels() {}

    /**
     * A level while it lasts.
     *
     * @param fromMicros its begin
     * @param toMicros its end, later
     * @param need what is needed
     */
    record Stretch(long fromMicros, long toMicros, Resources need) {}

    /** Levels one after the other. */
    static List<Stretch> inTime(ServiceDemand demand) {
        List<Stretch> stretches = new ArrayList<>();
        if (demand.levels() <= MOST) {
            for (int i = 0; i < demand.levels(); i++) {
                boolean isLast = i + 1 == demand.levels();
                long to = isLast ? demand.endMicros() : demand.startMicros(i + 1);
                stretches.add(new Stretch(demand.startMicros(i), to, demand.at(i)));
            }
            return stretches;
        }
        long seconds = -Math.floorDiv(-demand.endMicros(), MOST * MICROS_PER_SECOND);
        long from = 0;
        for (Resources peak : demand.atDecisions(seconds)) {
            long to = Math.min(demand.endMicros(), from + seconds * MICROS_PER_SECOND);
            stretches.add(new Stretch(from, to, peak));
            from = to;
        }
        return stretches;
    }

    /** Hours by level without their order, as they first occur. */
    static Map<Resources, Double> hours(ServiceDemand demand) {
        Map<Resources, Double> hours = new LinkedHashMap<>();
        for (Stretch each : inTime(demand)) {
            double lasted = (each.toMicros() - each.fromMicros()) / MICROS_PER_HOUR;
            hours.merge(each.need(), lasted, Double::sum);
        }
        return hours;
    }
}
