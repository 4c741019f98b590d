package dev.stowage.ingest.export;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.TaskOutcome;
import java.util.List;

/** What a CSV, which knows jobs from their tasks only, does not keep of the other tables. */
final class JobDepartures {
    private static final List<TaskOutcome> OUTCOMES = List.of(TaskOutcome.values());

    private JobDepartures() {}

    /** Counts; {@code areOthers} if the jobs were not made of the tasks that are written. */
    static void count(CanonicalTrace trace, Departures departures, boolean areOthers) {
        if (trace.has(CanonicalTable.JOBS)) {
            countJobs(trace, departures, areOthers);
        }
        for (CanonicalTable table : List.of(CanonicalTable.MACHINES, CanonicalTable.USAGE)) {
            countRows(trace, table, departures);
        }
    }

    /** Counts all rows of a table that is left out. */
    static void countRows(CanonicalTrace trace, CanonicalTable table, Departures departures) {
        if (trace.has(table)) {
            try (TableRows rows = TableRows.openAll(trace.path(), table)) {
                departures.count(table.tableName(), rows.size());
            }
        }
    }

    private static void countJobs(CanonicalTrace trace, Departures departures, boolean areOthers) {
        int finished = OUTCOMES.indexOf(TaskOutcome.FINISHED);
        try (TableRows rows = TableRows.openAll(trace.path(), CanonicalTable.JOBS)) {
            while (rows.next()) {
                for (String column : List.of("schedule_micros", "end_micros", "scheduling_class")) {
                    long value = rows.value(rows.column(column));
                    departures.compare("jobs." + column, value, ABSENT);
                }
                for (String column :
                        List.of(
                                "submit_censored",
                                "schedule_censored",
                                "end_censored",
                                "resubmissions")) {
                    departures.compare("jobs." + column, rows.value(rows.column(column)), 0);
                }
                for (String column : List.of("name", "logical_name")) {
                    departures.countIf("jobs." + column, rows.text(rows.column(column)) != null);
                }
                departures.compare("jobs.outcome", rows.value(rows.column("outcome")), finished);
                departures.countIf("jobs", areOthers);
            }
        }
    }
}
