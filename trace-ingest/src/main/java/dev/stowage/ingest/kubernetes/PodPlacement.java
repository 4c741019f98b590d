package dev.stowage.ingest.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a pod may run: what the scheduler must keep to when it places it.
 *
 * @param labels of the pod, which others' rules look at
 * @param selector demands on the node's labels, all of which must hold
 * @param terms of the required node affinity: all demands of one of them must hold; none if the pod
 *     has no such affinity
 * @param tolerations taints that it stands
 * @param apart pods that it must not share a part of the cluster with
 * @param isTogether true if it must be near other pods
 * @param isSpread true if the pods like it must be spread evenly
 * @param hasPreferences true if it prefers some nodes, or distances to other pods
 */
record PodPlacement(
        Map<String, String> labels,
        List<LabelExpression> selector,
        List<List<LabelExpression>> terms,
        List<Taint.Toleration> tolerations,
        List<Distance> apart,
        boolean isTogether,
        boolean isSpread,
        boolean hasPreferences) {
    /** Label of a node's name; of nodes' fields there is no other to select by. */
    static final String NAME_FIELD = "metadata.name";

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    /**
     * Other pods that a pod must not be with.
     *
     * @param selector of their labels
     * @param namespaces in which they are; empty for the pod's own
     * @param isAnywhere true if namespaces are selected by their labels, which a snapshot lacks
     * @param topologyKey label of nodes: those with the same value are one part of the cluster
     */
    record Distance(
            List<LabelExpression> selector,
            List<String> namespaces,
            boolean isAnywhere,
            String topologyKey) {
        static Distance of(JsonNode term) throws BadObjectException {
            List<String> namespaces = new ArrayList<>();
            term.path("namespaces").forEach(each -> namespaces.add(each.asText()));
            return new Distance(
                    LabelExpression.ofSelector(term.path("labelSelector")),
                    namespaces,
                    term.has("namespaceSelector"),
                    Pod.required(term, "topologyKey"));
        }

        /** True if it is about {@code other}, given that {@code pod} has this rule. */
        boolean isAbout(Pod pod, Pod other) {
            boolean isThere =
                    isAnywhere
                            || (namespaces.isEmpty()
                                    ? other.namespace().equals(pod.namespace())
                                    : namespaces.contains(other.namespace()));
            return isThere
                    && selector.stream().allMatch(e -> e.holdsFor(other.placement().labels()));
        }
    }

    /**
     * Reads metadata and specification of a pod.
     *
     * @throws BadObjectException if a selector is malformed
     */
    static PodPlacement of(JsonNode metadata, JsonNode spec) throws BadObjectException {
        Map<String, String> labels = labels(metadata);
        JsonNode affinity = spec.path("affinity");
        JsonNode near = affinity.path("podAffinity");
        JsonNode far = affinity.path("podAntiAffinity");
        JsonNode nodes = affinity.path("nodeAffinity");
        List<LabelExpression> selector = new ArrayList<>();
        spec.path("nodeSelector")
                .properties()
                .forEach(
                        label ->
                                selector.add(
                                        LabelExpression.is(
                                                label.getKey(), label.getValue().asText())));
        List<List<LabelExpression>> terms = new ArrayList<>();
        for (JsonNode term : nodes.path(REQUIRED).path("nodeSelectorTerms")) {
            List<LabelExpression> all = LabelExpression.all(term.path("matchExpressions"));
            all.addAll(LabelExpression.all(term.path("matchFields")));
            terms.add(all);
        }
        List<Taint.Toleration> tolerations = new ArrayList<>();
        spec.path("tolerations").forEach(each -> tolerations.add(Taint.Toleration.of(each)));
        List<Distance> apart = new ArrayList<>();
        for (JsonNode term : far.path(REQUIRED)) {
            if (term.has("labelSelector")) { // without one it is about no pod
                apart.add(Distance.of(term));
            }
        }
        boolean isSpread = false;
        for (JsonNode constraint : spec.path("topologySpreadConstraints")) {
            isSpread |= !constraint.path("whenUnsatisfiable").asText().equals("ScheduleAnyway");
        }
        boolean hasPreferences =
                !near.path(PREFERRED).isEmpty()
                        || !far.path(PREFERRED).isEmpty()
                        || !nodes.path(PREFERRED).isEmpty();
        return new PodPlacement(
                labels,
                selector,
                terms,
                tolerations,
                apart,
                !near.path(REQUIRED).isEmpty(),
                isSpread,
                hasPreferences);
    }

    /** The labels of an object. */
    static Map<String, String> labels(JsonNode metadata) {
        Map<String, String> labels = new HashMap<>();
        metadata.path("labels")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return labels;
    }

    boolean stands(Taint taint) {
        return tolerations.stream().anyMatch(each -> each.isFor(taint));
    }

    /** True if it selects nodes, by selector or affinity. */
    boolean selectsNodes() {
        return !selector.isEmpty() || !terms.isEmpty();
    }
}
