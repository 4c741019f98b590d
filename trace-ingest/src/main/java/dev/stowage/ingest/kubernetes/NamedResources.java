package dev.stowage.ingest.kubernetes;

import dev.stowage.model.AttributePredicate;
import dev.stowage.model.ClusterTerms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The resources of a snapshot besides CPU, memory and GPUs: those that some pod asks for, and the
 * pods that a node takes. GPUs are among them where there are several makes, because one does not
 * stand for another.
 */
final class NamedResources {
    private final SortedSet<String> asked = new TreeSet<>();
    private final SortedMap<String, Long> pods = new TreeMap<>();
    private final boolean isPodsLimited;

    NamedResources(Snapshot snapshot) {
        Set<String> makes = new HashSet<>();
        for (Snapshot.Node node : snapshot.nodes.values()) {
            node.size().named().keySet().stream().filter(Amounts::isGpu).forEach(makes::add);
        }
        isPodsLimited =
                snapshot.nodes.values().stream()
                        .anyMatch(node -> node.size().named().containsKey(ClusterTerms.PODS));
        for (Pod pod : snapshot.pods.values()) {
            pod.requests()
                    .named()
                    .forEach(
                            (name, amount) -> {
                                if (amount > 0) {
                                    asked.add(name);
                                    pods.merge(name, 1L, Long::sum);
                                }
                            });
        }
        asked.stream().filter(Amounts::isGpu).forEach(makes::add);
        if (makes.size() < 2) {
            asked.removeAll(makes);
            pods.keySet().removeAll(makes);
        }
    }

    /** What a node has of them; of what pods ask for it has none where it doesn't say. */
    List<AttributePredicate> of(Snapshot.Node node) {
        List<AttributePredicate> all = new ArrayList<>();
        for (Map.Entry<String, Long> each : node.size().named().entrySet()) {
            if (asked.contains(each.getKey()) || each.getKey().equals(ClusterTerms.PODS)) {
                all.add(ClusterTerms.there(each.getKey(), each.getValue()));
            }
        }
        return all;
    }

    /** What a pod asks for of them. */
    List<AttributePredicate> of(Pod pod) {
        List<AttributePredicate> all = new ArrayList<>();
        for (Map.Entry<String, Long> each : pod.requests().named().entrySet()) {
            if (asked.contains(each.getKey()) && each.getValue() > 0) {
                all.add(ClusterTerms.asked(each.getKey(), each.getValue()));
            }
        }
        return all;
    }

    /** True if a pod asks for some, or a node says how many pods it takes. */
    boolean isAny() {
        return !asked.isEmpty() || isPodsLimited;
    }

    /** Pods that ask for each. */
    SortedMap<String, Long> pods() {
        return pods;
    }
}
