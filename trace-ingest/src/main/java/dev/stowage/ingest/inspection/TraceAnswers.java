package dev.stowage.ingest.inspection;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceAnswer;
import dev.stowage.ingest.manifest.TraceAnswer.Can;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.manifest.TraceManifest.Window;
import dev.stowage.ingest.parquet.ColumnFileReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a trace can answer: one pass over its tasks, beside the books of its tables. */
public final class TraceAnswers {
    private static final TaskClass[] CLASSES = TaskClass.values();
    private static final String USER = "user";
    private static final double MICROS_PER_DAY = 86_400e6;
    private static final double MUCH = 0.1; // of the tasks
    private static final long FEW_TASKS = 30;
    private static final int MANY = 100;
    private static final double DAYS_OF_A_WEEKLY_PATTERN = 14;
    private static final double DAYS_OF_A_DAILY_PATTERN = 2;
    private static final List<String> COLUMNS =
            List.of(
                    "submit_micros",
                    "schedule_micros",
                    "end_micros",
                    "duration_micros",
                    "class",
                    "cpu_micro_cores",
                    "machine_id",
                    "submit_censored",
                    "priority");

    private final CanonicalTrace trace;
    private final List<TraceAnswer> answers = new ArrayList<>();
    private final long[] ofClass = new long[CLASSES.length];
    private long tasks;
    private long withDuration;
    private long scheduled;
    private long withMachine;
    private long withoutCpu;
    private long firstSubmit = Long.MAX_VALUE;
    private long lastSubmit = Long.MIN_VALUE;
    private long last = Long.MIN_VALUE;
    private long longestGap;
    private final Set<Long> priorities = new HashSet<>();

    private TraceAnswers(CanonicalTrace trace) {
        this.trace = trace;
    }

    /**
     * Reads the trace in a directory and adds what it can answer to its manifest there.
     *
     * @return the manifest as it is now
     */
    public static TraceManifest judge(Path directory) {
        CanonicalTrace trace = CanonicalTrace.open(directory);
        TraceManifest judged = trace.manifest().with(of(trace));
        judged.writeTo(directory);
        return judged;
    }

    /** Reads the trace and judges each question. */
    static List<TraceAnswer> of(CanonicalTrace trace) {
        TraceAnswers answers = new TraceAnswers(trace);
        if (trace.has(CanonicalTable.TASKS)) {
            answers.readTasks();
        }
        answers.replay();
        answers.fit();
        answers.objectives();
        answers.place();
        answers.rightSize();
        answers.forecast();
        return answers.answers;
    }

    private void readTasks() {
        String[] names = COLUMNS.toArray(new String[0]);
        try (TableRows rows = TableRows.open(trace.path(), CanonicalTable.TASKS, names)) {
            while (rows.next()) {
                tasks++;
                withDuration += rows.value(3) == ABSENT ? 0 : 1;
                scheduled += rows.value(1) == ABSENT ? 0 : 1;
                withoutCpu += rows.value(5) == ABSENT ? 1 : 0;
                withMachine += rows.value(6) == ABSENT ? 0 : 1;
                ofClass[(int) rows.value(4)]++;
                if (priorities.size() < MANY) {
                    priorities.add(rows.value(8));
                }
                if (rows.value(7) == 0) {
                    longestGap =
                            lastSubmit == Long.MIN_VALUE
                                    ? 0
                                    : Math.max(longestGap, rows.value(0) - lastSubmit);
                    firstSubmit = Math.min(firstSubmit, rows.value(0));
                    lastSubmit = Math.max(lastSubmit, rows.value(0));
                }
                for (int time = 0; time < 3; time++) {
                    last = Math.max(last, rows.value(time));
                }
            }
        }
    }

    private void say(String question, Can can, String because) {
        answers.add(new TraceAnswer(question, can, because, false));
    }

    private void alarm(String question, Can can, String because) {
        answers.add(new TraceAnswer(question, can, because, true));
    }

    private void replay() {
        String apart = jobsAndTasksApart();
        if (tasks == 0) {
            say("replay", Can.NO, "there are no tasks");
        } else if (withDuration == 0) {
            alarm(
                    "replay",
                    Can.NO,
                    "no task has a duration: what runs stays until the end of a run, so makespan,"
                            + " energy and waiting say nothing");
        } else if (!apart.isEmpty()) {
            alarm("replay", Can.PARTLY, apart);
        } else if (tasks - withDuration > MUCH * tasks) {
            say(
                    "replay",
                    Can.PARTLY,
                    share(tasks - withDuration)
                            + " of the tasks have no duration: they never ran, or are alive at the"
                            + " end");
        } else if (withoutCpu > MUCH * tasks) {
            say("replay", Can.PARTLY, share(withoutCpu) + " of the tasks have no CPU request");
        } else if (trace.manifest().provenance().sampleBy().equals(Optional.of("load"))) {
            say(
                    "replay",
                    Can.PARTLY,
                    "whole jobs weigh more beside fewer servers: waits are not those of the whole");
        } else {
            say("replay", Can.YES, share(withDuration) + " of the tasks have a duration");
        }
    }

    /** Empty if they overlap, or one of them is not known. */
    private String jobsAndTasksApart() {
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        if (trace.has(CanonicalTable.JOBS)) {
            try (TableRows jobs =
                    TableRows.open(
                            trace.path(),
                            CanonicalTable.JOBS,
                            "submit_micros",
                            "submit_censored")) {
                while (jobs.next()) {
                    from = jobs.value(1) == 0 ? Math.min(from, jobs.value(0)) : from;
                    to = jobs.value(1) == 0 ? Math.max(to, jobs.value(0)) : to;
                }
            }
        }
        boolean isKnown = from <= to && firstSubmit <= lastSubmit;
        return !isKnown || (from <= lastSubmit && firstSubmit <= to)
                ? ""
                : ("jobs are submitted from " + text(from, to))
                        + (", tasks from " + text(firstSubmit, lastSubmit))
                        + ": they do not overlap in time";
    }

