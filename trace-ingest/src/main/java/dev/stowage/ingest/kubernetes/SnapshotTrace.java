package dev.stowage.ingest.kubernetes;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.MachineEvent;
import dev.stowage.ingest.canonical.MachineRow;
import dev.stowage.ingest.canonical.StableOrder;
import dev.stowage.ingest.canonical.TaskRow;
import dev.stowage.ingest.canonical.UsageRow;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.lifecycle.JobsOfTasks;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskOutcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a snapshot as a canonical trace. */
final class SnapshotTrace {

    private final Snapshot snapshot;
    private final SnapshotHistory history;
    private final IngestRequest request;
    private final String classRule;
    private final boolean isAtOnce;
    private final boolean hasGpus;
    private final NamedResources resources;
    private final NodeAttributes attributes;
    private final Set<TaskColumn> extras = EnumSet.of(TaskColumn.USER);
    private final Map<String, Long> facts = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final IdentityHashMap<Pod, long[]> taskNumbers =
            new IdentityHashMap<>(); // job and index
    private final Map<String, Long> nodeNumbers = new HashMap<>();
    private long originMicros = Long.MAX_VALUE;

    SnapshotTrace(
            Snapshot snapshot, SnapshotHistory history, IngestRequest request, String classRule) {
        this.snapshot = snapshot;
        this.history = history;
        this.request = request;
        this.classRule = classRule;
        isAtOnce = KubernetesFormat.SUBMIT.in(request).equals("at-once");
        hasGpus =
                snapshot.pods.values().stream().anyMatch(p -> p.requests().gpuMicros() > 0)
                        || snapshot.nodes.values().stream()
                                .anyMatch(node -> node.size().gpuMicros() > 0);
        if (hasGpus) {
            extras.add(TaskColumn.GPU);
        }
        resources = new NamedResources(snapshot);
        attributes =
                new NodeAttributes(
                        snapshot, resources, KubernetesFormat.LABELS.in(request).equals("all"));
        if (attributes.isAny()) {
            extras.add(TaskColumn.CONSTRAINTS);
        }
        if (!snapshot.metrics.isEmpty()) {
            extras.add(TaskColumn.USAGE);
        }
        for (Pod pod : snapshot.pods.values()) {
            originMicros = Math.min(originMicros, pod.createdMicros());
        }
        originMicros = snapshot.pods.isEmpty() ? 0 : originMicros;
        originMicros = history.isSeries() ? history.firstMicros() : originMicros;
    }

    IngestReport write(Map<String, Long> quarantined) {
        Path directory = request.outputDirectory();
        Map<String, TraceManifest.Table> tables = new LinkedHashMap<>();
        if (!snapshot.nodes.isEmpty()) {
            tables.put("machines", snapshot.nodeRows.close(writeNodes(directory)));
        } else {
            closeEmpty(tables, "nodes", snapshot.nodeRows);
            warnings.add("There are no nodes: simulate with --servers of your own.");
        }
        if (!snapshot.pods.isEmpty()) {
            JobsOfTasks jobs = new JobsOfTasks();
            tables.put("tasks", snapshot.podRows.close(writePods(directory, jobs)));
            if (history.isSeries() && !history.usage().isEmpty()) {
                tables.put("usage", writeUsage(directory));
            }
            long rows = jobs.write(directory);
            tables.put("jobs", new TraceManifest.Table(0, 0, 0, Map.of(), rows, null));
        } else {
            closeEmpty(tables, "pods", snapshot.podRows);
            warnings.add("There are no pods: the trace can't be replayed or fitted.");
        }
        closeEmpty(tables, "other_objects", snapshot.otherRows);
        history.tell(facts, warnings);
        tellWhatIsLost();
        if (!resources.pods().isEmpty()) {
            warnings.add(
                    "Pods ask for "
                            + String.join(", ", resources.pods().keySet())
                            + ": servers that are not of the trace need it as an attribute, as in"
                            + " 'resource "
                            + resources.pods().firstKey()
                            + "=4'; simulate --columns leaves it out.");
        }
        TraceManifest manifest = manifest(tables, quarantined);
        manifest.writeTo(directory);
        return new IngestReport(manifest, warnings);
    }

