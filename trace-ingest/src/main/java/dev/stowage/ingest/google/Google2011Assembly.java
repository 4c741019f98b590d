package dev.stowage.ingest.google;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical tables of the trace of 2011. */
final class Google2011Assembly implements TraceAssembly {
    private static final long START_MICROS = 600_000_000L;
    private static final String TIME_ORIGIN =
            "600 s of the source is 0; what the source puts before 600 s lies before the start";
    private static final String ATTRIBUTION = "Google cluster-usage traces 2011, CC-BY 4.0";

    private final ClassRule rule;
    private final TraceClock clock;
    private final Quarantine quarantine;
    private final SpillSpace space;
    private @Nullable MachineTable machines;
    private @Nullable JobTable jobs;
    private @Nullable TaskTable tasks;
    private @Nullable UsageTable usage;
    private final ConstraintBook book = new ConstraintBook();
    private @Nullable ConstraintTable constraints;
    private @Nullable AttributeTable attributes;

    Google2011Assembly(
            IngestRequest request, ClassRule rule, Quarantine quarantine, SpillSpace space) {
        this.rule = rule;
        this.space = space;
        this.quarantine = quarantine;
        clock = TraceClock.of(START_MICROS, request.fromMicros(), request.toMicros());
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        switch ((Google2011Table) table) {
            case MACHINE_EVENTS -> {
                machines = new MachineTable(clock, quarantine, MachineColumns.OF_2011);
                return machines;
            }
            case JOB_EVENTS -> {
                jobs = new JobTable(clock, quarantine);
                return jobs;
            }
            case TASK_EVENTS -> {
                tasks = new TaskTable(clock, quarantine, space);
                return tasks;
            }
            case TASK_USAGE -> {
                usage = new UsageTable(clock, quarantine, space, UsageColumns.OF_2011, tasks);
                return usage;
            }
            case TASK_CONSTRAINTS -> {
                constraints = new ConstraintTable(clock, quarantine, book);
                return constraints;
            }
            case MACHINE_ATTRIBUTES -> {
                attributes = new AttributeTable(clock, quarantine, book);
                return attributes;
            }
        }
        throw new IllegalStateException("table = " + table);
    }

    @Override
    public void write(Books books) {
        Path directory = books.directory();
        Map<String, Long> facts = books.facts();
        if (machines != null) {
            books.close(CanonicalTable.MACHINES, machines, machines.write(directory, attributes));
            facts.putAll(machines.facts());
        }
        if (tasks != null && usage != null) {
            tasks.setMeasuredUse(usage.measuredUse(tasks));
        }
        if (tasks != null && constraints != null) {
            tasks.setConstraints(constraints);
        }
        if (tasks != null) { // before the jobs: it counts their tasks
            long rows = tasks.write(directory, rule, jobs, usage, facts);
            books.close(CanonicalTable.TASKS, tasks, rows);
        }
        if (jobs != null) {
            books.close(CanonicalTable.JOBS, jobs, jobs.write(directory, rule, facts));
        }
        if (tasks != null && machines != null) {
            facts.put("tasks.machinesNotInMachineTable", tasks.machinesUnknown(machines));
        }
        if (usage != null) {
            books.close(CanonicalTable.USAGE, usage, usage.write(directory, facts));
        }
        closeConstraints(books);
    }

    private void closeConstraints(Books books) {
        if (constraints != null) {
            books.close(Google2011Table.TASK_CONSTRAINTS.tableName(), constraints);
            constraints.addFacts(books.facts());
        }
        if (attributes != null) {
            books.close(Google2011Table.MACHINE_ATTRIBUTES.tableName(), attributes);
            attributes.addFacts(books.facts());
        }
    }

    @Override
    public String classRule() {
        return rule.toString();
    }

    @Override
    public String timeOrigin() {
        return TIME_ORIGIN;
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("attribution", ATTRIBUTION);
        parameters.put("diskUnitBytes", Long.toString(FieldReader.DISK_UNIT_BYTES));
        return parameters;
    }
}
