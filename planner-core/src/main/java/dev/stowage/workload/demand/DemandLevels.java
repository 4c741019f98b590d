package dev.stowage.workload.demand;

import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/**
 * The levels of a demand, all of them, with or without their order. Searches look at groups of
 * neighbours where there are many: at the most of each for plans, at the least of each for bounds.
 */
public final class DemandLevels {
    private static final double MICROS_PER_HOUR = 3.6e9;

    /** Groups that a search looks at. */
    public static final int GROUPS = 400;

    private DemandLevels() {}

    /**
     * A level while it lasts.
     *
     * @param fromMicros its begin
     * @param toMicros its end, later
     * @param need what is needed
     */
    public record Stretch(long fromMicros, long toMicros, Resources need) {}

    /** Levels one after the other. */
    public static List<Stretch> inTime(ServiceDemand demand) {
        List<Stretch> stretches = new ArrayList<>();
        for (int i = 0; i < demand.levels(); i++) {
            boolean isLast = i + 1 == demand.levels();
            long to = isLast ? demand.endMicros() : demand.startMicros(i + 1);
            stretches.add(new Stretch(demand.startMicros(i), to, demand.at(i)));
        }
        return stretches;
    }

    /** Hours by level without their order, as they first occur. */
    public static Map<Resources, Double> hours(ServiceDemand demand) {
        Map<Resources, Double> hours = new LinkedHashMap<>();
        for (Stretch each : inTime(demand)) {
            double lasted = (each.toMicros() - each.fromMicros()) / MICROS_PER_HOUR;
            hours.merge(each.need(), lasted, Double::sum);
        }
        return hours;
    }

    /** No level needs less: the most of each group, for plans that hold. */
    public static Map<Resources, Double> most(Map<Resources, Double> hours) {
        return grouped(hours, Resources::max);
    }

    /** No level needs more: the least of each group, for bounds. */
    public static Map<Resources, Double> least(Map<Resources, Double> hours) {
        return grouped(
                hours,
                (a, b) ->
                        new Resources(
                                Math.min(a.cpuMicroCores(), b.cpuMicroCores()),
                                Math.min(a.memoryBytes(), b.memoryBytes())));
    }

    /** Groups of equally many levels that are neighbours by CPU; the same if they are few. */
    private static Map<Resources, Double> grouped(
            Map<Resources, Double> hours, BinaryOperator<Resources> joined) {
        if (hours.size() <= GROUPS) {
            return hours;
        }
        List<Map.Entry<Resources, Double>> sorted = new ArrayList<>(hours.entrySet());
        sorted.sort(
                Comparator.comparingLong(
                                (Map.Entry<Resources, Double> e) -> e.getKey().cpuMicroCores())
                        .thenComparingLong(e -> e.getKey().memoryBytes()));
        Map<Resources, Double> groups = new LinkedHashMap<>();
        for (int group = 0; group < GROUPS; group++) {
            int from = (int) ((long) group * sorted.size() / GROUPS);
            int to = (int) ((group + 1L) * sorted.size() / GROUPS);
            Resources need = sorted.get(from).getKey();
            double lasted = 0;
            for (Map.Entry<Resources, Double> each : sorted.subList(from, to)) {
                need = joined.apply(need, each.getKey());
                lasted += each.getValue();
            }
            groups.merge(need, lasted, Double::sum);
        }
        return groups;
    }
}
