package dev.stowage.ingest.google;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.ClassRule;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The canonical tables of a Google trace: of 2011, whose events come in order, or of 2019, whose
 * events come in any order and hold constraints.
 */
public final class GoogleAssembly extends TraceAssembly {
    private static final String CONSTRAINTS = "task_constraints";
    private static final String ATTRIBUTES = "machine_attributes";

    private final ClassRule rule;
    private final boolean is2011;
    private final ConstraintBook book = new ConstraintBook();
    private @Nullable MachineTable machines;
    private @Nullable GoogleJobs jobs;
    private @Nullable GoogleTasks tasks;
    private @Nullable UsageTable usage;
    private @Nullable ConstraintTable constraints;
    private @Nullable AttributeTable attributes;

    /** Begins an ingest. */
    public GoogleAssembly(Ingestion ingestion) {
        super(ingestion);
        rule = rule(ingestion);
        is2011 = ingestion.family().name().endsWith("2011");
    }

    /** The fields that a rule may look at are listed from that of the default on. */
    private static ClassRule rule(Ingestion ingestion) {
        List<ClassRule.Field> fields = List.of(ClassRule.Field.values());
        String usual = ingestion.family().classRules().get(0);
        ClassRule.Field first = ClassRule.parse(usual, usual, fields).field();
        List<ClassRule.Field> ordered =
                Stream.concat(Stream.of(first), fields.stream()).distinct().toList();
        String asked = ingestion.request().classRule().orElse(usual);
        return ClassRule.parse("--class-rule", asked, ordered);
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        return switch (table.tableName()) {
            case "machine_events" -> {
                machines = new MachineTable(clock, quarantine, table);
                yield machines;
            }
            case "job_events" -> {
                jobs = new JobTable(clock, quarantine);
                yield jobs;
            }
            case "collection_events" -> {
                jobs = new CollectionTable(clock, quarantine);
                yield jobs;
            }
            case "task_events" -> {
                tasks = new TaskTable(clock, quarantine, space);
                yield tasks;
            }
            case "instance_events" -> {
                tasks = new InstanceTable(clock, quarantine, space, book);
                yield tasks;
            }
            case "task_usage", "instance_usage" -> {
                usage = new UsageTable(clock, quarantine, space, table, tasks);
                yield usage;
            }
            case CONSTRAINTS -> {
                constraints = new ConstraintTable(clock, quarantine, book);
                yield constraints;
            }
            case ATTRIBUTES -> {
                attributes = new AttributeTable(clock, quarantine, table, book);
                yield attributes;
            }
            default -> throw new IllegalStateException("table = " + table);
        };
    }

    @Override
    public void write(Books books) {
        Map<String, Long> facts = books.facts();
        if (machines != null) {
            long rows = machines.write(books.directory(), attributes);
            books.close(CanonicalTable.MACHINES, machines, rows);
            facts.putAll(machines.facts());
        }
        if (!is2011) {
            closeAttributes(books);
        }
        if (jobs != null) {
            jobs.complete();
        }
        if (tasks != null) { // before the jobs: it counts their tasks
            GoogleTasks.Others others = new GoogleTasks.Others(rule, jobs, usage, constraints);
            long rows = tasks.write(books.directory(), others, facts);
            books.close(CanonicalTable.TASKS, tasks, rows);
        }
        if (!is2011) {
            countMachines(facts);
        }
        if (jobs != null) {
            books.close(CanonicalTable.JOBS, jobs, jobs.write(books.directory(), rule, facts));
        }
        if (is2011) {
            countMachines(facts);
        }
        if (usage != null) {
            books.close(CanonicalTable.USAGE, usage, usage.write(books.directory(), facts));
        }
        if (constraints != null) {
            books.close(CONSTRAINTS, constraints);
            constraints.addFacts(facts);
        }
        if (is2011) {
            closeAttributes(books);
        }
    }

    private void countMachines(Map<String, Long> facts) {
        if (tasks != null && machines != null) {
            facts.put("tasks.machinesNotInMachineTable", tasks.machinesUnknown(machines));
        }
    }

    private void closeAttributes(Books books) {
        if (attributes != null) {
            books.close(ATTRIBUTES, attributes);
            attributes.addFacts(books.facts());
        }
    }

    @Override
    public String classRule() {
        return rule.toString();
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = super.parameters();
        if (is2011) { // that of 2019 has no disks
            parameters.put("diskUnitBytes", Long.toString(FieldReader.DISK_UNIT_BYTES));
        }
        return parameters;
    }
}
