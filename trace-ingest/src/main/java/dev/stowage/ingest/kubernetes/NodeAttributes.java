package dev.stowage.ingest.kubernetes;

import dev.stowage.ingest.kubernetes.LabelExpression.Operator;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of nodes and constraints of pods that say together where the scheduler may put a pod:
 * selectors, required node affinity, taints, pods that keep apart from those of their own kind,
 * {@link NamedResources}, and {@link PodTie}s that keep a pod where it is. What can't be said of
 * one attribute (this zone or that one) becomes an attribute of its own, which the nodes have for
 * which it is true.
 */
final class NodeAttributes {
    /** Label of the failure domain that pods are kept apart by with {@code different-domains}. */
    static final String ZONE = "topology.kubernetes.io/zone";

    private static final String HOST = "kubernetes.io/hostname";
    private static final String TOPOLOGY = "topology.kubernetes.io/";

    /** Stands for a value that is empty, which would mean that there is none; no value is so. */
    private static final String EMPTY = "<empty>";

    private static final String TRUE = "true";
    private static final String DISTANCE = "distance to other pods";

    private final Snapshot snapshot;
    private final boolean isAllLabels;
    private final Set<String> labelsUsed = new HashSet<>();
    private final Map<String, Predicate<Map<String, String>>> derived = new LinkedHashMap<>();
    private final Set<Taint> taints = new LinkedHashSet<>();
    private final Map<PodPlacement, PlacementConstraints> ofPlacements = new HashMap<>();
    private final Map<Pod, PlacementConstraints> constraints = new HashMap<>();
    private final Map<Asked, Boolean> aboutOthers = new HashMap<>();
    private final NamedResources resources;
    private final SortedMap<String, Long> lost = new TreeMap<>();
    private long notKept;

    /** Whether a rule of the replicas of something is about others, too. */
    private record Asked(PodPlacement.Distance distance, String namespace, String kind) {}

    /**
     * Of a snapshot.
     *
     * @param resources of it besides CPU, memory and GPUs
     * @param isAllLabels true if machines have all labels, not only those that matter
     */
    NodeAttributes(Snapshot snapshot, NamedResources resources, boolean isAllLabels) {
        this.snapshot = snapshot;
        this.isAllLabels = isAllLabels;
        this.resources = resources;
        snapshot.nodes.values().forEach(node -> taints.addAll(node.taints()));
        for (Pod pod : snapshot.pods.values()) {
            constraints.put(
                    pod,
                    pod.isOfNode()
                            ? new PlacementConstraints(resources.of(pod), false, false)
                            : constraints(pod));
        }
    }

    /** Where a pod may run; null if anywhere. */
    @Nullable String of(Pod pod) {
        PlacementConstraints found = constraints.getOrDefault(pod, PlacementConstraints.NONE);
        return found.isEmpty() ? null : found.toString();
    }

    private void lose(String rule, boolean isAsked) {
        if (isAsked) {
            lost.merge(rule, 1L, Long::sum);
        }
    }

    /** Pods by the rules on others that a trace can't say; one may have several. */
    SortedMap<String, Long> lost() {
        return lost;
    }

    /** Pods with demands on others, or on an even spread, that a trace can't say. */
    long notKept() {
        return notKept;
    }

    /** True if any pod can't run anywhere, or a node has something to say. */
    boolean isAny() {
        return constraints.values().stream().anyMatch(each -> !each.isEmpty())
                || snapshot.nodes.values().stream().anyMatch(node -> of(node) != null);
    }

    /** What constraints look at, of a node; null if nothing. */
    @Nullable String of(Snapshot.Node node) {
        Map<String, String> all = new TreeMap<>();
        node.labels()
                .forEach(
                        (key, value) -> {
                            if (isKept(key)) {
                                all.put(key, orEmpty(value));
                            }
                        });
        derived.forEach(
                (name, isTrue) -> {
                    if (isTrue.test(node.labels())) {
                        all.put(name, TRUE);
                    }
                });
        node.taints().forEach(taint -> all.put(taint.attribute(), orEmpty(taint.value())));
        List<AttributePredicate> attributes = new ArrayList<>(resources.of(node));
        all.forEach((key, value) -> attributes.add(equal(key, value)));
        return attributes.isEmpty()
                ? null
                : new PlacementConstraints(attributes, false, false).toString();
    }

    private boolean isKept(String label) {
        return labelsUsed.contains(label)
                || label.startsWith(TOPOLOGY)
                || (isAllLabels && !label.equals(PodPlacement.NAME_FIELD));
    }

