package dev.stowage.ingest.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.listed.CleanName;
import dev.stowage.ingest.listed.ListedMachine;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the series of some answers say of a cluster: nodes, pods and their owners, requests and use.
 * Series of other metrics are counted by name.
 *
 * <p>Source: metrics of kube-state-metrics 2 (names of 1.x beside them) and of the kubelet's
 * cAdvisor.
 */
final class ClusterHistory {
    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";
    private static final Map<String, String> OLD_REQUESTS =
            Map.of(
                    "kube_pod_container_resource_requests_cpu_cores", CPU,
                    "kube_pod_container_resource_requests_memory_bytes", MEMORY);
    private static final String PAUSE = "POD"; // the container that holds a pod's network
    private static final int MOST_NAMED = 12;

    private final Listing listing;
    private final String classRule;
    private final ListedTable books;
    private final Map<String, PodHistory> pods = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> allocatable = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> capacity = new LinkedHashMap<>();
    private final SortedMap<String, Long> otherMetrics = new TreeMap<>();
    private long notNumbers;

    ClusterHistory(Listing listing, String classRule) {
        this.listing = listing;
        this.classRule = classRule;
        books = listing.table("series");
        listing.hasDerivedUsage();
    }

    void read(Path file) {
        RangeAnswer.read(
                file,
                listing,
                books,
                (line, series) -> {
                    books.read(1);
                    try {
                        take(series);
                    } catch (BadRecordException e) {
                        books.bad(file, line, e, String.valueOf(series.path("metric")));
                    }
                });
    }

    private void take(JsonNode series) throws BadRecordException {
        JsonNode labels = series.path("metric");
        String metric = labels.path("__name__").asText();
        if (metric.isEmpty()) {
            throw new BadRecordException(
                    BadRow.MISSING_VALUE,
                    "a series without name, as functions give: ask for the metric itself");
        }
        switch (metric) {
            case "kube_pod_container_resource_requests" ->
                    takeRequest(labels, label(labels, "resource"), series);
            case "kube_pod_container_resource_requests_cpu_cores",
                    "kube_pod_container_resource_requests_memory_bytes" ->
                    takeRequest(labels, OLD_REQUESTS.getOrDefault(metric, CPU), series);
            case "container_cpu_usage_seconds_total" -> takeUse(labels, series, true);
            case "container_memory_working_set_bytes" -> takeUse(labels, series, false);
            case "kube_pod_owner" -> takeOwner(labels);
            case "kube_node_status_allocatable" -> takeNode(labels, series, allocatable);
            case "kube_node_status_capacity" -> takeNode(labels, series, capacity);
            default -> {
                otherMetrics.merge(metric, 1L, Long::sum);
                books.ignored(IgnoreRule.TABLE_NOT_NEEDED, 1);
            }
        }
    }

    private void takeRequest(JsonNode labels, String resource, JsonNode series)
            throws BadRecordException {
        PodHistory pod = pod(labels);
        String container = label(labels, "container");
        add(
                pod.requests.computeIfAbsent(List.of(container, resource), key -> new Samples()),
                series);
        used(pod, labels);
    }

    /** Counters of a container differ by its run ({@code id}) and by core ({@code cpu}). */
    private void takeUse(JsonNode labels, JsonNode series, boolean isCpu)
            throws BadRecordException {
        String container = text(labels, "container", "container_name");
        if (text(labels, "pod", "pod_name").isEmpty() || container.equals(PAUSE)) {
            books.ignored(IgnoreRule.UNNAMED, 1);
            return;
        }
        PodHistory pod = pod(labels);
        List<String> key =
                List.of(
                        container,
                        labels.path("id").asText(),
                        isCpu ? labels.path("cpu").asText() : "");
        add(
                (isCpu ? pod.cpuSeconds : pod.memoryBytes)
                        .computeIfAbsent(key, fresh -> new Samples()),
                series);
        used(pod, labels);
    }

    private void takeOwner(JsonNode labels) throws BadRecordException {
        PodHistory pod = pod(labels);
        String kind = labels.path("owner_kind").asText();
        if (!kind.isEmpty() && !kind.equals("<none>")) {
            pod.ownerKind = kind;
            pod.ownerName = name(labels.path("owner_name").asText());
        }
        used(pod, labels);
    }

