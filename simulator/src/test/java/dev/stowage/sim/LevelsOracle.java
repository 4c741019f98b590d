package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import dev.stowage.run.RunSummary;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.TimeSeries;
import dev.stowage.sim.ColumnWorkload.Row;
import dev.stowage.sim.NaiveSimulation.Levels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What a run makes of its levels (every column of its series, time-weighted figures, fragmentation,
 * energy), made once more from the list of the states that an oracle has after each instant.
 */
final class LevelsOracle {
    /** The series of a chosen resolution, as its log gets it in blocks. */
    static final class Chosen implements SeriesLog {
        private final List<TimeSeries> blocks = new ArrayList<>();

        @Override
        public void rows(TimeSeries block) {
            blocks.add(block);
        }

        /** All blocks in a row. */
        TimeSeries whole() {
            Map<String, double[]> columns = new LinkedHashMap<>();
            for (String name : blocks.get(0).columns().keySet()) {
                columns.put(
                        name,
                        blocks.stream()
                                .flatMapToDouble(block -> Arrays.stream(block.columns().get(name)))
                                .toArray());
            }
            long[] times =
                    blocks.stream()
                            .flatMapToLong(block -> Arrays.stream(block.timeMicros()))
                            .toArray();
            return new TimeSeries(blocks.get(0).stepMicros(), times, columns);
        }
    }

    private final List<Levels> states; // from the first submit to the last task event
    private final List<Row> rows;
    private final long startMicros;
    private final long length;

    LevelsOracle(List<Levels> levels, List<Row> rows, long firstSubmit, long lastTaskEvent) {
        states =
                levels.stream()
                        .filter(at -> at.time() >= firstSubmit && at.time() <= lastTaskEvent)
                        .toList();
        this.rows = rows;
        startMicros = firstSubmit;
        length = lastTaskEvent - firstSubmit;
    }

    void compare(RunSummary summary) {
        compareShare(
                states,
                state -> ratio(state.cpu(), state.cpuCapacity()),
                summary.utilisation().cpuAllocated());
        compareShare(
                states,
                state -> ratio(state.memory(), state.memoryCapacity()),
                summary.utilisation().memoryAllocated());
        OracleTest.near(summary.serversInUse().mean(), mean(states, Levels::inUse), 1e-12);
        assertThat((double) summary.serversInUse().peak()).isEqualTo(peak(states, Levels::inUse));
        double kWh = length == 0 ? 0 : mean(states, Levels::watts) * (length / 1e6) / 3.6e6;
        OracleTest.near(summary.energy().kWh(), kWh, 1e-6);
        compareFragmentation(summary.fragmentation());
    }

    /** Every column of a series; the twelve must be there, in this order. */
    void compare(TimeSeries series) {
        Map<String, double[]> expected = new LinkedHashMap<>();
        double core = Resources.MICRO_CORES_PER_CORE;
        double gib = Resources.BYTES_PER_GIB;
        expected.put("cpuAllocatedShare", ratio(series, Levels::cpu, Levels::cpuCapacity));
        expected.put("memoryAllocatedShare", ratio(series, Levels::memory, Levels::memoryCapacity));
        expected.put("cpuAllocatedCores", means(series, Levels::cpu, core));
        expected.put("memoryAllocatedGib", means(series, Levels::memory, gib));
        expected.put("cpuCapacityCores", means(series, Levels::cpuCapacity, core));
        expected.put("memoryCapacityGib", means(series, Levels::memoryCapacity, gib));
        expected.put("cpuDemandCores", means(series, at -> at.cpu() + at.cpuQueued(), core));
        expected.put("memoryDemandGib", means(series, at -> at.memory() + at.memoryQueued(), gib));
        expected.put("tasksRunning", means(series, Levels::running, 1));
        expected.put("tasksPending", means(series, Levels::pending, 1));
        expected.put("serversInUse", means(series, Levels::inUse, 1));
        expected.put("serversUp", means(series, Levels::up, 1));
        assertThat(List.copyOf(series.columns().keySet()))
                .isEqualTo(List.copyOf(expected.keySet()));
        long step = series.stepMicros();
        int count = length == 0 ? 1 : (int) ((length + step - 1) / step);
        assertThat(series.timeMicros()).hasSize(count);
        for (int row = 0; row < count; row++) {
            assertThat(series.timeMicros()[row]).isEqualTo(startMicros + row * step);
        }
        expected.forEach(
                (name, column) -> {
                    assertThat(series.columns().get(name)).as(name).hasSize(count);
                    for (int row = 0; row < count; row++) {
                        assertThat(series.columns().get(name)[row])
                                .as("%s, row %d", name, row)
                                .isCloseTo(column[row], within(column[row] * 1e-9 + 1e-18));
                    }
                });
    }

