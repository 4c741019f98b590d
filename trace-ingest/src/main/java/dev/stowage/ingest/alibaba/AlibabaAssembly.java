package dev.stowage.ingest.alibaba;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.SortedTasks;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.source.IgnoredTable;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The canonical tables of the traces of 2017 and 2018, whose tables are the same in kind. */
public final class AlibabaAssembly extends TraceAssembly {
    private static final double SHARE_OF_MEMORY = 0.5;

    private final TraceNames names;
    private final JobBook jobs = new JobBook();
    private final SortedTasks sorted;
    private @Nullable ServerTable machines;
    private @Nullable BatchTable tasks;
    private @Nullable InstanceTable instances;
    private @Nullable ContainerTable containers;
    private @Nullable ContainerUsageTable containerUsage;

    /** Begins an ingest. */
    public AlibabaAssembly(Ingestion ingestion) {
        super(ingestion);
        ingestion.classRule(); // refuses others
        Field job = ingestion.family().table("batch_task").field("job");
        names = new TraceNames(job.kind() == Field.Kind.TEXT);
        sorted = new SortedTasks(space, SHARE_OF_MEMORY);
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        return switch (table.tableName()) {
            case "server_event", "machine_meta" -> {
                machines = new ServerTable(table, names, clock, quarantine);
                yield machines;
            }
            case "batch_task" -> {
                tasks = new BatchTable(table, names, jobs, clock, quarantine);
                yield tasks;
            }
            case "batch_instance" -> {
                if (tasks != null) {
                    tasks.indexNames();
                }
                instances = new InstanceTable(table, names, jobs, tasks, sorted, clock, quarantine);
                yield instances;
            }
            case "container_event", "container_meta" -> {
                containers = new ContainerTable(table, names, jobs, clock, quarantine);
                yield containers;
            }
            case "container_usage" -> {
                containerUsage = new ContainerUsageTable(table, containers, clock, quarantine);
                yield containerUsage;
            }
            default -> new IgnoredTable(clock, quarantine);
        };
    }

    @Override
    public void write(Books books) {
        Map<String, Long> facts = books.facts();
        if (machines != null) {
            long rows = machines.write(books.directory());
            books.close(CanonicalTable.MACHINES, machines, rows);
            facts.put("machines.distinct", machines.distinct());
        }
        if (tasks == null && instances == null && containers == null) {
            books.warn(
                    "There is no batch_task, batch_instance or container table: the trace can't be"
                            + " replayed or fitted.");
        } else {
            addTasks(facts);
            writeTasks(books);
        }
        if (containerUsage != null) {
            containerUsage.addTo(facts);
            books.close("container_usage", containerUsage);
            if (containers == null) {
                books.warn("Use of containers is left out: no table says which they are.");
            }
        }
    }

    /** Those of instances are there already. */
    private void addTasks(Map<String, Long> facts) {
        if (tasks != null) {
            tasks.entries().addTo(sorted, jobs, entry -> instances != null && instances.has(entry));
            tasks.addTo(facts);
        }
        if (instances != null) {
            instances.addTo(facts);
        }
        if (containers != null) {
            TaskList list = new TaskList();
            containers.finish(list, facts);
            list.addTo(sorted, jobs, entry -> false);
        }
    }

    private void writeTasks(Books books) {
        Map<String, Long> facts = books.facts();
        facts.put("tasks.expanded", sorted.expanded());
        facts.put("tasks.cpuRequestAbsent", sorted.withoutCpu());
        facts.put("tasks.memoryRequestAbsent", sorted.withoutMemory());
        if (sorted.expanded() > 0) {
            books.warn(
                    facts.get("tasks.expanded")
                            + " tasks are expanded from rows of batch_task, with the times of their"
                            + " row: batch_instance would tell each one's.");
        }
        long rows = sorted.write(books.directory());
        close(books, tasks, "batch_task", CanonicalTable.TASKS, rows);
        close(books, instances, "batch_instance", CanonicalTable.TASKS, rows);
        close(books, containers, "containers", CanonicalTable.TASKS, rows);
        books.derived(CanonicalTable.JOBS, jobs.write(books.directory(), names::jobName));
    }

    private boolean isTasksClosed;

    /** The first source of tasks has the books of the canonical table, the others their own. */
    private void close(
            Books books,
            @Nullable TableBuilder builder,
            String name,
            CanonicalTable table,
            long rows) {
        if (builder == null) {
            return;
        }
        if (isTasksClosed) {
            books.close(name, builder);
        } else {
            books.close(table, builder, rows);
            isTasksClosed = true;
        }
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = super.parameters();
        parameters.put(
                "instances", instances == null ? "expanded from batch_task" : "of batch_instance");
        parameters.put("diskUnitBytes", Long.toString(FieldReader.DISK_UNIT_BYTES));
        return parameters;
    }
}
