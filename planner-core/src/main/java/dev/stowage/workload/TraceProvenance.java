package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskColumn;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the observations of a model come from.
 *
 * @param trace name of the trace
 * @param format trace format, as named on the command line
 * @param attribution who published the trace and under which licence; empty if unknown
 * @param classRule how jobs were told apart, as {@code ingest} prints it
 * @param machine what 1.0 of a normalised request stands for
 * @param tables per table of the trace what was read of it, in a fixed order
 * @param files names of the source files, in order
 * @param asked how many of its tasks ask for more than CPU and memory when they are replayed, by
 *     what it is; absent if none does, or nobody counted
 * @param notes what a reader of the model must know, one sentence each
 */
public record TraceProvenance(
        String trace,
        String format,
        String attribution,
        String classRule,
        Resources machine,
        Map<String, Table> tables,
        List<String> files,
        Map<TaskColumn, Long> asked,
        List<String> notes) {
    /** What tasks may ask for so that it decides where and when they run. */
    public static final Set<TaskColumn> DEMANDS =
            Collections.unmodifiableSet(
                    EnumSet.of(
                            TaskColumn.GPU,
                            TaskColumn.DISK,
                            TaskColumn.NETWORK,
                            TaskColumn.CONSTRAINTS,
                            TaskColumn.STAGES));

    /** Name under which {@link #tables} holds the job table. */
    public static final String JOBS = "jobs";

    /** Name under which {@link #tables} holds the task table. */
    public static final String TASKS = "tasks";

    /**
     * What was read of one table.
     *
     * @param rows rows used
     * @param fromSeconds start of its window, seconds since the start of the trace
     * @param toSeconds end of its window, at least {@code fromSeconds}
     */
    public record Table(long rows, double fromSeconds, double toSeconds) {
        public Table {
            Check.notNegative("rows", rows);
            Check.notNegative("fromSeconds", fromSeconds);
            Check.inRange("toSeconds", toSeconds, fromSeconds, Double.MAX_VALUE);
        }

        /** Length of the window, s. */
        public double lengthSeconds() {
            return toSeconds - fromSeconds;
        }
    }

    public TraceProvenance {
        Check.notBlank("trace", trace);
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        files = List.copyOf(files);
        asked = Collections.unmodifiableMap(asked.isEmpty() ? Map.of() : new EnumMap<>(asked));
        notes = List.copyOf(notes);
    }

    /** Of a trace whose tasks ask for CPU and memory alone. */
    public TraceProvenance(
            String trace,
            String format,
            String attribution,
            String classRule,
            Resources machine,
            Map<String, Table> tables,
            List<String> files,
            List<String> notes) {
        this(trace, format, attribution, classRule, machine, tables, files, Map.of(), notes);
    }

    /**
     * What tasks of the trace ask for that the tasks drawn of a model don't, a sentence each.
     *
     * @param drawn what these have
     */
    public List<String> undrawn(Set<TaskColumn> drawn) {
        Table recorded = tables.get(TASKS);
        String of = recorded == null ? "" : " of " + count(recorded.rows());
        return asked.entrySet().stream()
                .filter(each -> !drawn.contains(each.getKey()))
                .map(
                        each ->
                                count(each.getValue())
                                        + of
                                        + " tasks of "
                                        + trace
                                        + " have "
                                        + each.getKey().label()
                                        + " ("
                                        + each.getKey().description()
                                        + "), and tasks that are drawn have none.")
                .toList();
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * Length of the window in which jobs arrive, s: up to the end of the tasks where all jobs are
     * submitted at one moment; 0 if that is the end too, or without tables.
     */
    public double windowSeconds() {
        Table arrivals = arrivals();
        Table recorded = tables.get(TASKS);
        if (arrivals == null) {
            return 0;
        }
        return arrivals.lengthSeconds() > 0 || recorded == null
                ? arrivals.lengthSeconds()
                : Math.max(0, recorded.toSeconds() - arrivals.fromSeconds());
    }

    /**
     * The table that job arrivals come from: jobs, or tasks in a trace whose source has no rows of
     * jobs; null without both.
     */
    public @Nullable Table arrivals() {
        Table jobs = tables.get(JOBS);
        Table tasks = tables.get(TASKS);
        return tasks != null && (jobs == null || jobs.rows() == 0) ? tasks : jobs;
    }
}
