package dev.stowage.ingest.alibaba;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.model.TaskColumn;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The canonical tables of the GPU trace: of a list of nodes and a list of pods. */
public final class GpuAssembly extends TraceAssembly {
    private @Nullable GpuNodeTable nodes;
    private @Nullable GpuPodTable pods;

    /** Begins an ingest. */
    public GpuAssembly(Ingestion ingestion) {
        super(ingestion);
        ingestion.classRule(); // refuses others
    }

    @Override
    public TableBuilder open(SourceSchema table) {
        if (table.tableName().equals("openb_node_list")) {
            nodes = new GpuNodeTable(clock, quarantine);
            return nodes;
        }
        pods = new GpuPodTable(clock, quarantine);
        return pods;
    }

    @Override
    public void write(Books books) {
        if (nodes != null) {
            long rows = nodes.write(books.directory());
            books.close(CanonicalTable.MACHINES, nodes, rows);
            books.facts().put("machines.distinct", nodes.distinct());
            books.facts().put("machines.gpus", nodes.gpus());
        }
        if (pods != null) {
            JobBook jobs = new JobBook();
            long rows = pods.write(books.directory(), jobs, nodes, space, books.facts());
            books.close(CanonicalTable.TASKS, pods, rows);
            rows = jobs.write(books.directory(), pods::name);
            books.derived(CanonicalTable.JOBS, rows);
        }
    }

    @Override
    public Set<TaskColumn> replayColumns() {
        return pods == null ? Set.of() : Set.of(TaskColumn.GPU);
    }
}
