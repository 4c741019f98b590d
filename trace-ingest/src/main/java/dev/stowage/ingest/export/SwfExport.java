package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A log in the Standard Workload Format: a job a row, of whole processors.
 *
 * <p>Source: Feitelson, The Standard Workload Format, version 2.2, Parallel Workloads Archive.
 */
final class SwfExport {
    static final String NAME = "swf";

    private static final String QUEUE_0 = "queue=0";
    private static final String PER_PROCESSOR = "processor";

    private SwfExport() {}

    /** Writes a trace. */
    static ExportReport export(ExportRequest request, Departures departures) {
        CanonicalTrace trace = request.trace();
        TraceManifest manifest = trace.manifest();
        boolean isOwnFormat = manifest.provenance().format().equals(NAME);
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
            writeHeader(trace, isOwnFormat, output, departures);
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
    private static void writeHeader(
            CanonicalTrace trace, boolean isOwnFormat, TextOutput output, Departures departures) {
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
        } else {
            trace.manifest().epoch().ifPresent(epoch -> start(epoch, header, departures));
            long processors = trace.has(CanonicalTable.MACHINES) ? processors(trace) : 0;
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

    /** The moment of time 0, in whole seconds; 0 and before it, a log knows no moment. */
    private static void start(Instant epoch, Map<String, String> header, Departures departures) {
        long seconds = epoch.getEpochSecond();
        if (seconds > 0) {
            header.put("UnixStartTime", Long.toString(seconds));
        }
        departures.countIf(Departures.TIME_ORIGIN, seconds <= 0 || epoch.getNano() > 0);
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
