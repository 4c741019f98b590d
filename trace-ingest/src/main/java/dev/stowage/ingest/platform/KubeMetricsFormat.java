package dev.stowage.ingest.platform;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CleanName;
import dev.stowage.ingest.listed.ListedFormat;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.ListedTask;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.listed.TextLines;
import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What kube-state-metrics says of nodes and pods, and cAdvisor of what pods use, in Prometheus'
 * text; the snapshot of a cluster for those who may not ask its API.
 */
public final class KubeMetricsFormat extends ListedFormat {
    static final String NOT_JOB = "owner!=Job";

    private static final BigDecimal ONE = BigDecimal.ONE;
    private static final int LINES_TO_LOOK_AT = 400;

    /** The format. */
    public KubeMetricsFormat() {
        super(
                "kube-metrics",
                "a snapshot of a cluster as kube-state-metrics and cAdvisor tell it, in Prometheus'"
                        + " text",
                List.of(NOT_JOB, ALL_BATCH, ALL_USER_FACING),
                List.of());
    }

    @Override
    protected boolean looksLikeOne(Path file) {
        return TextLines.first(file, LINES_TO_LOOK_AT).stream()
                .anyMatch(
                        line ->
                                line.matches("(# (HELP|TYPE) )?(kube|container)_[a-z_]+.*")
                                        && (line.startsWith("#") || line.contains("{")));
    }

    @Override
    protected Reader begin(Listing listing) {
        return new Metrics(listing, classRule(listing.request()));
    }

    /** A node, as its samples tell. */
    private static final class Node {
        private long cpu = ABSENT;
        private long memory = ABSENT;
        private long gpus = ABSENT;
    }

    /** A pod, as its samples tell. */
    private static final class Pod {
        private final Map<String, long[]> containers = new HashMap<>();
        private final Map<String, long[]> first = new HashMap<>(); // init containers
        private String node = "";
        private String owner = "";
        private String phase = "";
        private long created = ABSENT;
        private long scheduled = ABSENT;
        private long ended = ABSENT;
        private final Map<String, Long> memoryUsed = new HashMap<>();
        private final Map<String, BigDecimal> cpuSeconds = new HashMap<>();
        private final Map<String, BigDecimal> measuredAt = new HashMap<>();
        private final Map<String, BigDecimal> startedAt = new HashMap<>();
    }

    private static final class Metrics implements Reader {
        private boolean hasRequests;

        private static final int CPU = 0;
        private static final int MEMORY = 1;
        private static final int GPU = 2;

        private final Listing listing;
        private final String classRule;
        private final ListedTable table;
        private final Map<String, Node> nodes = new LinkedHashMap<>();
        private final Map<String, Pod> pods = new LinkedHashMap<>();
        private final Map<String, Long> resourcesNotKept = new TreeMap<>();
        private long samples;

        Metrics(Listing listing, String classRule) {
            this.listing = listing;
            this.classRule = classRule;
            table = listing.table("samples");
        }

        @Override
        public void read(Path file) {
            TextLines.read(
                    file,
                    listing,
                    table,
                    (number, line) -> {
                        line(file, number, line);
                        return true;
                    });
        }

        private void line(Path file, long number, String line) {
            if (line.isBlank()) {
                table.ignored(IgnoreRule.EMPTY_LINE, 1);
            } else if (line.startsWith("#")) {
                table.ignored(IgnoreRule.COMMENT, 1);
            } else {
                try {
                    if (take(Sample.parse(line))) {
                        samples++;
                    } else {
                        table.ignored(IgnoreRule.TABLE_NOT_NEEDED, 1);
                    }
                } catch (BadRecordException e) {
                    table.bad(file, number, e, line);
                }
            }
        }

        /** False if nothing uses the sample. */
        private boolean take(Sample sample) throws BadRecordException {
            String name = sample.name();
            if (name.startsWith("kube_node_status_")) {
                return takeNode(sample);
            }
            boolean isOfPod = name.startsWith("kube_pod_") || name.startsWith("container_");
            if (!isOfPod || sample.label("pod").isEmpty()) {
                return false; // sums of pods and control groups have no pod, or no container
            }
            Pod pod =
                    pods.computeIfAbsent(
                            clean(sample.label("namespace")) + "/" + clean(sample.label("pod")),
                            key -> new Pod());
            return name.startsWith("container_") ? takeUse(pod, sample) : takePod(pod, sample);
        }

