package dev.stowage.sim.metrics;

import dev.stowage.basis.InputException;
import dev.stowage.basis.PlainState;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.run.SeriesLog;
import dev.stowage.run.TimeSeries;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The means of levels over rows of equal length. Without a log there are at most {@value #MAX_ROWS}
 * of them: when they are full, neighbours are merged and the length doubles. With a log the length
 * stays and the rows go there, block by block.
 */
final class LevelSeries implements PlainState {
    /** Length of a row at first. */
    static final long FIRST_STEP_MICROS = 1_000_000;

    private static final int MAX_ROWS = 2048;
    private static final long MOST_ROWS = 200_000_000; // in a log: some 20 GB

    private final RunLevels levels;
    private final @Nullable FragmentationSampler fragmentation;
    private final @Nullable SeriesLog log;
    private final long startMicros;
    private final double[][] means; // by column of the levels
    private final long[] taken; // of each column
    private long stepMicros;
    private long firstRow; // rows that went to the log
    private long rowStartMicros;
    private int rows;

    /** Rows that merge; {@code fragmentation} is sampled at their ends. */
    LevelSeries(RunLevels levels, FragmentationSampler fragmentation, long startMicros) {
        this(levels, fragmentation, null, startMicros, FIRST_STEP_MICROS);
    }

    /** Rows of one length, for a log. */
    LevelSeries(RunLevels levels, SeriesLog log, long startMicros, long stepMicros) {
        this(levels, null, log, startMicros, stepMicros);
    }

    private LevelSeries(
            RunLevels levels,
            @Nullable FragmentationSampler fragmentation,
            @Nullable SeriesLog log,
            long startMicros,
            long stepMicros) {
        this.levels = levels;
        this.fragmentation = fragmentation;
        this.log = log;
        this.startMicros = startMicros;
        this.stepMicros = stepMicros;
        rowStartMicros = startMicros;
        means = new double[lastColumn(levels) + 1][MAX_ROWS];
        taken = new long[2 * means.length];
    }

    private static int lastColumn(RunLevels levels) {
        return levels.hasGpus()
                ? RunLevels.GPUS_CAPACITY
                : levels.hasUse() ? RunLevels.MEMORY_USED : RunLevels.UP;
    }

    /** The levels hold until {@code nowMicros}: closes the rows that end by then. */
    void advance(long nowMicros) {
        while (nowMicros - rowStartMicros >= stepMicros) {
            closeRow(rowStartMicros + stepMicros);
            if (fragmentation != null) {
                fragmentation.sampleAt(rowStartMicros);
            }
            if (rows == MAX_ROWS) {
                makeRoom();
            }
        }
    }

    /**
     * The same for two series of the same levels, row after row in order of their ends: what a
     * level has summed up by the end of one row can't be told for an earlier time.
     */
    static void advance(LevelSeries one, LevelSeries other, long nowMicros) {
        while (true) {
            long oneEnd = one.rowEndMicros();
            long otherEnd = other.rowEndMicros();
            long end = Math.min(oneEnd, otherEnd);
            if (end > nowMicros) {
                return;
            }
            (end == oneEnd ? one : other).advance(end);
        }
    }

    private long rowEndMicros() {
        long end = rowStartMicros + stepMicros;
        return end < rowStartMicros ? Long.MAX_VALUE : end;
    }

    private void closeRow(long endMicros) {
        double length = endMicros - rowStartMicros;
        for (int column = 0; column < means.length; column++) {
            means[column][rows] = levels.series(column).take(endMicros, taken, 2 * column) / length;
        }
        rows++;
        rowStartMicros = endMicros;
    }

    private void makeRoom() {
        if (log == null) {
            mergeRows();
        } else {
            flush(log);
        }
    }

    private void flush(SeriesLog to) {
        to.rows(new TimeSeries(stepMicros, times(), columns()));
        firstRow += rows;
        rows = 0;
        if (firstRow > MOST_ROWS) {
            throw InputException.at(
                    "resolution of the series",
                    "%g s, more than %,d rows".formatted(stepMicros / 1e6, MOST_ROWS),
                    "fewer",
                    "Choose longer rows.");
        }
    }

    private void mergeRows() {
        for (double[] column : means) {
            for (int i = 0; i < MAX_ROWS / 2; i++) {
                column[i] = (column[2 * i] + column[2 * i + 1]) / 2;
            }
        }
        rows = MAX_ROWS / 2;
        stepMicros *= 2;
    }

    /** All rows until {@code endMicros}; the last one may be shorter. */
    TimeSeries close(long endMicros) {
        advance(endMicros);
        if (endMicros > rowStartMicros) {
            closeRow(endMicros);
        } else if (rows + firstRow == 0) { // all happened in one instant: the levels after it
            for (int column = 0; column < means.length; column++) {
                means[column][0] = levels.series(column).level();
            }
            rows = 1;
        }
        TimeSeries series = new TimeSeries(stepMicros, times(), columns());
        if (log != null && rows > 0) {
            log.rows(series);
        }
        return series;
    }

    private long[] times() {
        long[] times = new long[rows];
        Arrays.setAll(times, i -> startMicros + (firstRow + i) * stepMicros);
        return times;
    }

    private Map<String, double[]> columns() {
        double core = Resources.MICRO_CORES_PER_CORE;
        double gib = Resources.BYTES_PER_GIB;
        Map<String, double[]> columns = new LinkedHashMap<>();
        columns.put("cpuAllocatedShare", ratio(RunLevels.CPU_ALLOCATED, RunLevels.CPU_CAPACITY));
        columns.put(
                "memoryAllocatedShare",
                ratio(RunLevels.MEMORY_ALLOCATED, RunLevels.MEMORY_CAPACITY));
        columns.put("cpuAllocatedCores", scaled(RunLevels.CPU_ALLOCATED, core));
        columns.put("memoryAllocatedGib", scaled(RunLevels.MEMORY_ALLOCATED, gib));
        columns.put("cpuCapacityCores", scaled(RunLevels.CPU_CAPACITY, core));
        columns.put("memoryCapacityGib", scaled(RunLevels.MEMORY_CAPACITY, gib));
        columns.put("cpuDemandCores", sum(RunLevels.CPU_ALLOCATED, RunLevels.CPU_QUEUED, core));
        columns.put(
                "memoryDemandGib", sum(RunLevels.MEMORY_ALLOCATED, RunLevels.MEMORY_QUEUED, gib));
        columns.put("tasksRunning", scaled(RunLevels.RUNNING, 1));
        columns.put("tasksPending", scaled(RunLevels.PENDING, 1));
        columns.put("serversInUse", scaled(RunLevels.IN_USE, 1));
        columns.put("serversUp", scaled(RunLevels.UP, 1));
        if (levels.hasUse()) {
            columns.put("cpuUsedShare", ratio(RunLevels.CPU_USED, RunLevels.CPU_CAPACITY));
            columns.put("memoryUsedShare", ratio(RunLevels.MEMORY_USED, RunLevels.MEMORY_CAPACITY));
            columns.put("cpuUsedCores", scaled(RunLevels.CPU_USED, core));
            columns.put("memoryUsedGib", scaled(RunLevels.MEMORY_USED, gib));
        }
        if (levels.hasGpus()) {
            double gpu = ServerExtras.MICROS_PER_GPU;
            columns.put("gpusAllocated", scaled(RunLevels.GPUS_ALLOCATED, gpu));
            columns.put("gpusCapacity", scaled(RunLevels.GPUS_CAPACITY, gpu));
        }
        return columns;
    }

    private double[] sum(int a, int b, double unit) {
        double[] sums = new double[rows];
        Arrays.setAll(sums, i -> (means[a][i] + means[b][i]) / unit);
        return sums;
    }

    private double[] scaled(int column, double unit) {
        return Arrays.stream(means[column], 0, rows).map(value -> value / unit).toArray();
    }

    private double[] ratio(int part, int whole) {
        double[] shares = new double[rows];
        for (int i = 0; i < rows; i++) {
            shares[i] = means[whole][i] == 0 ? 0 : means[part][i] / means[whole][i];
        }
        return shares;
    }
}