    private void takeNode(JsonNode labels, JsonNode series, Map<String, Map<String, Double>> nodes)
            throws BadRecordException {
        String node = label(labels, "node");
        Samples samples = new Samples();
        add(samples, series);
        samples.sort();
        if (samples.size() > 0) {
            nodes.computeIfAbsent(node, key -> new TreeMap<>())
                    .put(label(labels, "resource"), samples.value(samples.size() - 1));
        }
        books.used(1);
    }

    private void used(PodHistory pod, JsonNode labels) {
        String node = labels.path("node").asText();
        pod.node = node.isEmpty() ? pod.node : node;
        pod.series++;
    }

    private PodHistory pod(JsonNode labels) throws BadRecordException {
        String namespace = name(labels.path("namespace").asText());
        String name = name(text(labels, "pod", "pod_name"));
        if (name.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no label pod");
        }
        return pods.computeIfAbsent(namespace + "/" + name, key -> new PodHistory(namespace, name));
    }

    private static String text(JsonNode labels, String label, String older) {
        return labels.has(label) ? labels.path(label).asText() : labels.path(older).asText();
    }

    private static String label(JsonNode labels, String label) throws BadRecordException {
        String text = name(labels.path(label).asText());
        if (text.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no label " + label);
        }
        return text;
    }

    private static String name(String text) throws BadRecordException {
        return CleanName.of("label", text);
    }

    private void add(Samples to, JsonNode series) throws BadRecordException {
        List<long[]> times = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        boolean isOne = series.has("value"); // an instant query
        List<JsonNode> all = new ArrayList<>();
        if (isOne) {
            all.add(series.path("value"));
        } else {
            series.path("values").forEach(all::add);
        }
        if (all.isEmpty()) {
            throw new BadRecordException(
                    BadRow.MISSING_VALUE,
                    "a series without values (native histograms are not read)");
        }
        for (JsonNode sample : all) {
            String value = sample.path(1).asText();
            if (value.equals("NaN")) {
                notNumbers++;
                continue;
            }
            BigDecimal seconds = Amount.number("time", sample.path(0).asText());
            double amount = Amount.number("value", value).doubleValue();
            if (amount < 0) {
                throw new BadRecordException(BadRow.NEGATIVE, "value " + Amount.shown(value));
            }
            times.add(
                    new long[] {
                        seconds.multiply(Amount.MILLION)
                                .setScale(0, RoundingMode.HALF_UP)
                                .longValueExact()
                    });
            values.add(amount);
        }
        int from = to.size();
        for (int i = 0; i < times.size(); i++) {
            to.add(times.get(i)[0], values.get(i));
        }
        to.checkOrder(from);
    }

    void finish() {
        if (!otherMetrics.isEmpty()) {
            List<String> names = otherMetrics.keySet().stream().limit(MOST_NAMED).toList();
            int more = otherMetrics.size() - names.size();
            listing.count(
                    "series.ofOtherMetrics",
                    otherMetrics.values().stream().mapToLong(Long::longValue).sum());
            listing.warn(
                    "Metrics that nothing uses: "
                            + String.join(", ", names)
                            + (more > 0 ? " and " + more + " more" : "")
                            + ".");
        }
        listing.count("samples.notANumber", notNumbers);
        nodes();
        new PodTasks(listing, books, classRule).write(List.copyOf(pods.values()));
    }

    private void nodes() {
        Map<String, Map<String, Double>> all = new LinkedHashMap<>(capacity);
        all.putAll(allocatable);
        long without = 0;
        for (Map.Entry<String, Map<String, Double>> node : all.entrySet()) {
            ResourceNames.Amounts amounts = ResourceNames.of(node.getValue(), RoundingMode.DOWN);
            try {
                listing.add(
                        new ListedMachine(
                                node.getKey(),
                                amounts.cpuMicroCores(),
                                amounts.memoryBytes(),
                                amounts.gpuMicros(),
                                null,
                                amounts.attributes()));
            } catch (BadRecordException e) {
                without++; // its series are used up, and say nothing of CPU or memory
            }
        }
        listing.count("machines.withoutCpuOrMemory", without);
        if (all.isEmpty()) {
            listing.warn(
                    "There are no nodes: simulate with --servers of your own, or add an answer to"
                            + " kube_node_status_allocatable.");
        }
    }
}
