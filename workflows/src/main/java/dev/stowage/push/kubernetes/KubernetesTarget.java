package dev.stowage.push.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.kubernetes.pace.MaintenanceWindow;
import dev.stowage.push.kubernetes.pace.Pace;
import dev.stowage.push.kubernetes.pace.Patience;
import dev.stowage.push.object.ObjectState;
import dev.stowage.push.object.PlannedObject;
import dev.stowage.push.object.PushFailure;
import dev.stowage.push.object.PushPlan;
import dev.stowage.push.object.PushReview;
import dev.stowage.push.object.PushSettings;
import dev.stowage.push.object.PushTarget;
import dev.stowage.push.object.Workload;
import dev.stowage.words.Figures;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Workloads of a Kubernetes cluster: what their pods ask for, by server-side apply with field
 * manager {@code stowage}, and where they run, by evictions. Rollback brings back the values and
 * their owners, and opens the nodes that were closed.
 */
public final class KubernetesTarget implements PushTarget {
    public static final String NAME = "kubernetes";
    private static final String NODE = "Node/";
    private static final String OWNERS = "managedFields";

    private final Supplier<PushPlan> plan;
    private final PushSettings settings;
    private final KubernetesApi api;
    private final List<String> notices = new ArrayList<>();
    private final List<String> otherwise = new ArrayList<>();
    private final List<InputException.Issue> stale = new ArrayList<>();
    private final Object paceLock = new Object();
    private Consumer<String> listener = words -> {};
    private @Nullable Pace pace;
    private @Nullable MoveReview review;

    private KubernetesTarget(Supplier<PushPlan> plan, PushSettings settings, KubernetesApi api) {
        this.plan = plan;
        this.settings = settings;
        this.api = api;
    }

    public static PushTarget of(Supplier<PushPlan> plan, PushSettings settings) {
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
        for (String name : PushSettings.HOW) {
            settings.get(name).ifPresent(value -> kept.put(name, value));
        }
        return kept;
    }

    @Override
    public void report(Consumer<String> hearer) {
        listener = hearer;
    }

    /** One for all that this run does. */
    private Pace pace() {
        synchronized (paceLock) {
            if (pace == null) {
                pace = Pace.of(settings, InstantSource.system(), listener);
            }
            return pace;
        }
    }

    @Override
    public boolean stop() {
        listener.accept(
                "interrupted: nothing more begins; pods that were evicted get their nodes first");
        pace().stop();
        return true;
    }

    private Patience patience() {
        return Patience.of(settings, listener);
    }

    @Override
    public List<PlannedObject> desired() {
        notices.clear();
        stale.clear();
        Pace.window(settings).ifPresent(this::tell);
        PushPlan read = plan.get();
        PlacementPlan placement = read.requirePlacement(NAME);
        WorkloadChoice named =
                WorkloadChoice.of(settings.get("only", ""), settings.get("except", ""));
        WorkloadChoice choice = named.hasLabels() ? named.with(LiveCluster.labels(api)) : named;
        List<PlacementPlan.Service> services = new ArrayList<>();
        for (PlacementPlan.Service service : placement.services()) {
            if (Workload.isNamed(service.name())) {
                services.add(service);
            }
        }
        if (services.isEmpty()) {
            throw InputException.of(
                    read.file(),
                    "no service whose name is namespace/Kind/name",
                    "workloads of Kubernetes",
                    "Plan a snapshot of the cluster: stowage ingest kubernetes, then stowage pack.");
        }
        List<PlacementPlan.Service> chosen =
                services.stream().filter(each -> choice.test(each.name())).toList();
        if (chosen.size() < services.size()) {
            notices.add(
                    "Left out by --only or --except: "
                            + (services.size() - chosen.size())
                            + " of "
                            + services.size()
                            + " workloads of the plan");
        }
        MovePlan moves = MovePlan.of(placement, choice);
        boolean isMoving = settings.isOn("drain") && !moves.isEmpty();
        if (isMoving) {
            refuseStops(read.file(), placement, choice);
        }
        List<PlannedObject> objects = new ArrayList<>();
        if (isMoving) {
            moves.emptied().forEach(node -> objects.add(cordon(node)));
        }
        objects.addAll(workloads(read, placement, chosen));
        if (isMoving) {
            LiveCluster cluster = LiveCluster.read(api);
            objects.add(moves.object());
            stale.addAll(new StalePlan(placement, moves, cluster, choice).issues());
            objects.removeIf(each -> isGone(each, cluster));
        }
        notices.addAll(new MoveNotices(placement, moves, isMoving).notices());
        review = new MoveReview(placement, isMoving ? moves : MovePlan.NONE, choice, settings);
        return objects;
    }