    private PlacementConstraints constraints(Pod pod) {
        PlacementConstraints nodes = ofPlacements.computeIfAbsent(pod.placement(), this::onNodes);
        boolean isApartByHost = false;
        boolean isApartByZone = false;
        boolean isLost = pod.placement().isTogether() || pod.placement().isSpread();
        lose("near other pods", pod.placement().isTogether());
        lose("even spread", pod.placement().isSpread());
        boolean isOther = false;
        for (PodPlacement.Distance distance : pod.placement().apart()) {
            boolean isOfItsOwn = distance.isAbout(pod, pod);
            boolean isByHost = distance.topologyKey().equals(HOST);
            boolean isByZone = distance.topologyKey().equals(ZONE);
            isApartByHost |= isOfItsOwn && isByHost;
            isApartByZone |= isOfItsOwn && isByZone;
            isOther |= !isOfItsOwn || !(isByHost || isByZone) || isAboutOthers(distance, pod);
        }
        isLost |= isOther;
        lose("apart from other workloads, or by other labels", isOther);
        notKept += isLost ? 1 : 0;
        List<AttributePredicate> all = new ArrayList<>(nodes.predicates());
        all.addAll(resources.of(pod));
        if (pod.staying() != null) {
            all.add(ClusterTerms.stays(pod.staying()));
        }
        pod.ties().forEach(tie -> all.add(ClusterTerms.stays(tie.reason())));
        if (isLost) {
            all.add(ClusterTerms.stays(DISTANCE));
        }
        return new PlacementConstraints(all, isApartByHost, isApartByZone);
    }

    /** Replicas ask the same: the cluster is looked through once for all of them. */
    private boolean isAboutOthers(PodPlacement.Distance distance, Pod pod) {
        return aboutOthers.computeIfAbsent(
                new Asked(distance, pod.namespace(), pod.kind()), asked -> isLooked(distance, pod));
    }

    private boolean isLooked(PodPlacement.Distance distance, Pod pod) {
        return snapshot.pods.values().stream()
                .anyMatch(other -> !other.isOfSameKind(pod) && distance.isAbout(pod, other));
    }

    private PlacementConstraints onNodes(PodPlacement placement) {
        List<AttributePredicate> all = new ArrayList<>();
        placement.selector().forEach(each -> all.addAll(predicates(each)));
        if (placement.terms().size() == 1 && !placement.terms().get(0).isEmpty()) {
            placement.terms().get(0).forEach(each -> all.addAll(predicates(each)));
        } else if (!placement.terms().isEmpty()) {
            all.add(anyOf(placement.terms()));
        }
        for (Taint taint : taints) {
            if (!placement.stands(taint)) {
                all.add(
                        new AttributePredicate(
                                taint.attribute(),
                                AttributePredicate.Operator.NOT_EQUAL,
                                orEmpty(taint.value())));
            }
        }
        return new PlacementConstraints(all, false, false);
    }

    /** A demand as predicates, all of which must hold. */
    private List<AttributePredicate> predicates(LabelExpression demand) {
        boolean isOneOfMany = demand.operator() == Operator.IN && demand.values().size() != 1;
        if (isOneOfMany || demand.key().equals(PodPlacement.NAME_FIELD)) {
            derived.put(demand.toString(), demand::holdsFor);
            return List.of(equal(demand.toString(), TRUE));
        }
        labelsUsed.add(demand.key());
        return switch (demand.operator()) {
            case IN -> List.of(equal(demand.key(), orEmpty(demand.values().get(0))));
            case NOT_IN ->
                    demand.values().stream()
                            .map(value -> unequal(demand.key(), orEmpty(value)))
                            .toList();
            case EXISTS -> List.of(unequal(demand.key(), ""));
            case ABSENT -> List.of(equal(demand.key(), ""));
            case GREATER -> List.of(compared(demand, AttributePredicate.Operator.GREATER_THAN));
            case LESS -> List.of(compared(demand, AttributePredicate.Operator.LESS_THAN));
        };
    }

    /** A node must satisfy all of one term; an empty term is satisfied by none. */
    private AttributePredicate anyOf(List<List<LabelExpression>> terms) {
        String name =
                terms.stream()
                        .map(
                                term ->
                                        term.stream()
                                                .map(LabelExpression::toString)
                                                .collect(Collectors.joining(" and ")))
                        .collect(Collectors.joining(" or "));
        derived.put(
                name,
                labels ->
                        terms.stream()
                                .anyMatch(
                                        term ->
                                                !term.isEmpty()
                                                        && term.stream()
                                                                .allMatch(
                                                                        e -> e.holdsFor(labels))));
        return equal(name.isBlank() ? "nothing" : name, TRUE);
    }

    private static AttributePredicate compared(
            LabelExpression demand, AttributePredicate.Operator operator) {
        return new AttributePredicate(demand.key(), operator, demand.values().get(0));
    }

    private static AttributePredicate equal(String name, String value) {
        return new AttributePredicate(name, AttributePredicate.Operator.EQUAL, value);
    }

    private static AttributePredicate unequal(String name, String value) {
        return new AttributePredicate(name, AttributePredicate.Operator.NOT_EQUAL, value);
    }

    private static String orEmpty(String value) {
        return value.isEmpty() ? EMPTY : value;
    }
}
