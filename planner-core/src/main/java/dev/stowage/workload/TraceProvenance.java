package dev.stowage.workload;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        List<String> notes) {
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
        notes = List.copyOf(notes);
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