    private void tell(MaintenanceWindow window) {
        notices.add(
                "Nothing is begun outside the window "
                        + window
                        + ", which is "
                        + (window.isOpen(Instant.now()) ? "open now" : "closed now"));
    }

    /** A controller makes a pod anew at once: pods can't all be stopped before any is started. */
    private static void refuseStops(Path file, PlacementPlan placement, WorkloadChoice choice) {
        List<String> stopped = MovePlan.stopped(placement, choice);
        if (!stopped.isEmpty()) {
            throw InputException.of(
                    file,
                    "pods that wait for the room of each other, and have to be stopped together"
                            + " before any of them starts elsewhere: "
                            + String.join(", ", stopped),
                    "moves that can be made one after another, for --drain",
                    "Pack again with a node more, on which they can step aside, or leave their"
                            + " workloads out with --except.");
        }
    }

    private static boolean isGone(PlannedObject object, LiveCluster cluster) {
        return object.name().startsWith(NODE)
                && !cluster.nodes().containsKey(object.name().substring(NODE.length()));
    }

    private static PlannedObject cordon(String node) {
        ObjectNode document = Json.mapper().createObjectNode();
        document.put("apiVersion", "v1").put("kind", "Node");
        document.putObject("metadata").put("name", node);
        document.putObject("spec").put("unschedulable", true);
        return PlannedObject.of(
                NODE + node, ObjectState.of(Map.of("unschedulable", "true"), document.toString()));
    }

    private List<PlannedObject> workloads(
            PushPlan read, PlacementPlan placement, List<PlacementPlan.Service> services) {
        KubernetesPatch patch = new KubernetesPatch(placement, KubernetesPatch.Wish.of(settings));
        List<PlannedObject> objects = new ArrayList<>();
        TreeSet<Integer> priorities = new TreeSet<>();
        for (PlacementPlan.Service service : services) {
            Workload workload = Workload.of(service.name()).orElseThrow();
            if (!Workload.KINDS.contains(workload.kind())) {
                continue; // its pods are all that there is to it
            }
            PlannedWorkload planned =
                    new PlannedWorkload(read.file(), patch, service, live(workload));
            objects.add(planned.object());
            notices.addAll(planned.notices());
            planned.priority().ifPresent(priorities::add);
        }
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
        return objects;
    }