    /** The mean level of each row. */
    private double[] means(TimeSeries series, ToLongFunction<Levels> level, double unit) {
        double[] means = new double[series.size()];
        int first = 0; // state that is not over when the row begins
        for (int row = 0; row < means.length; row++) {
            long from = series.timeMicros()[row];
            long to = Math.min(startMicros + length, from + series.stepMicros());
            while (first + 1 < states.size() && states.get(first + 1).time() <= from) {
                first++;
            }
            double sum = 0;
            for (int i = first; i < states.size() && states.get(i).time() <= to; i++) {
                long end = i + 1 < states.size() ? states.get(i + 1).time() : startMicros + length;
                long overlap = Math.min(to, end) - Math.max(from, states.get(i).time());
                sum += overlap > 0 ? (double) level.applyAsLong(states.get(i)) * overlap : 0;
            }
            Levels last = states.get(states.size() - 1);
            means[row] = (to > from ? sum / (to - from) : level.applyAsLong(last)) / unit;
        }
        return means;
    }

    private double[] ratio(
            TimeSeries series, ToLongFunction<Levels> part, ToLongFunction<Levels> whole) {
        double[] parts = means(series, part, 1);
        double[] wholes = means(series, whole, 1);
        Arrays.setAll(parts, row -> wholes[row] == 0 ? 0 : parts[row] / wholes[row]);
        return parts;
    }

    // --- fragmentation ---

    /** One sample a second at first; when there are 128, neighbours are joined. */
    private void compareFragmentation(RunSummary.Fragmentation actual) {
        List<double[]> samples = new ArrayList<>();
        long step = 1_000_000;
        for (long at = startMicros + step; at <= startMicros + length; at += step) {
            samples.add(fragmented(at - 1));
            if (samples.size() == 128) {
                List<double[]> joined = new ArrayList<>();
                for (int i = 0; i < 128; i += 2) {
                    double[] a = samples.get(i);
                    double[] b = samples.get(i + 1);
                    joined.add(new double[] {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2});
                }
                samples = joined;
                step *= 2;
            }
        }
        if (samples.isEmpty()) {
            samples.add(fragmented(startMicros + length));
        }
        double median = samples.stream().mapToDouble(each -> each[0]).average().orElseThrow();
        double p90 = samples.stream().mapToDouble(each -> each[1]).average().orElseThrow();
        assertThat(actual.medianTask()).isCloseTo(median, within(1e-12));
        assertThat(actual.p90Task()).isCloseTo(p90, within(1e-12));
    }

    /** After all that happened by then: for a median task, and for the 90th percentile. */
    private double[] fragmented(long time) {
        Levels state = states.get(0);
        for (Levels next : states) {
            state = next.time() <= time ? next : state;
        }
        List<Row> seen = rows.stream().filter(row -> row.submit() <= time).toList();
        return new double[] {fragmented(state, seen, 0.5), fragmented(state, seen, 0.9)};
    }

    private static double fragmented(Levels state, List<Row> seen, double p) {
        int rank = (int) Math.ceil(p * seen.size() - 1e-9) - 1;
        long cpu = seen.stream().mapToLong(Row::cpu).sorted().toArray()[rank];
        long memory = seen.stream().mapToLong(Row::memory).sorted().toArray()[rank];
        double free = 0;
        double lost = 0;
        for (NaiveSimulation.Room room : state.rooms()) {
            free += room.cpu();
            lost += room.cpu() < cpu || room.memory() < memory ? room.cpu() : 0;
        }
        return free == 0 ? 0 : lost / free;
    }

    // --- time-weighted figures ---

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static double mean(List<Levels> states, ToDoubleFunction<Levels> level) {
        long length = states.get(states.size() - 1).time() - states.get(0).time();
        if (length == 0) {
            return level.applyAsDouble(states.get(0));
        }
        double sum = 0;
        for (int i = 0; i + 1 < states.size(); i++) {
            sum +=
                    level.applyAsDouble(states.get(i))
                            * (states.get(i + 1).time() - states.get(i).time());
        }
        return sum / length;
    }

    private static double peak(List<Levels> states, ToDoubleFunction<Levels> level) {
        return states.stream()
                .limit(Math.max(1, states.size() - 1))
                .mapToDouble(level)
                .max()
                .orElse(0);
    }

    private static void compareShare(
            List<Levels> states, ToDoubleFunction<Levels> share, RunSummary.Level actual) {
        OracleTest.near(actual.mean(), mean(states, share), 1e-12);
        OracleTest.near(actual.peak(), peak(states, share), 0);
        if (states.size() > 1) {
            assertThat(actual.p50()).isCloseTo(quantile(states, share, 0.5), within(1.0001e-4));
            assertThat(actual.p95()).isCloseTo(quantile(states, share, 0.95), within(1.0001e-4));
        }
    }

    private static double quantile(List<Levels> states, ToDoubleFunction<Levels> share, double p) {
        long length = states.get(states.size() - 1).time() - states.get(0).time();
        double[] values = states.stream().mapToDouble(share).sorted().distinct().toArray();
        for (double value : values) {
            long below = 0;
            for (int i = 0; i + 1 < states.size(); i++) {
                if (share.applyAsDouble(states.get(i)) <= value) {
                    below += states.get(i + 1).time() - states.get(i).time();
                }
            }
            if (below >= p * length) {
                return value;
            }
        }
        throw new AssertionError("no quantile");
    }
}
