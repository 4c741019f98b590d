package dev.stowage.policy.portfolio;

import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long a demand lasts at each level, in whole units of CPU and memory: its load-duration curve
 * in two resources. Immutable.
 */
final class LevelHours {
    private static final double MICROS_PER_HOUR = 3.6e9;

    final Resources unit;
    final int[] cpu;
    final int[] memory;
    final double[] hours;
    final double totalHours;
    final int mostCpu;
    final int mostMemory;

    private LevelHours(Resources unit, Map<Long, Double> levels) {
        this.unit = unit;
        this.cpu = new int[levels.size()];
        this.memory = new int[levels.size()];
        this.hours = new double[levels.size()];
        int i = 0;
        int highest = 0;
        int largest = 0;
        double total = 0;
        for (Map.Entry<Long, Double> level : levels.entrySet()) {
            cpu[i] = (int) (level.getKey() >> Integer.SIZE);
            memory[i] = (int) (long) level.getKey();
            hours[i] = level.getValue();
            highest = Math.max(highest, cpu[i]);
            largest = Math.max(largest, memory[i]);
            total += hours[i++];
        }
        this.mostCpu = highest;
        this.mostMemory = largest;
        this.totalHours = total;
    }

    /** Needs rounded up: who holds these holds the demand. */
    static LevelHours atMost(ServiceDemand demand, Resources unit) {
        return of(demand, unit, true);
    }

    /** Needs rounded down: nothing that holds the demand costs less than what holds these. */
    static LevelHours atLeast(ServiceDemand demand, Resources unit) {
        return of(demand, unit, false);
    }

    private static LevelHours of(ServiceDemand demand, Resources unit, boolean isUp) {
        Map<Long, Double> levels = new TreeMap<>();
        for (int i = 0; i < demand.levels(); i++) {
            boolean isLast = i + 1 == demand.levels();
            long end = isLast ? demand.endMicros() : demand.startMicros(i + 1);
            Resources need = demand.at(i);
            long cpu = units(need.cpuMicroCores(), unit.cpuMicroCores(), isUp);
            long memory = units(need.memoryBytes(), unit.memoryBytes(), isUp);
            levels.merge(
                    Math.toIntExact(cpu) * (1L << Integer.SIZE) + Math.toIntExact(memory),
                    (end - demand.startMicros(i)) / MICROS_PER_HOUR,
                    Double::sum);
        }
        return new LevelHours(unit, levels);
    }

    private static long units(long amount, long unit, boolean isUp) {
        return isUp ? -Math.floorDiv(-amount, unit) : amount / unit;
    }

    /** So many units. */
    Resources resources(long cpuUnits, long memoryUnits) {
        return new Resources(
                Math.multiplyExact(cpuUnits, unit.cpuMicroCores()),
                Math.multiplyExact(memoryUnits, unit.memoryBytes()));
    }

    /** Whole units of CPU in a size. */
    long cpuUnits(Resources size) {
        return size.cpuMicroCores() / unit.cpuMicroCores();
    }

    /** Whole units of memory in a size. */
    long memoryUnits(Resources size) {
        return size.memoryBytes() / unit.memoryBytes();
    }

    int levels() {
        return hours.length;
    }
}