        private static String clean(String text) throws BadRecordException {
            return CleanName.of("label", text);
        }

        private boolean takeNode(Sample sample) throws BadRecordException {
            if (!sample.name().equals("kube_node_status_allocatable")) {
                return false;
            }
            Node node = nodes.computeIfAbsent(clean(sample.label("node")), key -> new Node());
            switch (sample.label("resource")) {
                case "cpu" -> node.cpu = sample.amount(Amount.MILLION);
                case "memory" -> node.memory = sample.amount(ONE);
                case "nvidia_com_gpu", "amd_com_gpu" ->
                        node.gpus = Math.max(node.gpus, sample.amount(Amount.MILLION));
                default -> {
                    return false;
                }
            }
            return true;
        }

        private boolean takePod(Pod pod, Sample sample) throws BadRecordException {
            switch (sample.name()) {
                case "kube_pod_container_resource_requests" -> takeRequest(pod.containers, sample);
                case "kube_pod_init_container_resource_requests" -> takeRequest(pod.first, sample);
                case "kube_pod_info" -> {
                    pod.node = clean(sample.label("node"));
                    if (pod.owner.isEmpty()) {
                        pod.owner = owner(sample, "created_by_kind", "created_by_name");
                    }
                }
                case "kube_pod_owner" -> pod.owner = owner(sample, "owner_kind", "owner_name");
                case "kube_pod_created" -> pod.created = sample.amount(Amount.MILLION);
                case "kube_pod_status_scheduled_time" ->
                        pod.scheduled = sample.amount(Amount.MILLION);
                case "kube_pod_completion_time" -> pod.ended = sample.amount(Amount.MILLION);
                case "kube_pod_status_phase" -> {
                    if (sample.value().compareTo(ONE) == 0) {
                        pod.phase = sample.label("phase");
                    }
                }
                default -> {
                    return false;
                }
            }
            return true;
        }

        private static String owner(Sample sample, String kind, String name)
                throws BadRecordException {
            String of = clean(sample.label(kind));
            return of.isEmpty() || of.equals("<none>") ? "" : of + "/" + clean(sample.label(name));
        }

        private void takeRequest(Map<String, long[]> containers, Sample sample)
                throws BadRecordException {
            long[] amounts =
                    containers.computeIfAbsent(sample.label("container"), key -> new long[3]);
            hasRequests = true;
            switch (sample.label("resource")) {
                case "cpu" -> amounts[CPU] = sample.amount(Amount.MILLION);
                case "memory" -> amounts[MEMORY] = sample.amount(ONE);
                case "nvidia_com_gpu", "amd_com_gpu" ->
                        amounts[GPU] = sample.amount(Amount.MILLION);
                default -> resourcesNotKept.merge(sample.label("resource"), 1L, Long::sum);
            }
        }

