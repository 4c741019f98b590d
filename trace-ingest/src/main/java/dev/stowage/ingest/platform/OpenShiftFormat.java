package dev.stowage.ingest.platform;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedRow;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.NamedTable;
import dev.stowage.ingest.listed.TableColumns;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reports of OpenShift's cost management for resource optimisation: what containers asked for and
 * used, a row a container and quarter of an hour.
 */
public final class OpenShiftFormat extends ListedFormat {
    static final String NOT_JOB = "owner!=Job";

    private static final List<TableColumns> TABLES =
            TableColumns.of(OpenShiftFormat.class, "openshift.txt");
    private static final BigDecimal ONE = BigDecimal.ONE;

    /** The format. */
    public OpenShiftFormat() {
        super(
                "openshift",
                "reports of OpenShift cost management: containers a quarter of an hour, as CSV",
                List.of(NOT_JOB, ALL_BATCH, ALL_USER_FACING),
                List.of());
    }

    @Override
    protected List<TableColumns> tables() {
        return TABLES;
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        return NamedTable.find(file, TABLES) >= 0;
    }

    @Override
    protected Reader begin(Listing listing) {
        return new Report(listing, classRule(listing.request()));
    }

    /** What the containers of a pod asked for and used. */
    private static final class Pod {
        private final ListedTask task;
        private final Map<String, long[]> requests = new HashMap<>(); // by container
        private final TreeMap<Long, Use> use = new TreeMap<>(); // by start

        Pod(ListedTask task) {
            this.task = task;
        }
    }

    /** What they used in an interval. */
    private static final class Use {
        private final long end;
        private final Set<String> containers = new HashSet<>();
        private long cpu = ABSENT;
        private long memory = ABSENT;

        Use(long end) {
            this.end = end;
        }
    }

    private static final class Report implements Reader {
        private static final int CONTAINERS = 0; // of the tables
        private static final int CPU = 0;
        private static final int MEMORY = 1;

        private final Listing listing;
        private final String classRule;
        private final Map<String, Pod> pods = new LinkedHashMap<>();
        private boolean hasContainers;
        private @Nullable Path last;

        Report(Listing listing, String classRule) {
            this.listing = listing;
            this.classRule = classRule;
        }

        @Override
        public void read(Path file) {
            int table = NamedTable.find(file, TABLES);
            if (table < 0) {
                throw NamedTable.unknown(file, TABLES, "Give the report of containers.");
            }
            hasContainers |= table == CONTAINERS;
            last = file;
            NamedTable.read(
                    file,
                    TABLES.get(table),
                    listing,
                    table == CONTAINERS ? this::container : row -> IgnoreRule.TABLE_NOT_NEEDED);
        }

        private @Nullable IgnoreRule container(ListedRow row) throws BadRecordException {
            long start = listing.moments().micros("interval_start", row.required("start"));
            long end = listing.moments().micros("interval_end", row.required("end"));
            if (end <= start) {
                throw new BadRecordException(
                        BadRow.END_BEFORE_START, "interval_end " + row.text("end"));
            }
            String container = row.name("container");
            String key = row.name("namespace") + "/" + row.name("pod");
            long[] request = {row.amount("cpu", Amount.MILLION), row.amount("memory", ONE)};
            long cpu = row.amount("cpuUsed", Amount.MILLION);
            long memory = row.amount("memoryUsed", ONE);
            String owner = row.has("ownerName") ? row.name("ownerName") : row.name("pod");
            String kind = row.has("ownerKind") ? row.name("ownerKind") : "Pod";
            String node = row.has("node") ? row.name("node") : "";
            Pod pod = pods.computeIfAbsent(key, k -> new Pod(task(row, owner, kind, node, start)));
            Use use = pod.use.computeIfAbsent(start, k -> new Use(end));
            if (!use.containers.add(container) || use.end != end) {
                throw new BadRecordException(
                        BadRow.DUPLICATE, "a second row of " + Amount.shown(container));
            }
            pod.task.rows++;
            pod.task.submitMicros = Math.min(pod.task.submitMicros, start);
            pod.requests.merge(container, request, Report::larger);
            use.cpu = plus(use.cpu, cpu);
            use.memory = plus(use.memory, memory);
            return null;
        }

        private static long[] larger(long[] one, long[] other) {
            return new long[] {
                Math.max(one[CPU], other[CPU]), Math.max(one[MEMORY], other[MEMORY])
            };
        }

        private static long plus(long sum, long more) {
            return more == ABSENT ? sum : sum == ABSENT ? more : sum + more;
        }

        private ListedTask task(ListedRow row, String owner, String kind, String node, long start) {
            String namespace = row.text("namespace");
            ListedTask task =
                    new ListedTask(
                            listing.table("tasks"), namespace + "/" + kind + "/" + owner, start);
            task.rows = 0;
            task.user = namespace;
            task.machine = node.isEmpty() ? null : node;
            boolean isBatch =
                    classRule.equals(NOT_JOB) ? kind.equals("Job") : classRule.equals(ALL_BATCH);
            task.taskClass = isBatch ? TaskClass.BATCH : TaskClass.USER_FACING;
            listing.add(task);
            return task;
        }

        @Override
        public void finish() {
            if (last != null && !hasContainers) {
                throw InputException.of(
                        last,
                        "a report of namespaces, which has sums and no pods",
                        "the report of containers, with the columns pod and container_name",
                        "Give the report of containers of the same time; that of namespaces may"
                                + " stay beside it.");
            }
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (Pod pod : pods.values()) {
                first = Math.min(first, pod.use.firstKey());
                last = Math.max(last, pod.use.lastEntry().getValue().end);
            }
            for (Pod pod : pods.values()) {
                end(pod, first, last);
                boolean isAbsent = pod.task.cpuMicroCores == ABSENT;
                listing.count(pod.task, "tasks.withoutCpuRequest", isAbsent ? 1 : 0);
            }
            if (!pods.isEmpty()) {
                listing.warn(
                        "There are no nodes with their sizes: simulate with --servers of your"
                                + " own.");
            }
        }

        private void end(Pod pod, long first, long last) {
            ListedTask task = pod.task;
            for (long[] request : pod.requests.values()) {
                task.cpuMicroCores = plus(task.cpuMicroCores, request[CPU]);
                task.memoryBytes = plus(task.memoryBytes, request[MEMORY]);
            }
            task.scheduleMicros = task.submitMicros;
            task.isSubmitCensored = task.submitMicros == first;
            task.isScheduleCensored = task.isSubmitCensored;
            task.endMicros = pod.use.lastEntry().getValue().end;
            task.outcome = task.endMicros == last ? TaskOutcome.RUNNING : TaskOutcome.FINISHED;
            double cpu = 0;
            long time = 0;
            long before = task.submitMicros;
            long gaps = 0;
            for (Map.Entry<Long, Use> each : pod.use.entrySet()) {
                Use use = each.getValue();
                long length = use.end - each.getKey();
                gaps += each.getKey() - before > length / 2 ? 1 : 0;
                before = use.end;
                listing.usage(task, each.getKey(), use.end, use.cpu, use.memory);
                task.memoryUsedBytes = Math.max(task.memoryUsedBytes, use.memory);
                if (use.cpu != ABSENT) {
                    cpu += (double) use.cpu * length;
                    time += length;
                }
            }
            task.cpuUsedMicroCores = time == 0 ? ABSENT : Math.round(cpu / time);
            listing.count(task, "usage.gaps", gaps);
        }
    }
}
