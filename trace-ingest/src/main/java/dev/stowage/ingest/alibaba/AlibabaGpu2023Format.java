package dev.stowage.ingest.alibaba;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.source.SourceSchema;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceAssembly;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.source.TraceFamily;
import dev.stowage.ingest.spill.SpillSpace;
import dev.stowage.model.TaskColumn;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The Alibaba GPU cluster trace of 2023: a list of nodes and a list of pods. */
public final class AlibabaGpu2023Format implements TraceFamily {
    private static final String RULE = "qos=LS is user-facing, every other one batch";

    @Override
    public String name() {
        return "alibaba-gpu-2023";
    }

    @Override
    public String description() {
        return "Alibaba GPU trace of 2023: openb_node_list, openb_pod_list";
    }

    @Override
    public String defaultClassRule() {
        return RULE;
    }

    @Override
    public List<? extends SourceSchema> tables() {
        return List.of(GpuTable.values());
    }

    @Override
    public TraceAssembly begin(IngestRequest request, Quarantine quarantine, SpillSpace space) {
        FixedRule.refuseAnother(this, request);
        return new Assembly(request, quarantine, space);
    }

    private static final class Assembly implements TraceAssembly {
        private final TraceClock clock;
        private final Quarantine quarantine;
        private final SpillSpace space;
        private @Nullable GpuNodeTable nodes;
        private @Nullable GpuPodTable pods;

        Assembly(IngestRequest request, Quarantine quarantine, SpillSpace space) {
            this.space = space;
            this.quarantine = quarantine;
            clock = TraceClock.of(0, request.fromMicros(), request.toMicros());
        }

        @Override
        public TableBuilder open(SourceSchema table) {
            if (table == GpuTable.OPENB_NODE_LIST) {
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
        public String classRule() {
            return RULE;
        }

        @Override
        public String timeOrigin() {
            return "0 of the source: the creation of its first pod";
        }

        @Override
        public boolean isNormalised() {
            return false;
        }

        @Override
        public Set<TaskColumn> replayColumns() {
            return pods == null ? Set.of() : Set.of(TaskColumn.GPU);
        }

        @Override
        public Map<String, String> parameters() {
            return Map.of(
                    "attribution",
                    "Alibaba cluster-trace-gpu-v2023, Weng et al., USENIX ATC 2023, CC-BY 4.0");
        }
    }
}