        /** What a container uses: its own samples name it, those of its pod don't. */
        private static boolean takeUse(Pod pod, Sample sample) throws BadRecordException {
            String container = sample.label("container");
            if (container.isEmpty() || container.equals("POD")) {
                return false;
            }
            switch (sample.name()) {
                case "container_memory_working_set_bytes" ->
                        pod.memoryUsed.put(container, sample.amount(ONE));
                case "container_cpu_usage_seconds_total" -> {
                    pod.cpuSeconds.merge(container, sample.value(), BigDecimal::add);
                    Long at = sample.millis();
                    if (at != null) {
                        pod.measuredAt.put(container, BigDecimal.valueOf(at).movePointLeft(3));
                    }
                }
                case "container_start_time_seconds" -> pod.startedAt.put(container, sample.value());
                default -> {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void finish() {
            table.used(samples);
            for (Map.Entry<String, Node> node : nodes.entrySet()) {
                Node size = node.getValue();
                if (size.cpu <= 0 || size.memory <= 0) {
                    listing.count("machines.withoutSize", 1);
                    continue;
                }
                try {
                    listing.add(
                            new ListedMachine(
                                    node.getKey(),
                                    size.cpu,
                                    size.memory,
                                    size.gpus,
                                    null,
                                    Map.of()));
                } catch (BadRecordException e) {
                    throw new IllegalStateException("node " + node.getKey(), e);
                }
            }
            long origin =
                    pods.values().stream()
                            .mapToLong(pod -> pod.created)
                            .filter(time -> time != ABSENT)
                            .min()
                            .orElse(0);
            pods.forEach((name, pod) -> addPod(name, pod, origin));
            if (!hasRequests) {
                listing.warn(
                        "No requests: give what kube-state-metrics says of pods, too; what pods ask"
                                + " for is not known.");
            }
            resourcesNotKept.forEach(
                    (resource, n) -> listing.count("containers.asking " + resource, n));
            if (!resourcesNotKept.isEmpty()) {
                listing.warn(
                        "Not kept of what containers ask for: "
                                + String.join(", ", resourcesNotKept.keySet())
                                + ". kubectl's JSON has it (format kubernetes).");
            }
        }

        private void addPod(String name, Pod pod, long origin) {
            String namespace = name.substring(0, name.indexOf('/'));
            String owner =
                    pod.owner.isEmpty() ? "Pod" + name.substring(name.indexOf('/')) : pod.owner;
            long created = pod.created == ABSENT ? origin : pod.created;
            ListedTask task =
                    new ListedTask(listing.table("tasks"), namespace + "/" + owner, created);
            listing.count(task, "tasks.creationUnknown", pod.created == ABSENT ? 1 : 0);
            task.rows = 0; // samples are booked as such
            task.user = namespace;
            boolean isBatch =
                    classRule.equals(NOT_JOB)
                            ? owner.startsWith("Job/")
                            : classRule.equals(ALL_BATCH);
            task.taskClass = isBatch ? TaskClass.BATCH : TaskClass.USER_FACING;
            task.machine = pod.node.isEmpty() ? null : pod.node;
            boolean isPlaced = !pod.node.isEmpty();
            task.outcome =
                    switch (pod.phase) {
                        case "Succeeded" -> TaskOutcome.FINISHED;
                        case "Failed" -> TaskOutcome.FAILED;
                        default -> isPlaced ? TaskOutcome.RUNNING : TaskOutcome.PENDING;
                    };
            listing.count(task, "tasks.phaseUnknown", pod.phase.isEmpty() ? 1 : 0);
            task.scheduleMicros = !isPlaced ? ABSENT : Math.max(created, pod.scheduled);
            boolean isEnded = pod.ended != ABSENT && pod.ended >= task.scheduleMicros;
            task.endMicros = isPlaced && isEnded ? pod.ended : ABSENT;
            task.attempts = isPlaced ? 1 : 0;
            if (hasRequests) {
                addRequests(task, pod);
            }
            addUse(task, pod);
            listing.add(task);
        }

        /** The sum of the containers, and at least each of those that come first. */
        private static void addRequests(ListedTask task, Pod pod) {
            long[] sum = new long[3];
            for (long[] each : pod.containers.values()) {
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += each[i];
                }
            }
            for (long[] each : pod.first.values()) {
                for (int i = 0; i < sum.length; i++) {
                    sum[i] = Math.max(sum[i], each[i]);
                }
            }
            task.cpuMicroCores = sum[CPU];
            task.memoryBytes = sum[MEMORY];
            task.gpuMicros = sum[GPU] == 0 ? ABSENT : sum[GPU];
        }

        private static void addUse(ListedTask task, Pod pod) {
            if (!pod.memoryUsed.isEmpty()) {
                task.memoryUsedBytes =
                        pod.memoryUsed.values().stream().mapToLong(Long::longValue).sum();
            }
            BigDecimal cores = BigDecimal.ZERO;
            for (Map.Entry<String, BigDecimal> used : pod.cpuSeconds.entrySet()) {
                BigDecimal now = pod.measuredAt.get(used.getKey());
                BigDecimal start = pod.startedAt.get(used.getKey());
                if (now == null || start == null || now.compareTo(start) <= 0) {
                    return; // since when it counts is not known
                }
                cores =
                        cores.add(
                                used.getValue()
                                        .divide(now.subtract(start), 9, RoundingMode.HALF_UP));
            }
            if (cores.signum() > 0 && cores.compareTo(BigDecimal.valueOf(1_000_000_000)) < 0) {
                task.cpuUsedMicroCores = cores.multiply(Amount.MILLION).longValue();
            }
        }
    }
}
