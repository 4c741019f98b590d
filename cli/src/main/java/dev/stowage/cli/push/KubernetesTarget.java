package dev.stowage.cli.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.model.InputException;
import dev.stowage.packing.PlacementPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Workloads of a Kubernetes cluster, by server-side apply with field manager {@code stowage}.
 * Rollback brings back the values and their owners.
 */
final class KubernetesTarget implements PushTarget {
    static final String NAME = "kubernetes";
    private static final String OWNERS = "managedFields";
    private static final int ATTEMPTS = 5;

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;
    private final KubernetesApi api;
    private final List<String> notices = new ArrayList<>();

    private KubernetesTarget(Supplier<PushPlan> plan, PushSettings settings, KubernetesApi api) {
        this.plan = plan;
        this.settings = settings;
        this.api = api;
    }

    static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
        KubernetesApi api =
                KubernetesApi.connect(
                        settings.get("kubeconfig").map(Path::of).orElse(null),
                        settings.get("context").orElse(null));
        Optional<String> known = settings.get("api");
        if (known.isPresent() && !known.get().equals(api.server())) {
            String now = api.server();
            api.close();
            throw InputException.at(
                    "kubeconfig",
                    now,
                    known.get() + ", the cluster of the push that is gone on with",
                    "Choose it with --kubeconfig and --context.");
        }
        return new KubernetesTarget(plan, settings, api);
    }

    @Override
    public SortedMap<String, String> settings() {
        SortedMap<String, String> kept = new TreeMap<>();
        kept.put("api", api.server());
        for (String name : List.of("kubeconfig", "context", "force-conflicts")) {
            settings.get(name).ifPresent(value -> kept.put(name, value));
        }
        return kept;
    }

    @Override
    public List<PlannedObject> desired() {
        notices.clear();
        PushPlan read = plan.get();
        PlacementPlan placement = read.requirePlacement(NAME);
        KubernetesPatch patch =
                new KubernetesPatch(placement, KubernetesPatch.Steering.of(settings));
        List<PlannedObject> objects = new ArrayList<>();
        TreeSet<Integer> priorities = new TreeSet<>();
        for (PlacementPlan.Service service : placement.services()) {
            Optional<Workload> workload = Workload.of(service.name());
            if (workload.isPresent()) {
                objects.add(
                        new PlannedWorkload(read.file(), patch, service).of(live(workload.get())));
                priorities.add(service.priority());
            }
        }
        if (objects.isEmpty()) {
            throw InputException.of(
                    read.file(),
                    "no service whose name is namespace/Kind/name",
                    "workloads of Kubernetes",
                    "Kinds are " + String.join(", ", Workload.KINDS) + ".");
        }
        priorities.remove(0);
        for (int priority : priorities.descendingSet()) {
            ObjectNode document = KubernetesPatch.priorityClass(priority);
            KubernetesObject object =
                    KubernetesObject.of("PriorityClass/" + KubernetesPatch.priorityName(priority));
            objects.add(
                    0,
                    PlannedObject.of(
                            object.name(),
                            ObjectState.of(object.fields(document), document.toString())));
        }
        KubernetesDrain drain = new KubernetesDrain(api, placement);
        objects.addAll(drain.objects(settings.isOn("drain")));
        notices.addAll(drain.notices());
        return objects;
    }

    private JsonNode live(Workload workload) {
        if (!Workload.KINDS.contains(workload.kind())) {
            throw InputException.at(
                    workload.toString(),
                    workload.kind(),
                    "one of " + String.join(", ", new TreeSet<>(Workload.KINDS)),
                    "Other kinds can't be changed while they run.");
        }
        return api.get(KubernetesObject.of(workload.toString()).path())
                .orElseThrow(
                        () ->
                                InputException.at(
                                        workload.toString(),
                                        "no such workload at " + api.server(),
                                        "the workload that the plan was made for",
                                        "The cluster changed meanwhile, or it is another one"
                                                + " (--context): make the plan anew."));
    }

    @Override
    public List<String> notices() {
        return notices;
    }

    @Override
    public ObjectState read(String name) {
        if (KubernetesDrain.isEvictions(name)) {
            return new KubernetesDrain(api, null).read(name);
        }
        KubernetesObject object = KubernetesObject.of(name);
        return api.get(object.path())
                .map(live -> ObjectState.of(object.fields(live), object.kept(live).toString()))
                .orElse(ObjectState.ABSENT);
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        if (KubernetesDrain.isEvictions(object.name())) {
            new KubernetesDrain(api, null).evict(object, found);
            return;
        }
        send(object, false);
    }

    @Override
    public void rehearse(PlannedObject object, ObjectState found) {
        if (!KubernetesDrain.isEvictions(object.name())) {
            send(object, true);
        }
    }

    private void send(PlannedObject object, boolean isTrial) {
        api.apply(
                KubernetesObject.of(object.name()).path(),
                parsed(object.planned().content()),
                settings.isOn("force-conflicts"),
                isTrial);
    }

    @Override
    public boolean isReversible(String name) {
        return !KubernetesDrain.isEvictions(name);
    }

    @Override
    public void restore(String name, ObjectState found, ObjectState current) {
        KubernetesObject object = KubernetesObject.of(name);
        if (!found.exists()) {
            api.send(KubernetesApi.Method.DELETE, object.path(), null);
            return;
        }
        JsonNode before = parsed(found.content());
        retrying(object, live -> values(object, live, before));
        own(object, before.path(OWNERS));
    }

    @Override
    public void tidy(String name, ObjectState found) {
        if (!found.exists() || !isReversible(name)) {
            return;
        }
        KubernetesObject object = KubernetesObject.of(name);
        JsonNode before = parsed(found.content()).path(OWNERS);
        JsonNode now =
                api.get(object.path())
                        .map(live -> live.path("metadata").path(OWNERS))
                        .orElse(before);
        if (FieldOwnership.isLeftOver(before, now)) {
            own(object, before);
        }
    }

    /** Gives each field back to whom it belonged to. */
    private void own(KubernetesObject object, JsonNode before) {
        retrying(
                object,
                live -> {
                    ArrayNode owners =
                            FieldOwnership.broughtBack(before, live.path("metadata").path(OWNERS));
                    ArrayNode patch = guarded(live);
                    patch.addObject()
                            .put("op", "replace")
                            .put("path", "/metadata/managedFields")
                            .set("value", owners);
                    return patch;
                });
    }

    /** Patches the object as it is now; again if somebody else changes it at that moment. */
    private void retrying(
            KubernetesObject object, java.util.function.Function<JsonNode, ArrayNode> change) {
        for (int attempt = 1; ; attempt++) {
            JsonNode live =
                    api.get(object.path())
                            .orElseThrow(
                                    () -> new PushFailure(object.name() + ": it is gone", null));
            try {
                api.send(
                        KubernetesApi.Method.PATCH,
                        object.path() + "?fieldManager=" + KubernetesApi.MANAGER,
                        change.apply(live));
                return;
            } catch (PushFailure e) {
                if (attempt == ATTEMPTS || !String.valueOf(e.getMessage()).contains("test")) {
                    throw e;
                }
            }
        }
    }

    private static ArrayNode guarded(JsonNode live) {
        ArrayNode patch = Json.mapper().createArrayNode();
        patch.addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .set("value", live.path("metadata").path("resourceVersion"));
        return patch;
    }

    private static ArrayNode values(KubernetesObject object, JsonNode live, JsonNode before) {
        ArrayNode patch = guarded(live);
        for (String part : object.parts(live)) {
            JsonNode value = before.path("parts").path(part);
            if (!value.isMissingNode()) {
                patch.addObject().put("op", "add").put("path", part).set("value", value);
            } else if (!live.at(part).isMissingNode()) {
                patch.addObject().put("op", "remove").put("path", part);
            }
        }
        return patch;
    }

    private static JsonNode parsed(String text) {
        try {
            return Json.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a journal holds no JSON: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
