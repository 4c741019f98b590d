package dev.stowage.ingest.inspection;

import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is in a canonical trace: counts, windows, outcomes, classes, quantiles, censoring,
 * quarantine, provenance. A record tree, for text and for JSON.
 *
 * @param manifest of the trace
 * @param tasksByOutcome rows of the task table
 * @param tasksByClass rows of the task table
 * @param jobsByOutcome rows of the job table
 * @param jobsByClass rows of the job table
 * @param censoring counts of records that an edge of the trace cuts, by what is cut
 * @param extras counts of what tasks say besides CPU and memory; empty if they say nothing
 * @param quantiles of durations, requests and usage, by name of the quantity with its unit
 * @param arrivals of tasks
 * @param jobArrivals of jobs
 * @param quarantineExamples the first bad rows of each reason
 * @param percentiles 0 to 100 of the same quantities, for drawing
 */
public record TraceInspection(
        TraceManifest manifest,
        Map<String, Long> tasksByOutcome,
        Map<String, Long> tasksByClass,
        Map<String, Long> jobsByOutcome,
        Map<String, Long> jobsByClass,
        Map<String, Long> censoring,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> extras,
        Map<String, Quantiles> quantiles,
        Arrivals arrivals,
        Arrivals jobArrivals,
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
                Map<String, List<BadRowExample>> quarantineExamples,
        @JsonIgnore Map<String, List<Double>> percentiles) {
    /**
     * Submits over time.
     *
     * @param hours length of a span: 1, or more where the trace is very long
     * @param beforeStart submits before the start or unseen, which are in no span
     * @param counts of each span, from time 0 on
     */
    public record Arrivals(double hours, long beforeStart, List<Long> counts) {
        public Arrivals {
            counts = List.copyOf(counts);
        }
    }

    /** A bad row: where it stands and what it says. */
    public record BadRowExample(String file, long line, String text) {}

    /** How far p25 to p99 may be above the exact value, a share of it; the others are exact. */
    @JsonProperty
    public double quantileError() {
        return QuantileTally.ERROR;
    }

    /** Quantiles of the values that are present; {@code absent} says how many rows lack it. */
    public record Quantiles(
            long count,
            long absent,
            double mean,
            double min,
            double p25,
            double p50,
            double p75,
            double p90,
            double p99,
            double max) {}

    public TraceInspection {
        tasksByOutcome = ordered(tasksByOutcome);
        tasksByClass = ordered(tasksByClass);
        jobsByOutcome = ordered(jobsByOutcome);
        jobsByClass = ordered(jobsByClass);
        censoring = ordered(censoring);
        extras = ordered(extras);
        quantiles = ordered(quantiles);
        quarantineExamples = ordered(quarantineExamples);
        percentiles = ordered(percentiles);
    }

    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** Reads the whole trace once. */
    public static TraceInspection of(CanonicalTrace trace) {
        Reader reader = new Reader(trace);
        if (trace.has(CanonicalTable.TASKS)) {
            reader.readTasks();
        }
        if (trace.has(CanonicalTable.JOBS)) {
            reader.readJobs();
        }
        if (trace.has(CanonicalTable.USAGE)) {
            reader.readUsage();
        }
        Map<String, Quantiles> quantiles = new LinkedHashMap<>();
        Map<String, List<Double>> percentiles = new LinkedHashMap<>();
        reader.tallies.forEach(
                (name, tally) -> {
                    quantiles.put(name, tally.quantiles());
                    percentiles.put(name, tally.percentiles());
                });
        return new TraceInspection(
                trace.manifest(),
                reader.tasksByOutcome,
                reader.tasksByClass,
                reader.jobsByOutcome,
                reader.jobsByClass,
                reader.censoring,
                reader.extras,
                quantiles,
                reader.arrivals.arrivals(),
                reader.jobArrivals.arrivals(),
                QuarantineExamples.of(trace.path()),
                percentiles);
    }

    /** One pass over each table. */
    private static final class Reader {

        private final CanonicalTrace trace;
        private final Map<String, Long> tasksByOutcome = new LinkedHashMap<>();
        private final Map<String, Long> tasksByClass = new LinkedHashMap<>();
        private final Map<String, Long> jobsByOutcome = new LinkedHashMap<>();
        private final Map<String, Long> jobsByClass = new LinkedHashMap<>();
        private final Map<String, Long> censoring = new LinkedHashMap<>();
        private Map<String, Long> extras = Map.of();
        private final Map<String, QuantileTally> tallies = new LinkedHashMap<>();
        private final ArrivalTally arrivals = new ArrivalTally();
        private final ArrivalTally jobArrivals = new ArrivalTally();

        Reader(CanonicalTrace trace) {
            this.trace = trace;
        }

        void readTasks() {
            try (ColumnFileReader file =
                    open(
                            CanonicalTable.TASKS,
                            "outcome",
                            "class",
                            "submit_censored",
                            "schedule_censored",
                            "end_censored",
                            "duration_micros",
                            "cpu_micro_cores",
                            "memory_bytes",
                            "disk_bytes",
                            "submit_micros")) {
                while (file.nextGroup()) {
                    words(file, 0, Words.outcomes(), tasksByOutcome);
                    words(file, 1, Words.classes(), tasksByClass);
                    submits(file, 9, censored(file, 2, "tasks"), arrivals);
                    values(file, 5, "task duration, s", MICROS_PER_SECOND);
                    values(file, 6, "task CPU request, cores", Resources.MICRO_CORES_PER_CORE);
                    values(file, 7, "task memory request, GiB", Resources.BYTES_PER_GIB);
                    values(file, 8, "task disk request, GiB", Resources.BYTES_PER_GIB);
                }
            }
            extras = ExtraInspection.of(CanonicalTable.TASKS.fileIn(trace.path()), this::tally);
        }

        void readJobs() {
            try (ColumnFileReader file =
                    open(
                            CanonicalTable.JOBS,
                            "outcome",
                            "class",
                            "submit_censored",
                            "schedule_censored",
                            "end_censored",
                            "tasks",
                            "schedule_micros",
                            "end_micros",
                            "submit_micros")) {
                while (file.nextGroup()) {
                    words(file, 0, Words.outcomes(), jobsByOutcome);
                    words(file, 1, Words.classes(), jobsByClass);
                    submits(file, 8, censored(file, 2, "jobs"), jobArrivals);
                    tasksPerJob(file);
                    jobDurations(file);
                }
            }
        }

        void readUsage() {
            try (ColumnFileReader file =
                    open(
                            CanonicalTable.USAGE,
                            "cpu_micro_cores",
                            "memory_bytes",
                            "max_cpu_micro_cores",
                            "max_memory_bytes")) {
                while (file.nextGroup()) {
                    values(file, 0, "mean CPU use, cores", Resources.MICRO_CORES_PER_CORE);
                    values(file, 1, "mean memory use, GiB", Resources.BYTES_PER_GIB);
                    values(file, 2, "largest CPU use, cores", Resources.MICRO_CORES_PER_CORE);
                    values(file, 3, "largest memory use, GiB", Resources.BYTES_PER_GIB);
                }
            }
        }

        private ColumnFileReader open(CanonicalTable table, String... columns) {
            return ColumnFileReader.open(table.fileIn(trace.path()), table.columns(columns));
        }

        private static void words(
                ColumnFileReader file, int column, List<String> words, Map<String, Long> counts) {
            byte[] indexes = new byte[file.groupRows()];
            file.column(column).words(indexes, indexes.length, words);
            long[] byWord = new long[words.size()];
            for (byte index : indexes) {
                byWord[index]++;
            }
            for (int i = 0; i < byWord.length; i++) {
                counts.merge(words.get(i), byWord[i], Long::sum);
            }
        }

        /** Counts three columns of flags; returns the first, of what was submitted before. */
        private boolean[] censored(ColumnFileReader file, int firstColumn, String table) {
            List<String> names =
                    List.of(
                            " submitted before the start",
                            " scheduled before the start",
                            " alive at the end");
            boolean[] submitted = new boolean[0];
            for (int i = 0; i < names.size(); i++) {
                boolean[] values = new boolean[file.groupRows()];
                file.column(firstColumn + i).booleans(values, values.length);
                submitted = i == 0 ? values : submitted;
                long count = 0;
                for (boolean value : values) {
                    count += value ? 1 : 0;
                }
                censoring.merge(table + names.get(i), count, Long::sum);
            }
            return submitted;
        }

        private static void submits(
                ColumnFileReader file, int column, boolean[] isBeforeStart, ArrivalTally tally) {
            long[] values = new long[file.groupRows()];
            file.column(column).longs(values, values.length, CanonicalTable.ABSENT);
            for (int i = 0; i < values.length; i++) {
                tally.add(values[i], isBeforeStart[i]);
            }
        }

        private void values(ColumnFileReader file, int column, String name, double unit) {
            long[] values = new long[file.groupRows()];
            file.column(column).longs(values, values.length, CanonicalTable.ABSENT);
            QuantileTally tally = tally(name, unit);
            for (long value : values) {
                tally.add(value);
            }
        }

        private void tasksPerJob(ColumnFileReader file) {
            int[] values = new int[file.groupRows()];
            file.column(5).ints(values, values.length, 0);
            QuantileTally tally = tally("tasks per job", 1);
            for (int value : values) {
                if (value > 0) {
                    tally.add(value);
                } else {
                    tally.add(CanonicalTable.ABSENT);
                }
            }
        }

        private void jobDurations(ColumnFileReader file) {
            int rows = file.groupRows();
            long[] schedule = new long[rows];
            long[] end = new long[rows];
            file.column(6).longs(schedule, rows, CanonicalTable.ABSENT);
            file.column(7).longs(end, rows, CanonicalTable.ABSENT);
            QuantileTally tally = tally("job duration, s", MICROS_PER_SECOND);
            for (int i = 0; i < rows; i++) {
                boolean isKnown =
                        schedule[i] != CanonicalTable.ABSENT && end[i] != CanonicalTable.ABSENT;
                tally.add(isKnown ? end[i] - schedule[i] : CanonicalTable.ABSENT);
            }
        }

        private QuantileTally tally(String name, double unit) {
            return tallies.computeIfAbsent(name, key -> new QuantileTally(unit));
        }
    }
}
