package dev.stowage.ingest.google;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.spill.SpillSpace;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical tables of the trace of 2019. */
final class Google2019Assembly implements TraceAssembly {
    private static final long START_MICROS = 600_000_000L;
    private static final String TIME_ORIGIN =
            "600 s of the source is 0; what the source puts before 600 s lies before the start";
    private static final String ATTRIBUTION = "Google cluster-usage traces 2019, CC-BY 4.0";

    private final ClassRule rule;
    private final TraceClock clock;
    private final Quarantine quarantine;
    private final SpillSpace space;
    private final ConstraintBook constraints = new ConstraintBook();
    private @Nullable MachineTable machines;
    private @Nullable CollectionTable jobs;
    private @Nullable InstanceTable tasks;
    private @Nullable UsageTable usage;
    private @Nullable AttributeTable attributes;

    Google2019Assembly(
            IngestRequest request, ClassRule rule, Quarantine quarantine, SpillSpace space) {
        this.rule = rule;
        this.space = space;
        this.quarantine = quarantine;
        clock = TraceClock.of(START_MICROS, request.fromMicros(), request.toMicros());
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        switch ((Google2019Table) table) {
            case MACHINE_EVENTS -> {
                machines = new MachineTable(clock, quarantine, MachineColumns.OF_2019);
                return machines;
            }
            case COLLECTION_EVENTS -> {
                jobs = new CollectionTable(clock, quarantine);
                return jobs;
            }
            case INSTANCE_EVENTS -> {
                tasks = new InstanceTable(clock, quarantine, space, constraints);
                return tasks;
            }
            case INSTANCE_USAGE -> {
                @Nullable TaskNumbers known = tasks == null ? null : tasks.numbers();
                usage = new UsageTable(clock, quarantine, space, UsageColumns.OF_2019, known);
                return usage;
            }
            case MACHINE_ATTRIBUTES -> {
                attributes = new AttributeTable(clock, quarantine, constraints);
                return attributes;
            }
        }
        throw new IllegalStateException("table = " + table);
    }

    @Override
    public void write(Books books) {
        writeMachines(books);
        Path directory = books.directory();
        Map<String, Long> facts = books.facts();
        if (jobs != null) {
            jobs.pair();
        }
        if (tasks != null) { // before the jobs: it counts their tasks
            long rows = tasks.write(directory, rule, jobs, usage, facts);
            books.close(CanonicalTable.TASKS, tasks, rows);
            if (machines != null) {
                facts.put("tasks.machinesNotInMachineTable", tasks.machinesUnknown(machines));
            }
        }
        if (jobs != null) {
            books.close(CanonicalTable.JOBS, jobs, jobs.write(directory, rule, facts));
        }
        if (usage != null) {
            books.close(CanonicalTable.USAGE, usage, usage.write(directory, facts));
        }
    }

    private void writeMachines(Books books) {
        if (machines != null) {
            long rows = machines.write(books.directory(), attributes);
            books.close(CanonicalTable.MACHINES, machines, rows);
            books.facts().putAll(machines.facts());
        }
        if (attributes != null) {
            books.close(Google2019Table.MACHINE_ATTRIBUTES.tableName(), attributes);
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
        return parameters;
    }
}