    /** By name: what the cluster has and the trace can't hold. */
    private void tellWhatIsLost() {
        SortedMap<String, Long> rules = new TreeMap<>(attributes.lost());
        if (snapshot.neverPreempting() > 0) {
            rules.put("priority without preemption", snapshot.neverPreempting());
        }
        rules.forEach((rule, pods) -> facts.put("tasks.notKept " + rule, pods));
        if (!rules.isEmpty()) {
            warnings.add(
                    "Rules of pods that the trace does not hold, and how many have them: "
                            + counted(rules)
                            + ". simulate and plan do not know them; pack leaves pods with rules"
                            + " on others where they are.");
        }
        snapshot.otherKinds.forEach((kind, count) -> facts.put("objects." + kind, count));
        if (!snapshot.otherKinds.isEmpty()) {
            warnings.add(
                    "Objects that the trace does not hold: " + counted(snapshot.otherKinds) + ".");
        }
    }

    private static String counted(SortedMap<String, Long> counts) {
        return counts.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void closeEmpty(
            Map<String, TraceManifest.Table> tables,
            String name,
            dev.stowage.ingest.quarantine.RowLedger ledger) {
        if (ledger.rowsRead() > 0) {
            tables.put(name, ledger.close(0));
        }
    }

    private long writeNodes(Path directory) {
        try (ColumnFileWriter file = CanonicalTable.MACHINES.create(directory, extras)) {
            for (Snapshot.Node node : history.firstNodes(snapshot)) {
                long number = nodeNumbers.size();
                nodeNumbers.put(node.name(), number);
                Amounts size = node.size();
                new MachineRow(
                                0,
                                number,
                                MachineEvent.ADD,
                                size.cpuMicroCores(),
                                size.memoryBytes(),
                                node.platform(),
                                node.name(),
                                size.gpuMicros())
                        .writeTo(file, extras, attributes.of(node));
            }
            history.nodeEvents().forEach(event -> writeEvent(file, event));
            countNodes();
            return file.rows();
        }
    }

    /** Those of the only snapshot, or of the last one. */
    private void countNodes() {
        long unschedulable = 0;
        long notReady = 0;
        Amounts capacity = Amounts.NONE;
        Amounts allocatable = Amounts.NONE;
        for (Snapshot.Node node : history.lastNodes(snapshot)) {
            unschedulable += node.isUnschedulable() ? 1 : 0;
            notReady += node.isReady() ? 0 : 1;
            capacity = capacity.plus(node.capacity());
            allocatable = allocatable.plus(node.allocatable());
        }
        facts.put("machines.unschedulable", unschedulable);
        facts.put("machines.notReady", notReady);
        facts.put("machines.capacityMicroCores", Math.max(0, capacity.cpuMicroCores()));
        facts.put("machines.allocatableMicroCores", Math.max(0, allocatable.cpuMicroCores()));
        facts.put("machines.capacityMemoryBytes", Math.max(0, capacity.memoryBytes()));
        facts.put("machines.allocatableMemoryBytes", Math.max(0, allocatable.memoryBytes()));
    }

    private void writeEvent(ColumnFileWriter file, SnapshotHistory.NodeEvent event) {
        Snapshot.Node node = event.node();
        boolean isGone = event.kind() == MachineEvent.REMOVE;
        long number = nodeNumbers.computeIfAbsent(node.name(), key -> (long) nodeNumbers.size());
        new MachineRow(
                        event.atMicros() - originMicros,
                        number,
                        event.kind(),
                        isGone ? ABSENT : node.size().cpuMicroCores(),
                        isGone ? ABSENT : node.size().memoryBytes(),
                        isGone ? null : node.platform(),
                        node.name(),
                        isGone ? ABSENT : node.size().gpuMicros())
                .writeTo(file, extras, isGone ? null : attributes.of(node));
    }

    private long writePods(Path directory, JobsOfTasks jobs) {
        List<Pod> pods = List.copyOf(snapshot.pods.values());
        long[] submit = new long[pods.size()];
        for (int i = 0; i < submit.length; i++) {
            submit[i] = isAtOnce ? 0 : pods.get(i).createdMicros() - originMicros;
        }
        Map<String, Integer> jobNumbers = new HashMap<>();
        Map<String, Integer> tasksOfJob = new HashMap<>();
        long unknownNodes = 0;
        TaskRow row = new TaskRow(extras);
        for (String fact : PodFacts.NAMES) {
            facts.put(fact, 0L);
        }
        try (ColumnFileWriter file = CanonicalTable.TASKS.create(directory, extras)) {
            for (int i : StableOrder.of(submit, submit.length)) {
                Pod pod = pods.get(i);
                String owner = pod.owner();
                String job = pod.namespace() + "/" + (owner == null ? "Pod/" + pod.name() : owner);
                row.jobId = jobNumbers.computeIfAbsent(job, key -> jobNumbers.size());
                row.taskIndex = tasksOfJob.merge(job, 1, Integer::sum) - 1;
                row.submitMicros = submit[i];
                fill(row, pod);
                @Nullable Long node = pod.node() == null ? null : nodeNumbers.get(pod.node());
                unknownNodes += pod.node() != null && node == null ? 1 : 0;
                row.machineId = node == null ? ABSENT : node;
                row.writeTo(file);
                taskNumbers.put(pod, new long[] {row.jobId, row.taskIndex});
                String workload = pod.workload();
                jobs.add(row, job, workload == null ? null : pod.namespace() + "/" + workload);
                PodFacts.count(pod, facts);
            }
            facts.put("tasks.machinesNotInMachineTable", unknownNodes);
            facts.put("tasks.withDistancesNotKept", attributes.notKept());
            resources.pods().forEach((name, count) -> facts.put("tasks.asking " + name, count));
            return file.rows();
        }
    }

    /** A measurement counts until the next snapshot. */
    private TraceManifest.Table writeUsage(Path directory) {
        List<SnapshotHistory.Measured> all =
                history.usage().stream()
                        .filter(each -> taskNumbers.containsKey(each.pod()))
                        .sorted(
                                Comparator.comparingLong(SnapshotHistory.Measured::fromMicros)
                                        .thenComparingLong(each -> number(each, 0))
                                        .thenComparingLong(each -> number(each, 1)))
                        .toList();
        long from = Long.MAX_VALUE;
        long to = Long.MIN_VALUE;
        UsageRow row = new UsageRow();
        try (ColumnFileWriter file = CanonicalTable.USAGE.create(directory)) {
            for (SnapshotHistory.Measured each : all) {
                row.startMicros = each.fromMicros() - originMicros;
                row.endMicros = each.toMicros() - originMicros;
                row.jobId = number(each, 0);
                row.taskIndex = (int) number(each, 1);
                row.cpuMicroCores = each.used().cpuMicroCores();
                row.memoryBytes = each.used().memoryBytes();
                row.writeTo(file);
                from = Math.min(from, row.startMicros);
                to = Math.max(to, row.startMicros);
            }
            facts.put("usage.ofUnknownPods", (long) history.usage().size() - all.size());
            return new TraceManifest.Table(
                    0,
                    0,
                    0,
                    Map.of(),
                    file.rows(),
                    all.isEmpty() ? null : new TraceManifest.Window(from, to));
        }
    }

    private long number(SnapshotHistory.Measured measured, int which) {
        return taskNumbers.getOrDefault(measured.pod(), new long[2])[which];
    }

    private void fill(TaskRow row, Pod pod) {
        boolean isEnded =
                pod.phase() == Pod.Phase.SUCCEEDED
                        || pod.phase() == Pod.Phase.FAILED
                        || pod.phase() == Pod.Phase.GONE;
        row.isSubmitCensored = history.isThereAtStart(pod);
        row.isScheduleCensored = row.isSubmitCensored;
        boolean isPlaced = pod.node() != null;
        long scheduled =
                pod.scheduledMicros() == ABSENT ? pod.createdMicros() : pod.scheduledMicros();
        long begin = Math.max(0, scheduled - originMicros);
        long end =
                pod.endedMicros() == ABSENT
                        ? ABSENT
                        : Math.max(begin, pod.endedMicros() - originMicros);
        row.scheduleMicros = !isPlaced ? ABSENT : isAtOnce ? 0 : begin;
        row.durationMicros = isEnded && isPlaced && end != ABSENT ? end - begin : ABSENT;
        row.endMicros =
                row.durationMicros == ABSENT ? ABSENT : row.scheduleMicros + row.durationMicros;
        row.attempts = isPlaced && (!isEnded || end != ABSENT) ? 1 : 0;
        row.outcome = outcome(pod, isPlaced);
        row.evictions = row.outcome == TaskOutcome.EVICTED ? 1 : 0;
        row.failures = row.outcome == TaskOutcome.FAILED ? 1 : 0;
        row.isEndCensored = !row.outcome.isTerminal();
        row.taskClass =
                classRule.equals(KubernetesFormat.ALL_BATCH) || pod.isOfJob()
                        ? TaskClass.BATCH
                        : TaskClass.USER_FACING;
        row.priority = pod.priority();
        row.cpuMicroCores = pod.requests().cpuMicroCores();
        row.memoryBytes = pod.requests().memoryBytes();
        row.gpuMicros = pod.requests().gpuMicros();
        row.user = pod.namespace();
        row.constraints = attributes.of(pod);
        Amounts used = snapshot.metrics.getOrDefault(snapshot.nameOf(pod), Amounts.NONE);
        row.cpuUsedMicroCores = used.cpuMicroCores();
        row.memoryUsedBytes = used.memoryBytes();
    }

    private static TaskOutcome outcome(Pod pod, boolean isPlaced) {
        return switch (pod.phase()) {
            case SUCCEEDED, GONE -> TaskOutcome.FINISHED;
            case FAILED -> pod.isEvicted() ? TaskOutcome.EVICTED : TaskOutcome.FAILED;
            case PENDING, RUNNING, UNKNOWN -> isPlaced ? TaskOutcome.RUNNING : TaskOutcome.PENDING;
        };
    }

    private TraceManifest manifest(
            Map<String, TraceManifest.Table> tables, Map<String, Long> quarantined) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(KubernetesFormat.NODE.name(), KubernetesFormat.NODE.in(request));
        parameters.put(KubernetesFormat.SUBMIT.name(), KubernetesFormat.SUBMIT.in(request));
        parameters.put(KubernetesFormat.LABELS.name(), KubernetesFormat.LABELS.in(request));
        parameters.put(KubernetesFormat.MOMENTS.name(), KubernetesFormat.MOMENTS.in(request));
        request.selection().putInto(parameters);
        String source =
                request.inputs().stream().map(Path::toString).collect(Collectors.joining(", "));
        return TraceManifest.of(
                new Provenance("kubernetes", source, OptionalLong.empty(), parameters),
                snapshot.files,
                tables,
                quarantined,
                facts,
                classRule,
                null,
                (history.isSeries() ? "the first snapshot, " : "creation of the oldest pod, ")
                        + Instant.ofEpochSecond(originMicros / MICROS_PER_SECOND),
                replayed());
    }

    private @Nullable List<String> replayed() {
        List<String> columns = new ArrayList<>();
        if (hasGpus) {
            columns.add(TaskColumn.GPU.label());
        }
        if (extras.contains(TaskColumn.CONSTRAINTS) && resources.isAny()) {
            columns.add(TaskColumn.RESOURCES.label());
        }
        return columns.isEmpty() ? null : columns;
    }
}
