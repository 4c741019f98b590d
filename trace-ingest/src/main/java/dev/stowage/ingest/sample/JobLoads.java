package dev.stowage.ingest.sample;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What each job of a trace asks for, in order of its first task. */
final class JobLoads {
    /** What is kept in proportion. */
    enum Measure {
        CORE_SECONDS(0, "coreSeconds", "core-seconds"),
        GIB_SECONDS(1, "gibSeconds", "GiB-seconds"),
        CORES(2, "cores", "cores asked for"),
        TASKS(3, "tasks", "tasks");

        private final int place;
        private final String fact;
        private final String words;

        Measure(int place, String fact, String words) {
            this.place = place;
            this.fact = fact;
            this.words = words;
        }

        /** Where amounts have it. */
        int place() {
            return place;
        }

        String fact() {
            return fact;
        }

        String words() {
            return words;
        }
    }

    private static final double MICROS = 1e6;
    private static final double GIB = 1L << 30;

    /** A job: its ID, its first submit, and what it asks for by measure. */
    static final class JobLoad {
        private final long id;
        private final long submitMicros;
        private final double[] amounts;

        JobLoad(long id, long submitMicros, double... amounts) {
            this.id = id;
            this.submitMicros = submitMicros;
            this.amounts = amounts;
        }

        long id() {
            return id;
        }

        long submitMicros() {
            return submitMicros;
        }

        double[] amounts() {
            return amounts;
        }

        double of(Measure measure) {
            return amounts[measure.place()];
        }

        private void add(double seconds, long cpuMicroCores, long memoryBytes) {
            double cores = Math.max(0, cpuMicroCores) / MICROS; // absent is the least of all
            double gib = Math.max(0, memoryBytes) / GIB;
            amounts[Measure.CORE_SECONDS.place()] += cores * seconds;
            amounts[Measure.GIB_SECONDS.place()] += gib * seconds;
            amounts[Measure.CORES.place()] += cores;
            amounts[Measure.TASKS.place()]++;
        }
    }

    private JobLoads() {}

    /** Reads the tasks twice; a task that has no end runs to the last time of all. */
    static List<JobLoad> of(Path directory) {
        return of(directory, (job, index) -> true);
    }

    /** Of the tasks of a choice alone. */
    static List<JobLoad> of(Path directory, TaskChoice choice) {
        long last = last(directory);
        Map<Long, JobLoad> jobs = new HashMap<>();
        List<JobLoad> inOrder = new ArrayList<>();
        try (TableRows rows = rows(directory)) {
            while (rows.next()) {
                if (!choice.keeps(rows.value(0), (int) rows.value(7))) {
                    continue;
                }
                long submit = rows.value(1);
                JobLoad job =
                        jobs.computeIfAbsent(
                                rows.value(0),
                                id -> {
                                    JobLoad made = new JobLoad(id, submit, new double[4]);
                                    inOrder.add(made);
                                    return made;
                                });
                job.add(runMicros(rows, last) / MICROS, rows.value(5), rows.value(6));
            }
        }
        return inOrder;
    }

    /** The sum of a measure. */
    static double total(List<JobLoad> jobs, Measure measure) {
        return jobs.stream().mapToDouble(job -> job.of(measure)).sum();
    }

    /** The most that one job has. */
    static double largest(List<JobLoad> jobs, Measure measure) {
        return jobs.stream().mapToDouble(job -> job.of(measure)).max().orElse(0);
    }

    /** Tells a choice of every task. */
    static void show(Path directory, TaskChoice choice) {
        try (TableRows rows =
                TableRows.open(directory, CanonicalTable.TASKS, "job_id", "task_index")) {
            while (rows.next()) {
                choice.see(rows.value(0), (int) rows.value(1));
            }
        }
    }

    private static TableRows rows(Path directory) {
        return TableRows.open(
                directory,
                CanonicalTable.TASKS,
                "job_id",
                "submit_micros",
                "schedule_micros",
                "end_micros",
                "duration_micros",
                "cpu_micro_cores",
                "memory_bytes",
                "task_index");
    }

    private static long last(Path directory) {
        long last = 0;
        try (TableRows rows = rows(directory)) {
            while (rows.next()) {
                for (int time = 1; time <= 3; time++) {
                    last = Math.max(last, rows.value(time)); // absent is the least of all
                }
            }
        }
        return last;
    }

    private static long runMicros(TableRows rows, long last) {
        if (rows.value(4) != ABSENT) {
            return rows.value(4);
        }
        boolean isOpen = rows.value(2) != ABSENT && rows.value(3) == ABSENT;
        return isOpen ? last - rows.value(2) : 0;
    }
}
