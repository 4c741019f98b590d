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
final class Google2011Export implements ExportFormat {
    /** What 1.0 of a disk stands for when it is read again. */
    static final long DISK_UNIT_BYTES = FieldReader.DISK_UNIT_BYTES;

    private static final String NAME = "google-2011";
    private static final ClassRule DEFAULT_RULE =
            new ClassRule(ClassRule.Field.SCHEDULING_CLASS, 2);
    private static final Pattern OWN_RULE = Pattern.compile("(scheduling-class|priority)>=[0-9]+");
    private static final Map<String, String> RULES = makeRules();

    private static Map<String, String> makeRules() {
        Map<String, String> rules = new LinkedHashMap<>();
        String mended = "as far as events can say it, see below";
        rules.put("tasks.submit_micros", mended);
        rules.put(
                "tasks.schedule_micros",
                "a task that ran, with no record of when it was scheduled, is scheduled at its"
                        + " submit; never before it");
        rules.put(
                "tasks.end_micros",
                "a task that ended, with no record of when, ends its duration after its schedule");
        rules.put("tasks.duration_micros", "from the schedule to the end where it is not known");
        rules.put("tasks.outcome", mended);
        rules.put("tasks.class", "left to the class rule where no scheduling class gives it");
        rules.put(
                "tasks.scheduling_class",
                "the one that gives its class (0 or 2) where the trace has none, one beyond 3, or"
                        + " one of the other class");
        rules.put("tasks.priority", "the nearest of 0 to 12");
        rules.put("tasks.disk_bytes", "left out where it is larger than the unit of 1 GiB");
        rules.put("tasks.machine_id", "left out where it lies below 0");
        rules.put("tasks.attempts", "at least 1 where it ran");
        rules.put("tasks.evictions", "at least 1 where its outcome is EVICTED");
        rules.put("tasks.failures", "at least 1 where its outcome is FAILED");
        rules.put("tasks.kills", "at least 1 where its outcome is KILLED");
        rules.put("tasks.schedule_censored", "only where its schedule is the start of the trace");
        rules.put("tasks.end_censored", "exactly where its outcome is RUNNING or PENDING");
        rules.put("tasks.missing_info", "left out where it is none of the codes 0 to 2");
        rules.put("tasks.user", "written, and not read back: ingest takes users of jobs");
        rules.put("tasks.gpu_micros", LEFT_OUT);
        rules.put("tasks.network_bits_per_second", LEFT_OUT);
        rules.put(
                "tasks.constraints",
                "left out where they compare by <= or >=, ask for different machines or domains, or"
                        + " hold a comma or a control character");
        rules.put("tasks.stage", LEFT_OUT);
        rules.put("tasks.after_stages", LEFT_OUT);
        String measured = "left out: what a task used is computed from the usage table again";
        rules.put("tasks.cpu_used_micro_cores", measured);
        rules.put("tasks.memory_used_bytes", measured);
        rules.put("jobs.schedule_micros", "its submit where it is not known, and it ran");
        rules.put("jobs.end_micros", "the end of its last task where it is not known");
        rules.put("jobs.outcome", "RUNNING where it is PENDING, was scheduled and not resubmitted");
        rules.put("jobs.class", "left to the class rule where no scheduling class gives it");
        rules.put("jobs.scheduling_class", "as in tasks");
        rules.put("jobs.user", "left out where it has a comma, a control character or no length");
        rules.put("jobs.name", "left out where it has a comma, a control character or no length");
        rules.put(
                "jobs.logical_name",
                "left out where it has a comma, a control character or no length");
        rules.put("jobs.schedule_censored", "only where its schedule is the start of the trace");
        rules.put("jobs.end_censored", "exactly where its outcome is RUNNING or PENDING");
        rules.put("jobs.resubmissions", "as far as events can say it");
        rules.put("machines", "a machine that is there without capacity is left out");
        rules.put(
                "machines.platform",
                "left out where it has a comma, a control character or no length");
        rules.put("machines.name", LEFT_OUT);
        rules.put("machines.gpu_micros", LEFT_OUT);
        rules.put(
                "machines.attributes",
                "left out where no constraint that is written looks at them, or they hold a comma"
                        + " or a control character; the same all the time");
        rules.put("usage", "a measurement that ends before it starts is left out");
        rules.put("usage.machine_id", "left out where it lies below 0");
        rules.put("usage.aggregation_type", "left out where it is neither 0 nor 1");
        return rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "the Google cluster trace of 2011: gzip parts of task_events, job_events,"
                + " machine_events, task_usage, task_constraints, machine_attributes";
    }

    @Override
    public boolean isFolder() {
        return true;
    }

    @Override
    public Map<String, String> rules() {
        return RULES;
    }

    @Override
    public ExportReport export(ExportRequest request) {
        CanonicalTrace trace = request.trace();
        TaskShape.requireTasks(trace);
        boolean isOwnFormat = trace.manifest().provenance().format().equals(NAME);
        Resources machine = LargestAmounts.machine(request);
        ClassRule rule = isOwnFormat ? ownRule(trace.manifest().classRule()) : DEFAULT_RULE;
        Departures departures = new Departures(RULES);
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
