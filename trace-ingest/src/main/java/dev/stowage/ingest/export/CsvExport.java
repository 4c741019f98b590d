package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The user's own tasks as CSV, in the columns that {@code ingest csv} reads. */
final class CsvExport implements ExportFormat {
    private static final Map<String, String> RULES = makeRules();

    private static Map<String, String> makeRules() {
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put(
                "tasks",
                "a task without duration (never scheduled, or alive at the end) is left out");
        rules.put("tasks.schedule_micros", LEFT_OUT);
        rules.put("tasks.end_micros", LEFT_OUT);
        rules.put("tasks.outcome", "FINISHED: there is no column for it");
        rules.put("tasks.scheduling_class", LEFT_OUT);
        rules.put("tasks.cpu_micro_cores", "0 where it is not known");
        rules.put("tasks.memory_bytes", "0 where it is not known");
        rules.put("tasks.disk_bytes", "not known where it is 0");
        rules.put("tasks.machine_id", LEFT_OUT);
        rules.put("tasks.attempts", "1: there is no column for it");
        rules.put("tasks.evictions", "0: there is no column for it");
        rules.put("tasks.failures", "0: there is no column for it");
        rules.put("tasks.kills", "0: there is no column for it");
        rules.put("tasks.submit_censored", LEFT_OUT);
        rules.put("tasks.schedule_censored", LEFT_OUT);
        rules.put("tasks.end_censored", LEFT_OUT);
        rules.put("tasks.missing_info", LEFT_OUT);
        rules.put("tasks.different_machines", LEFT_OUT);
        rules.put("tasks.user", "left out where it is empty or has blanks around it");
        rules.put("tasks.gpu_micros", "not known where it is 0");
        rules.put("tasks.network_bits_per_second", "not known where it is 0");
        rules.put("tasks.constraints", "as a CSV writes them; left out where it can't");
        rules.put("tasks.stage", "not known where it is 0");
        rules.put("tasks.after_stages", "left out where tasks are left out that may be waited for");
        String ofTasks = LEFT_OUT + "; jobs are known from their tasks";
        for (String column :
                List.of(
                        "schedule_micros",
                        "end_micros",
                        "outcome",
                        "scheduling_class",
                        "name",
                        "logical_name",
                        "submit_censored",
                        "schedule_censored",
                        "end_censored",
                        "resubmissions")) {
            rules.put("jobs." + column, ofTasks);
        }
        rules.put(
                "jobs",
                "computed from the tasks that are written: jobs without them are left out, and"
                        + " submit, class, user and number of tasks are those of the tasks");
        rules.put("machines", "left out: there is no table for them");
        rules.put("usage", "left out: there is no table for it");
        return rules;
    }

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String description() {
        return "tasks with submit, duration and requests, as `ingest csv` and `simulate` read them";
    }

    @Override
    public boolean isFolder() {
        return false;
    }

    @Override
    public Map<String, String> rules() {
        return RULES;
    }

    @Override
    public ExportReport export(ExportRequest request) {
        CanonicalTrace trace = request.trace();
        Departures departures = new Departures(RULES);
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
                name(), Map.of("tasks", written), departures.list(), null, List.of());
    }
}
