package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.Workload;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a plan wants of a workload as it is in the cluster: only what it changes, in the containers
 * that there are, and what it takes back of an earlier push.
 *
 * @param file of the plan, for messages
 * @param live the workload as it is
 */
record PlannedWorkload(
        Path file, KubernetesPatch patch, PlacementPlan.Service service, JsonNode live) {
    private static final String POD = "/spec/template/spec";

    /** The workload as planned; without a field, if all is as it is. */
    PlannedObject object() {
        Workload workload = Workload.of(service.name()).orElseThrow();
        KubernetesObject object = KubernetesObject.of(service.name());
        Map<String, String> most = patch.limits(service.limit());
        SortedMap<String, String> now = object.fields(live);
        Map<String, Map<String, String>> limits =
                changed("limits", most.isEmpty() ? Map.of() : limits(most), now);
        ObjectNode document =
                patch.resources(
                        workload,
                        changed("requests", requests(service.request(), main()), now),
                        limits);
        ObjectNode pod = (ObjectNode) document.at(POD);
        if (mayPrioritise()) {
            patch.prioritise(pod, service);
        }
        if (maySteer()) {
            patch.steer(pod, service, labels(live));
        }
        SortedMap<String, String> planned = new TreeMap<>(object.fields(document));
        now.keySet().stream()
                .filter(field -> !planned.containsKey(field) && isOwned(ours(), field))
                .forEach(field -> planned.put(field, ""));
        return new PlannedObject(
                service.name(), ObjectState.of(planned, document.toString()), expected());
    }

    /** What is not done of what was asked for, and why. */
    List<String> notices() {
        List<String> notices = new ArrayList<>();
        if (patch.wish().hasPriorities() && service.priority() != 0 && !mayPrioritise()) {
            notices.add(
                    service.name()
                            + ": keeps its own priority class, "
                            + live.at(POD + "/priorityClassName").asText());
        } else if (patch.wish().hasPriorities()
                && service.priority() != 0
                && !patch.hasPriority(service)) {
            notices.add(
                    service.name()
                            + ": keeps its priority "
                            + service.priority()
                            + ", which is the cluster's own");
        }
        if (!maySteer()) {
            notices.add(
                    service.name()
                            + ": has placement rules of its own, which are kept; --placement adds"
                            + " none");
        }
        return notices;
    }

    /** The priority that needs a class; empty if none does. */
    Optional<Integer> priority() {
        return mayPrioritise() && patch.hasPriority(service)
                ? Optional.of(service.priority())
                : Optional.empty();
    }

    private JsonNode ours() {
        return FieldOwnership.ours(live.path("metadata").path("managedFields"));
    }

    private boolean mayPrioritise() {
        String name = live.at(POD + "/priorityClassName").asText();
        return name.isEmpty() || name.startsWith(KubernetesPatch.PRIORITY);
    }

    /** Placement rules are lists that have one owner: those of somebody else are left alone. */
    private boolean maySteer() {
        List<String> rules =
                switch (patch.wish().steering()) {
                    case NONE -> List.of();
                    case SPREAD -> List.of("topologySpreadConstraints");
                    case PREFERRED ->
                            List.of(
                                    "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution");
                    case REQUIRED ->
                            List.of(
                                    "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                                            + ".nodeSelectorTerms");
                };
        SortedMap<String, String> now = KubernetesObject.of(service.name()).fields(live);
        return rules.stream().allMatch(rule -> !now.containsKey(rule) || isOwned(ours(), rule));
    }

    /** What the plan was made on: what the workload asked for, by container. */
    private ObjectState expected() {
        ResourceVector before =
                service.requestBefore() == null ? service.request() : service.requestBefore();
        SortedMap<String, String> fields = new TreeMap<>();
        requests(before, main())
                .forEach(
                        (container, amounts) ->
                                amounts.forEach(
                                        (resource, amount) ->
                                                fields.put(
                                                        container + ".requests." + resource,
                                                        amount)));
        return ObjectState.of(fields, "");
    }

    /** The container that changes: the one that asks for the most CPU, the first of equals. */
    private String main() {
        String main = "";
        BigDecimal most = BigDecimal.valueOf(-1);
        for (JsonNode each : live.at(POD + "/containers")) {
            BigDecimal cpu = amount(each, "requests", "cpu");
            if (cpu.compareTo(most) > 0) {
                most = cpu;
                main = each.path("name").asText();
            }
        }
        return main;
    }

    /** Requests of the main container, with which the pod as a whole asks for {@code pod}. */
    private Map<String, Map<String, String>> requests(ResourceVector pod, String main) {
        Map<String, String> shares = new LinkedHashMap<>();
        patch.quantities(pod)
                .forEach(
                        (resource, wanted) -> {
                            BigDecimal asked = LivePod.amount(live.at(POD), resource);
                            BigDecimal more = KubernetesObject.number(wanted).subtract(asked);
                            BigDecimal own = amount(container(main), "requests", resource);
                            if (isWorthSaying(main, resource, more)) {
                                shares.put(resource, share("requests", resource, own.add(more)));
                            }
                        });
        return Map.of(main, shares);
    }

    /** A resource that is not asked for, and is not to be, is not written as 0. */
    private boolean isWorthSaying(String main, String resource, BigDecimal more) {
        return more.signum() != 0
                || container(main).path("resources").path("requests").has(resource);
    }

    /** Limits of the main container: what the others leave. */
    private Map<String, Map<String, String>> limits(Map<String, String> pod) {
        String main = main();
        Map<String, String> shares = new LinkedHashMap<>();
        pod.forEach(
                (resource, wanted) -> {
                    BigDecimal left = KubernetesObject.number(wanted);
                    for (JsonNode each : live.at(POD + "/containers")) {
                        if (!each.path("name").asText().equals(main)) {
                            left = left.subtract(amount(each, "limits", resource));
                        }
                    }
                    shares.put(resource, share("limits", resource, left));
                });
        return Map.of(main, shares);
    }

    private String share(String kind, String resource, BigDecimal amount) {
        if (amount.signum() < 0) {
            throw InputException.at(
                    service.name() + ": " + kind + "." + resource,
                    KubernetesObject.amount(amount.negate().toPlainString())
                            + " too little for the pod",
                    "at least what its containers besides " + main() + " have",
                    "Plan it with the other containers in mind: " + file);
        }
        return KubernetesObject.amount(amount.toPlainString());
    }

    /** Without what is so already and belongs to others: to apply it would be to own it too. */
    private Map<String, Map<String, String>> changed(
            String kind, Map<String, Map<String, String>> amounts, SortedMap<String, String> now) {
        Map<String, Map<String, String>> changed = new HashMap<>();
        amounts.forEach(
                (container, all) ->
                        all.forEach(
                                (resource, amount) -> {
                                    String field = container + "." + kind + "." + resource;
                                    if (!amount.equals(now.get(field)) || isOwned(ours(), field)) {
                                        changed.computeIfAbsent(
                                                        container, c -> new LinkedHashMap<>())
                                                .put(resource, amount);
                                    }
                                }));
        return changed;
    }

    private JsonNode container(String name) {
        for (JsonNode each : live.at(POD + "/containers")) {
            if (each.path("name").asText().equals(name)) {
                return each;
            }
        }
        return live.path("no such container");
    }

    private static BigDecimal amount(JsonNode container, String kind, String resource) {
        return LivePod.quantity(container.path("resources").path(kind).path(resource));
    }

    private static Map<String, String> labels(JsonNode live) {
        Map<String, String> labels = new TreeMap<>();
        live.at("/spec/selector/matchLabels")
                .properties()
                .forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        return labels;
    }

    private static boolean isOwned(JsonNode ours, String field) {
        JsonNode pod = ours.path("f:spec").path("f:template").path("f:spec");
        String[] words = field.split("\\.", 3);
        if (words.length == 3 && (words[1].equals("requests") || words[1].equals("limits"))) {
            return pod.path("f:containers")
                    .path("k:{\"name\":\"" + words[0] + "\"}")
                    .path("f:resources")
                    .path("f:" + words[1])
                    .has("f:" + words[2]);
        }
        JsonNode at = pod;
        for (String word : field.split("\\.", -1)) {
            at = at.path("f:" + word);
        }
        return !at.isMissingNode();
    }
}
