package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The form of the Google cluster trace of 2011: a folder of tables in gzip CSV parts. */
final class Google2011Export {
    /** What 1.0 of a disk stands for when it is read again. */
    static final long DISK_UNIT_BYTES = FieldReader.DISK_UNIT_BYTES;

    private static final String NAME = "google-2011";
    private static final ClassRule DEFAULT_RULE =
            new ClassRule(ClassRule.Field.SCHEDULING_CLASS, 2);
    private static final Pattern OWN_RULE = Pattern.compile("(scheduling-class|priority)>=[0-9]+");

    private Google2011Export() {}

    /** Writes a trace. */
    static ExportReport export(ExportRequest request, Departures departures) {
        departures.countIf(Departures.TIME_ORIGIN, request.trace().manifest().epoch().isPresent());
        CanonicalTrace trace = request.trace();
        TaskShape.requireTasks(trace);
        boolean isOwnFormat = trace.manifest().provenance().format().equals(NAME);
        Resources machine = LargestAmounts.machine(request);
        ClassRule rule = isOwnFormat ? ownRule(trace.manifest().classRule()) : DEFAULT_RULE;
        Map<String, Long> rows = new LinkedHashMap<>();
        writeEvents(request, machine, new ClassCodes(rule, isOwnFormat), departures, rows);
        Google2011Demands demands = new Google2011Demands(request, departures);
        putIfAny(rows, "task_constraints", demands::writeConstraints, request);
        Google2011Tables tables = new Google2011Tables(request, machine, departures);
        if (trace.has(CanonicalTable.MACHINES)) {
            putIfAny(rows, "machine_attributes", demands::writeAttributes, request);
            rows.put(
                    "machine_events",
                    tables.writeMachines(parts(request, "machine_events"), demands));
        }
        if (trace.has(CanonicalTable.USAGE)) {
            rows.put("task_usage", tables.writeUsage(parts(request, "task_usage")));
        }
        if (!(isOwnFormat && trace.has(CanonicalTable.USAGE))) {
            tables.countMeasuredUse();
        }
        String spelling = LargestAmounts.spelling(machine);
        List<String> options = new ArrayList<>(List.of("--machine", spelling));
        if (!rule.equals(DEFAULT_RULE)) {
            options.addAll(List.of("--class-rule", rule.toString()));
        }
        return new ExportReport(NAME, rows, departures.list(), spelling, options);
    }

    private static void putIfAny(
            Map<String, Long> rows,
            String table,
            ToLongFunction<PartFiles> writer,
            ExportRequest request) {
        long written = writer.applyAsLong(parts(request, table));
        if (written > 0) {
            rows.put(table, written);
        }
    }

    private static void writeEvents(
            ExportRequest request,
            Resources machine,
            ClassCodes classes,
            Departures departures,
            Map<String, Long> rows) {
        CanonicalTrace trace = request.trace();
        boolean hasJobs = trace.has(CanonicalTable.JOBS);
        try (PartFiles taskParts = parts(request, "task_events");
                @Nullable PartFiles jobParts = hasJobs ? parts(request, "job_events") : null;
                @Nullable Google2011Jobs jobs =
                        jobParts == null
                                ? null
                                : new Google2011Jobs(trace, jobParts, classes, departures)) {
            new Google2011Tasks(trace, machine, classes, departures)
                    .write(taskParts, jobs, request.progress());
            if (jobs != null && jobParts != null) {
                jobs.finish();
                rows.put("job_events", jobParts.rows());
            }
            rows.put("task_events", taskParts.rows());
        }
    }

    private static PartFiles parts(ExportRequest request, String table) {
        Path folder = request.output().resolve(table);
        return new PartFiles(folder, request.partRows());
    }

    /** The rule that the trace was read with. */
    private static ClassRule ownRule(String text) {
        return OWN_RULE.matcher(text).matches()
                ? ClassRule.parse("manifest.json", text, List.of(ClassRule.Field.values()))
                : DEFAULT_RULE;
    }
}
