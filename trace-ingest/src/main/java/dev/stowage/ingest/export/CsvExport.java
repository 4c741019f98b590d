package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.util.List;
import java.util.Map;

/** The user's own tasks as CSV, in the columns that {@code ingest csv} reads. */
final class CsvExport {

    private CsvExport() {}

    /** Writes a trace. */
    static ExportReport export(ExportRequest request, Departures departures) {
        departures.countIf(Departures.TIME_ORIGIN, request.trace().manifest().epoch().isPresent());
        CanonicalTrace trace = request.trace();
        TaskShape shape = TaskShape.of(trace);
        long written;
        try (TaskRows rows = new TaskRows(trace);
                TextOutput output = new TextOutput(request)) {
            CsvTasks tasks = new CsvTasks(rows, shape, output, departures);
            tasks.writeHeader();
            request.progress().start("Writing tasks", rows.size());
            for (long done = 1; rows.next(); done++) {
                TaskRow task = rows.task();
                if (task.durationMicros == CanonicalTable.ABSENT) {
                    departures.count("tasks");
                } else {
                    tasks.write(task);
                }
                if (done % ExportRequest.PROGRESS_ROWS == 0) {
                    request.progress().advanceTo(done);
                }
            }
            written = output.rows();
        } finally {
            request.progress().done();
        }
        String format = trace.manifest().provenance().format();
        boolean isLikeOurs = format.equals("csv") || format.equals("synthetic");
        JobDepartures.count(trace, departures, !isLikeOurs || shape.withoutDuration() > 0);
        return new ExportReport(
                "csv", Map.of("tasks", written), departures.list(), null, List.of());
    }
}