    private String withoutDurations() {
        return tasks == 0 ? "there are no tasks" : "no task has a duration";
    }

    private void fit() {
        Provenance provenance = trace.manifest().provenance();
        String by = provenance.sampleBy().orElse("jobs");
        List<String> few = new ArrayList<>();
        for (int c = 0; c < CLASSES.length; c++) {
            long count = ofClass[c];
            if (count > 0 && count < FEW_TASKS) {
                few.add(count + " " + CLASSES[c].name().toLowerCase(Locale.ROOT).replace('_', '-'));
            }
        }
        if (withDuration == 0) {
            say("fit", Can.NO, withoutDurations());
        } else if (provenance.holdsSample() && by.equals("jobs")) {
            say("fit", Can.PARTLY, "it is a sample of jobs, whose load is not that of the whole");
        } else if (by.equals("tasks")) {
            say("fit", Can.PARTLY, "jobs have a share of their tasks: they are smaller");
        } else if (longestGap > MUCH * (lastSubmit - firstSubmit) && longestGap > MICROS_PER_DAY) {
            say(
                    "fit",
                    Can.PARTLY,
                    String.format(
                            Locale.ROOT,
                            "nothing is submitted for %.1f of %.1f days",
                            longestGap / MICROS_PER_DAY,
                            (lastSubmit - firstSubmit) / MICROS_PER_DAY));
        } else if (!few.isEmpty()) {
            say("fit", Can.PARTLY, "few tasks: " + String.join(", ", few));
        } else {
            say("fit", Can.YES, withDuration + " tasks with a duration");
        }
    }

    /** Which objectives of a plan say something. */
    private void objectives() {
        if (withDuration == 0) {
            say("objectives", Can.NO, withoutDurations());
            return;
        }
        List<String> with = new ArrayList<>(List.of("waits", "makespan"));
        long classes = Arrays.stream(ofClass).filter(count -> count > 0).count();
        if (classes > 1) {
            with.add("by class");
        }
        if (priorities.size() > 1) {
            with.add(
                    priorities.size() == MANY
                            ? "by priority"
                            : "by " + priorities.size() + " priorities");
        }
        if (hasUsers()) {
            with.add("by user");
        }
        if (trace.columns().contains(TaskColumn.USAGE) || window("usage") != null) {
            with.add("measured use");
        }
        String all = String.join(", ", with);
        if (firstSubmit >= lastSubmit && tasks > 1) {
            say(
                    "objectives",
                    Can.PARTLY,
                    "all tasks are submitted at one moment, so waits are those of a start: " + all);
        } else {
            say("objectives", Can.YES, all);
        }
    }

    /** True if some task, or some job, says whose it is: a column alone says nothing. */
    private boolean hasUsers() {
        CanonicalTable table =
                ColumnFileReader.columnNames(CanonicalTable.TASKS.fileIn(trace.path()))
                                .contains(USER)
                        ? CanonicalTable.TASKS
                        : CanonicalTable.JOBS;
        if (!trace.has(table)) {
            return false;
        }
        try (TableRows rows = TableRows.open(trace.path(), table, USER)) {
            while (rows.next()) {
                if (rows.text(0) != null) {
                    return true;
                }
            }
        }
        return false;
    }

    private void place() {
        if (!trace.has(CanonicalTable.MACHINES)) {
            say("place", Can.PARTLY, "there are no machines: only on --servers of your own");
        } else if (scheduled == 0) {
            say("place", Can.NO, "no task was scheduled");
        } else if (withMachine < scheduled) {
            String share = share(scheduled - withMachine);
            say("place", Can.PARTLY, share + " of the tasks ran on a machine that is not said");
        } else {
            say("place", Can.YES, "machines, and where tasks ran, are there");
        }
    }

    private void rightSize() {
        Window usage = window("usage");
        if (usage == null) {
            say("right-size", Can.NO, "there are no measurements of use over time");
        } else if (tasks > 0 && firstSubmit <= last && !overlap(usage, firstSubmit, last)) {
            alarm(
                    "right-size",
                    Can.PARTLY,
                    ("measurements are from " + text(usage.from(), usage.to()))
                            + (", the events of tasks from " + text(firstSubmit, last))
                            + ": they do not overlap in time");
        } else {
            say("right-size", Can.YES, "measurements of " + text(usage.from(), usage.to()));
        }
    }

    private void forecast() {
        double days = firstSubmit > last ? 0 : (last - firstSubmit) / MICROS_PER_DAY;
        String length = String.format(Locale.ROOT, "%.1f days of history", days);
        if (tasks > 0 && withDuration == 0) {
            say("forecast", Can.NO, "no task has a duration: what ended before is not there");
        } else if (days < DAYS_OF_A_DAILY_PATTERN) {
            say("forecast", Can.NO, length + ": less than two of a daily pattern");
        } else if (days < DAYS_OF_A_WEEKLY_PATTERN) {
            say("forecast", Can.PARTLY, length + ": no weekly pattern");
        } else {
            say("forecast", Can.YES, length);
        }
    }

    private @Nullable Window window(String table) {
        return trace.manifest().table(table).map(TraceManifest.Table::windowMicros).orElse(null);
    }

    private static boolean overlap(Window window, long from, long to) {
        return window.from() <= to && from <= window.to();
    }

    private String share(long count) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * count / tasks);
    }

    private static String text(long from, long to) {
        return String.format(
                Locale.ROOT, "%.2f to %.2f d", from / MICROS_PER_DAY, to / MICROS_PER_DAY);
    }
}
