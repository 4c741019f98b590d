package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A log in the Standard Workload Format: a job a row, of whole processors.
 *
 * <p>Source: Feitelson, The Standard Workload Format, version 2.2, Parallel Workloads Archive.
 */
final class SwfExport implements ExportFormat {
    static final String NAME = "swf";
    private static final String QUEUE_0 = "queue=0";
    private static final String PER_PROCESSOR = "processor";
    private static final Map<String, String> RULES = makeRules();

    private static Map<String, String> makeRules() {
        Map<String, String> rules = new LinkedHashMap<>();
        rules.put("tasks.job_id", "a number from 1 on, where a job has several tasks");
        rules.put("tasks.task_index", "0: every task is a job of its own");
        rules.put("tasks.schedule_micros", "not known where it did not run, or before its submit");
        rules.put("tasks.end_micros", "schedule and run time, as far as both are known");
        rules.put("tasks.duration_micros", "not known where it was cancelled without running");
        rules.put(
                "tasks.outcome",
                "KILLED where it is EVICTED, FAILED where it is LOST and ran, LOST where it is"
                        + " alive or did not run");
        rules.put("tasks.class", "batch: queue 0 only stands for user-facing");
        rules.put("tasks.scheduling_class", "the queue; 0 where it is user-facing");
        rules.put("tasks.priority", "0: there is no column for it");
        rules.put(
                "tasks.cpu_micro_cores",
                "whole processors, rounded up; not known where it asks for none");
        rules.put(
                "tasks.memory_bytes",
                "the same for each of its processors, rounded up; not known without them");
        rules.put("tasks.disk_bytes", LEFT_OUT);
        rules.put("tasks.machine_id", LEFT_OUT);
        rules.put("tasks.attempts", "1 if it ran, else 0");
        rules.put("tasks.evictions", "0: there is no column for it");
        rules.put("tasks.failures", "1 where it ran and FAILED, else 0");
        rules.put("tasks.kills", "1 where it is KILLED, else 0");
        rules.put("tasks.submit_censored", LEFT_OUT);
        rules.put("tasks.schedule_censored", LEFT_OUT);
        rules.put("tasks.end_censored", LEFT_OUT);
        rules.put("tasks.missing_info", LEFT_OUT);
        rules.put("tasks.different_machines", LEFT_OUT);
        rules.put("tasks.user", "numbered from 1000000000 on where it is no number");
        rules.put("tasks.gpu_micros", LEFT_OUT);
        rules.put("tasks.network_bits_per_second", LEFT_OUT);
        rules.put("tasks.constraints", LEFT_OUT);
        rules.put("tasks.stage", LEFT_OUT);
        rules.put("tasks.after_stages", LEFT_OUT);
        rules.put(
                "tasks.cpu_used_micro_cores",
                "as far as whole microseconds of CPU time say it; not known without run time");
        rules.put(
                "tasks.memory_used_bytes",
                "the same for each of its processors, rounded up; not known without them");
        rules.put(
                "jobs",
                "computed from the tasks that are written: one job a task, with what is known of"
                        + " it");
        rules.put(
                "machines",
                "one machine of all their processors in the header; names, events, memory and"
                        + " parts of cores are left out");
        rules.put("usage", "left out: there is no table for it");
        return rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "a log in the Standard Workload Format: a job a row, of whole processors";
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
        TraceManifest manifest = trace.manifest();
        boolean isOwnFormat = manifest.provenance().format().equals(NAME);
        Departures departures = new Departures(RULES);
        TaskShape shape = TaskShape.of(trace);
        boolean isPerProcessor =
                isOwnFormat
                        && PER_PROCESSOR.equals(manifest.provenance().parameters().get("tasks"));
        boolean hasQueue0 =
                isOwnFormat ? manifest.classRule().equals(QUEUE_0) : shape.userFacing() > 0;
        SwfTasks.Rules rules =
                new SwfTasks.Rules(
                        isOwnFormat,
                        isOwnFormat || (shape.isFirstOfJob() && hasJobForEachTask(trace)),
                        isPerProcessor,
                        hasQueue0);
        long written;
        try (TextOutput output = new TextOutput(request);
                SwfTasks tasks = new SwfTasks(trace, output, rules, departures)) {
            writeHeader(trace, isOwnFormat, output);
            tasks.write(request.progress());
            written = output.rows();
        }
        if (!isOwnFormat) {
            for (CanonicalTable table :
                    List.of(CanonicalTable.JOBS, CanonicalTable.MACHINES, CanonicalTable.USAGE)) {
                JobDepartures.countRows(trace, table, departures);
            }
        }
        List<String> options = new ArrayList<>();
        if (hasQueue0) {
            options.addAll(List.of("--class-rule", QUEUE_0));
        }
        if (isPerProcessor) {
            options.addAll(List.of("--option", "tasks=" + PER_PROCESSOR));
        }
        return new ExportReport(NAME, Map.of("jobs", written), departures.list(), null, options);
    }

    private static boolean hasJobForEachTask(CanonicalTrace trace) {
        if (!trace.has(CanonicalTable.JOBS)) {
            return false;
        }
        try (TableRows tasks = TableRows.open(trace.path(), CanonicalTable.TASKS, "job_id");
                TableRows jobs = TableRows.open(trace.path(), CanonicalTable.JOBS, "job_id")) {
            return tasks.size() == jobs.size();
        }
    }

    /** What the log said that the trace was read from, or else the processors of its machines. */
    private static void writeHeader(CanonicalTrace trace, boolean isOwnFormat, TextOutput output) {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("Version", "2.2");
        if (isOwnFormat) {
            trace.manifest()
                    .provenance()
                    .parameters()
                    .forEach(
                            (name, value) -> {
                                if (name.startsWith("header.")) {
                                    header.put(name.substring("header.".length()), value);
                                }
                            });
        } else if (trace.has(CanonicalTable.MACHINES)) {
            long processors = processors(trace);
            if (processors > 0) {
                header.put("MaxProcs", Long.toString(processors));
            }
        }
        header.forEach(
                (name, value) -> {
                    output.text().put("; ").put(name).put(": ").put(value);
                    output.endLine();
                });
    }

    /** Whole processors of all machines that are ever added. */
    private static long processors(CanonicalTrace trace) {
        long processors = 0;
        try (TableRows rows =
                TableRows.open(trace.path(), CanonicalTable.MACHINES, "event", "cpu_micro_cores")) {
            while (rows.next()) {
                if ("ADD".equals(rows.text(0)) && rows.value(1) > 0) {
                    processors += rows.value(1) / Resources.MICRO_CORES_PER_CORE;
                }
            }
        }
        return processors;
    }
}
