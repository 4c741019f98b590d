package dev.stowage.ingest.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the series say of a pod. */
final class PodHistory {
    /** Name of the series of a pod as a whole. */
    static final String WHOLE = "";

    final String namespace;
    final String name;
    @Nullable String node;
    @Nullable String ownerKind;
    @Nullable String ownerName;
    long series;

    /** By container and resource, as kube-state-metrics names it. */
    final Map<List<String>, Samples> requests = new LinkedHashMap<>();

    /** By container, and what else tells counters of a container apart. */
    final Map<List<String>, Samples> cpuSeconds = new LinkedHashMap<>();

    final Map<List<String>, Samples> memoryBytes = new LinkedHashMap<>();

    PodHistory(String namespace, String name) {
        this.namespace = namespace;
        this.name = name;
    }

    /** All series. */
    List<Samples> all() {
        List<Samples> all = new ArrayList<>(requests.values());
        all.addAll(cpuSeconds.values());
        all.addAll(memoryBytes.values());
        return all;
    }

    /** The first and the last moment at which a series has a sample; null if none has. */
    long @Nullable [] window() {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (Samples each : all()) {
            if (each.size() > 0) {
                first = Math.min(first, each.time(0));
                last = Math.max(last, each.time(each.size() - 1));
            }
        }
        return first > last ? null : new long[] {first, last};
    }

    /**
     * What it asks for at the end, by resource; the sum of its containers. A container whose series
     * ended earlier counts with its last value.
     */
    SortedMap<String, Double> asked() {
        SortedMap<String, Double> asked = new TreeMap<>();
        requests.forEach(
                (key, samples) -> {
                    if (samples.size() > 0) {
                        asked.merge(key.get(1), samples.value(samples.size() - 1), Double::sum);
                    }
                });
        return asked;
    }

    /** True if a request was another one earlier. */
    boolean hasChangedRequests() {
        for (Samples each : requests.values()) {
            for (int i = 1; i < each.size(); i++) {
                if (each.value(i) != each.value(i - 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The series that count: those of containers; of the pod as a whole where there are none. */
    static List<Samples> counting(Map<List<String>, Samples> byContainer) {
        boolean hasContainers =
                byContainer.keySet().stream().anyMatch(k -> !k.get(0).equals(WHOLE));
        List<Samples> counting = new ArrayList<>();
        byContainer.forEach(
                (key, samples) -> {
                    if (hasContainers != key.get(0).equals(WHOLE)) {
                        counting.add(samples);
                    }
                });
        return counting;
    }

    /**
     * Mean CPU between samples, millionths of a core, by start and end; the sum of the counters.
     *
     * @param tally counts resets and gaps
     */
    NavigableMap<Long, Map<Long, Double>> cpu(long longestMicros, Tally tally) {
        NavigableMap<Long, Map<Long, Double>> rates = new TreeMap<>();
        for (Samples each : counting(cpuSeconds)) {
            for (int i = 1; i < each.size(); i++) {
                long from = each.time(i - 1);
                long to = each.time(i);
                if (to - from > longestMicros) {
                    tally.gaps++;
                    continue;
                }
                double before = each.value(i - 1);
                boolean isReset = each.value(i) < before;
                tally.resets += isReset ? 1 : 0;
                double seconds = isReset ? each.value(i) : each.value(i) - before;
                double microCores = seconds * 1e6 / ((to - from) / 1e6);
                rates.computeIfAbsent(from, key -> new HashMap<>())
                        .merge(to, microCores, Double::sum);
            }
        }
        return rates;
    }

    /** Memory in use by time, bytes; the sum of the containers. */
    NavigableMap<Long, Double> memory() {
        NavigableMap<Long, Double> sums = new TreeMap<>();
        for (Samples each : counting(memoryBytes)) {
            for (int i = 0; i < each.size(); i++) {
                sums.merge(each.time(i), each.value(i), Double::sum);
            }
        }
        return sums;
    }

    /** What was met on the way. */
    static final class Tally {
        long resets;
        long gaps;
    }
}