    private JsonNode live(Workload workload) {
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
    public Optional<PushReview> review(Set<String> changed) {
        Set<String> rolled = new TreeSet<>(changed);
        rolled.removeIf(name -> !Workload.isNamed(name));
        return Optional.ofNullable(review).map(each -> each.of(rolled));
    }

    @Override
    public List<InputException.Issue> stale() {
        return stale;
    }

    @Override
    public List<String> otherwise() {
        return otherwise;
    }

    @Override
    public ObjectState read(PlannedObject object) {
        return object.name().equals(KubernetesMoves.NAME)
                ? MovePlan.parse(object.planned().content()).state(LiveCluster.read(api))
                : read(object.name());
    }

    @Override
    public ObjectState read(String name) {
        KubernetesObject object = KubernetesObject.of(name);
        return api.get(object.path())
                .map(live -> ObjectState.of(object.fields(live), object.kept(live).toString()))
                .orElse(ObjectState.ABSENT);
    }

    @Override
    public Optional<Progress> progress(PlannedObject object) {
        return object.name().equals(KubernetesMoves.NAME)
                ? Optional.of(
                        MovePlan.parse(object.planned().content()).progress(LiveCluster.read(api)))
                : Optional.empty();
    }

    @Override
    public List<String> standing(List<PlannedObject> changes) {
        List<String> emptied =
                changes.stream()
                        .map(PlannedObject::name)
                        .filter(name -> name.startsWith(NODE))
                        .map(name -> name.substring(NODE.length()))
                        .toList();
        boolean isMoving = changes.stream().anyMatch(each -> !isReversible(each.name()));
        return isMoving || !emptied.isEmpty()
                ? LiveCluster.read(api).standing(emptied, new NodeGate(api).found())
                : List.of();
    }

    @Override
    public void apply(PlannedObject object, ObjectState found) {
        if (object.name().equals(KubernetesMoves.NAME)) {
            move(MovePlan.parse(object.planned().content()));
            return;
        }
        pace().await();
        if (pace().isStopped()) {
            throw new PushFailure.Incomplete(object.name() + " was not begun", null);
        }
        if (Workload.isNamed(object.name()) && pace().isLimited()) {
            List<LivePod> pods = LiveCluster.read(api).of(object.name(), "");
            pace().require(pods.size(), object.name());
        }
        send(object, false);
        if (Workload.isNamed(object.name())) {
            rollOut(object.name());
        }
    }

    /** The nodes that were closed for the moment are opened; rollouts are waited for. */
    @Override
    public void finish(PlannedObject object) {
        if (object.name().equals(KubernetesMoves.NAME)) {
            move(MovePlan.parse(object.planned().content()));
        } else if (Workload.isNamed(object.name())) {
            rollOut(object.name());
        }
    }

    private void rollOut(String workload) {
        if (patience().timeout().isZero()) {
            notices.add(workload + ": its rollout was not waited for (--timeout 0)");
        } else {
            new KubernetesRollout(api, patience(), pace()::isStopped).await(workload);
        }
    }

    private void move(MovePlan moves) {
        KubernetesMoves move =
                new KubernetesMoves(
                        api,
                        patience(),
                        pace(),
                        Integer.parseInt(settings.get("max-unavailable", "1")));
        long before = moves.progress(LiveCluster.read(api)).done();
        long begin = System.nanoTime();
        try {
            move.run(moves);
        } catch (PushFailure.Incomplete e) {
            throw new PushFailure.Incomplete(
                    e.getMessage() + "\n  " + made(move, moves, before, begin), e);
        } catch (PushFailure.Foreign e) {
            throw new PushFailure.Foreign(
                    e.getMessage() + "\n  " + made(move, moves, before, begin), e);
        } finally {
            notices.add(made(move, moves, before, begin));
            otherwise.addAll(
                    move.elsewhere().stream()
                            .map(each -> each + ", which is not where the plan wants it")
                            .toList());
        }
    }

    /**
     * What this run did.
     *
     * @param before how many moves were begun before
     * @param beginNanos when it began, by {@link System#nanoTime}
     */
    private static String made(KubernetesMoves move, MovePlan moves, long before, long beginNanos) {
        int restarts = move.restarts().values().stream().mapToInt(Integer::intValue).sum();
        return "Pods made anew: "
                + restarts
                + " of "
                + moves.moves().size()
                + (before == 0 ? " planned: " : " planned (" + before + " were begun before): ")
                + MoveNotices.text(move.restarts())
                + "; in "
                + Figures.seconds(Math.rint((System.nanoTime() - beginNanos) / 1e9));
    }

    @Override
    public void rehearse(PlannedObject object, ObjectState found) {
        if (!object.name().equals(KubernetesMoves.NAME)) {
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
        return !name.equals(KubernetesMoves.NAME);
    }

    @Override
    public void restore(String name, ObjectState found, ObjectState current) {
        KubernetesObject object = KubernetesObject.of(name);
        if (!found.exists()) {
            api.send(KubernetesApi.Method.DELETE, object.path(), null);
            return;
        }
        JsonNode before = parsed(found.content());
        GuardedPatch.send(api, object.path(), live -> Optional.of(values(object, live, before)));
        own(object, before.path(OWNERS));
    }

    @Override
    public void tidy(String name, ObjectState found) {
        if (name.equals(KubernetesMoves.NAME)) {
            new NodeGate(api).openAll();
            return;
        }
        if (!found.exists()) {
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
        GuardedPatch.send(
                api,
                object.path(),
                live -> {
                    ArrayNode owners =
                            FieldOwnership.broughtBack(before, live.path("metadata").path(OWNERS));
                    return Optional.of(GuardedPatch.of(live, "/metadata/managedFields", owners));
                });
    }

    private static ArrayNode values(KubernetesObject object, JsonNode live, JsonNode before) {
        ArrayNode patch = GuardedPatch.of(live);
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
