package dev.stowage.workflow.forecast;

import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A column that only rises, and falls back to the start now and then: not a level but a sum since
 * some start, as monitoring exports the seconds of CPU that were used.
 */
final class Counters {
    private static final int LEAST_ROWS = 20;
    private static final double NEARLY_ALWAYS = 0.9;

    /** After a reset a counter has at most this share of what it had. */
    private static final double RESET = 0.5;

    /** What was counted since a reset came at most so many times as fast as anything else. */
    private static final double FASTEST = 2;

    private static final double MICROS_PER_SECOND = 1e6;

    private Counters() {}

    /** Rows at which a column begins anew; empty if it is no such column. */
    static List<Integer> resets(ServiceDemand demand, ToLongFunction<Resources> column) {
        List<Integer> resets = new ArrayList<>();
        int rises = 0;
        for (int i = 1; i < demand.levels(); i++) {
            long before = column.applyAsLong(demand.at(i - 1));
            long value = column.applyAsLong(demand.at(i));
            if (value < before) {
                if (value > RESET * before) {
                    return List.of();
                }
                resets.add(i);
            } else if (value > before) {
                rises++;
            }
        }
        int steps = demand.levels() - 1;
        boolean isCounter =
                demand.levels() >= LEAST_ROWS
                        && rises >= NEARLY_ALWAYS * steps
                        && resets.size() <= (1 - NEARLY_ALWAYS) * steps;
        return isCounter ? resets : List.of();
    }

    /**
     * Rows at which a sum since some start begins anew: from 0, so that what it shows then can have
     * been counted since the row before. Empty if it is none: a level that falls back each night
     * falls to what it is then.
     */
    static List<Integer> resetsToZero(ServiceDemand demand, ToLongFunction<Resources> column) {
        List<Integer> resets = resets(demand, column);
        double fastest = 0;
        for (int i = 1; i < demand.levels(); i++) {
            fastest = Math.max(fastest, rate(demand, column, i, 0));
        }
        for (int i : resets) {
            long before = column.applyAsLong(demand.at(i - 1));
            if (rate(demand, column, i, before) > FASTEST * fastest) {
                return List.of();
            }
        }
        return resets;
    }

    /** Increase of a row by microsecond; with what a reset took away put back. */
    private static double rate(
            ServiceDemand demand, ToLongFunction<Resources> column, int row, long lost) {
        long before = column.applyAsLong(demand.at(row - 1)) - lost;
        double increase = column.applyAsLong(demand.at(row)) - before;
        return increase / (demand.startMicros(row) - demand.startMicros(row - 1));
    }

    /**
     * With the CPU as the increase by second from each row to the next: cores, if the column counts
     * their seconds. After a reset the increase is what has been counted since. The last row says
     * no more than the end.
     */
    static ServiceDemand ofIncrease(ServiceDemand counted) {
        int n = counted.levels() - 1;
        long[] starts = new long[n];
        long[] cpu = new long[n];
        long[] memory = new long[n];
        for (int i = 0; i < n; i++) {
            long before = counted.at(i).cpuMicroCores();
            long value = counted.at(i + 1).cpuMicroCores();
            double seconds =
                    (counted.startMicros(i + 1) - counted.startMicros(i)) / MICROS_PER_SECOND;
            starts[i] = counted.startMicros(i);
            cpu[i] = Math.round((value < before ? value : value - before) / seconds);
            memory[i] = counted.at(i).memoryBytes();
        }
        return new ServiceDemand(starts, cpu, memory, counted.startMicros(n));
    }
}
