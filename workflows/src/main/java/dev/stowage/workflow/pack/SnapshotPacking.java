package dev.stowage.workflow.pack;

import dev.stowage.ingest.snapshot.TraceSnapshot;
import dev.stowage.ingest.snapshot.TraceSnapshot.Machine;
import dev.stowage.ingest.snapshot.TraceSnapshot.Task;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerFleet;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.words.Figures;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The packing problem of a {@link TraceSnapshot}: its tasks as items, on its machines or on other
 * servers. What runs on each machine of itself (a pod of a daemon set, or one that the node made)
 * is taken from what the machine has.
 */
public final class SnapshotPacking {
    private final TraceSnapshot snapshot;
    private final Choices choices;
    private final List<PackingResource> resources;
    private final List<Task> tasks = new ArrayList<>();
    private final @Nullable ResourceVector[] bound;
    private final HeadRoom headRoom;
    private final FleetServers fleetServers;
    private final List<String> withoutRoom = new ArrayList<>();
    private long ofMachines;

    /** Which of the tasks that wait are placed. */
    public enum Waiting {
        NONE,
        /** Those for which there is room now; the others would wait on fewer servers, too. */
        WHERE_ROOM,
        ALL
    }

    /**
     * What the command line says.
     *
     * @param fleet other servers instead of the machines; empty for the machines
     * @param extra servers that may be added
     * @param domain attribute of machines that names their failure domain; null if each is its own
     * @param isKubernetes true if jobs are named {@code namespace/Kind/name}
     * @param waiting which of the tasks that wait are placed too
     * @param mayMove takes the services that may be moved; the others stay
     * @param isConstrained false to ignore the tasks' constraints
     * @param downtimeSeconds for which a task is away when it moves
     */
    public record Choices(
            Optional<ServerFleet.Static> fleet,
            Optional<ServerFleet.Static> extra,
            @Nullable String domain,
            boolean isKubernetes,
            Waiting waiting,
            Predicate<String> mayMove,
            boolean isConstrained,
            double downtimeSeconds) {}

    /**
     * Of a snapshot.
     *
     * @param headRoom share of each server that stays free, given the resources
     */
    public SnapshotPacking(
            TraceSnapshot snapshot,
            Choices choices,
            Function<List<PackingResource>, HeadRoom> headRoom) {
        this.snapshot = snapshot;
        this.choices = choices;
        SnapshotResources found = SnapshotResources.of(snapshot, choices);
        resources = found.all();
        this.headRoom = found.withoutNamed(headRoom.apply(resources));
        fleetServers = new FleetServers(resources, found.named(), this.headRoom);
        bound = new ResourceVector[snapshot.machines().size()];
        for (Task task : snapshot.tasks()) {
            if (task.machine() >= 0 && isOfMachine(task)) {
                ResourceVector now = bound[task.machine()];
                bound[task.machine()] = now == null ? demand(task) : now.plus(demand(task));
                ofMachines++;
            } else {
                tasks.add(task);
            }
        }
        List<Task> waiting = snapshot.waiting().stream().filter(t -> !isOfMachine(t)).toList();
        if (choices.waiting() == Waiting.ALL) {
            tasks.addAll(waiting);
        } else if (choices.waiting() == Waiting.WHERE_ROOM) {
            addWhereRoom(waiting);
        }
    }

    /** One after the other, each where the first server has room for it beside what is there. */
    private void addWhereRoom(List<Task> waiting) {
        List<PackServer> servers = IntStream.range(0, bound.length).mapToObj(this::server).toList();
        ResourceVector[] free = new ResourceVector[bound.length];
        for (int s = 0; s < free.length; s++) {
            free[s] = servers.get(s).usable();
        }
        for (Task task : tasks) {
            if (task.machine() >= 0) {
                free[task.machine()] = minus(free[task.machine()], demand(task));
            }
        }
        for (Task task : waiting) {
            ResourceVector demand = demand(task);
            PackItem item = item(task, "waiting");
            OptionalInt place =
                    IntStream.range(0, free.length)
                            .filter(s -> free[s].covers(demand))
                            .filter(s -> item.mayRunOn(servers.get(s).attributes()))
                            .findFirst();
            if (place.isPresent()) {
                free[place.getAsInt()] = minus(free[place.getAsInt()], demand);
                tasks.add(task);
            } else {
                withoutRoom.add(service(task));
            }
        }
    }

    /** True if it is where its machine is: taken from it if it runs, left out if it waits. */
    private boolean isOfMachine(Task task) {
        String job = task.job();
        return choices.isKubernetes()
                && job != null
                && (job.contains("/DaemonSet/") || job.contains("/Node/"));
    }

    /** Name of a task's service: the workload of Kubernetes, otherwise its job. */
    private String service(Task task) {
        String job = task.service() == null ? task.job() : task.service();
        return choices.isKubernetes() && job != null ? job : "job-" + task.jobId();
    }

    /** The tasks that are packed, in the order of the items. */
    public List<Task> tasks() {
        return tasks;
    }

    public PackRequest request() {
        List<PackServer> servers = new ArrayList<>();
        List<PackRequest.Place> places = new ArrayList<>();
        if (choices.fleet().isPresent()) {
            add(choices.fleet().get(), PackRequest.Place.TO_BUY, servers, places);
        } else {
            for (int m = 0; m < bound.length; m++) {
                servers.add(server(m));
                places.add(PackRequest.Place.OWN);
            }
        }
        choices.extra().ifPresent(e -> add(e, PackRequest.Place.TO_BUY, servers, places));
        List<PackItem> items = new ArrayList<>();
        List<@Nullable String> serviceOf = new ArrayList<>();
        Map<String, Integer> replicas = new LinkedHashMap<>();
        for (Task task : tasks) {
            String service = service(task);
            int number = replicas.merge(service, 1, Integer::sum) - 1;
            items.add(item(task, service + "/" + (choices.isKubernetes() ? number : task.index())));
            serviceOf.add(service);
        }
        SnapshotServices services = new SnapshotServices(tasks, this::service, this::demand);
        PackingProblem problem = new PackingProblem(resources, servers, items, rules());
        return new PackRequest(
                snapshot.trace() + " at " + moment(),
                problem,
                services.services(replicas),
                services.classes(),
                serviceOf,
                places,
                PackRequest.SERVERS,
                choices.downtimeSeconds(),
                inputs(),
                new SnapshotNotes(snapshot, choices, problem)
                        .notes(
                                ofMachines,
                                withoutRoom,
                                tasks.stream()
                                        .filter(this::isOnItsMachine)
                                        .filter(t -> !choices.mayMove().test(service(t)))
                                        .count()));
    }

    private String moment() {
        return snapshot.atMicros() == TraceSnapshot.END_MICROS
                ? "its end"
                : Figures.micros(snapshot.atMicros());
    }

    /** Of one order in every process. */
    private Map<String, String> inputs() {
        Map<String, String> inputs = new LinkedHashMap<>();
        inputs.put("trace", snapshot.trace());
        inputs.put("at", moment());
        return inputs;
    }

    private PackServer server(int number) {
        Machine machine = snapshot.machines().get(number);
        ResourceVector capacity =
                fleetServers.amounts(
                        machine.cpuMicroCores(),
                        machine.memoryBytes(),
                        machine.gpuMicros(),
                        FleetServers.there(machine.attributes()));
        ResourceVector usable = headRoom.below(capacity, resources);
        String domain =
                choices.domain() == null ? null : machine.attributes().get(choices.domain());
        return new PackServer(
                machine.name(),
                type(capacity, bound[number]),
                domain == null ? machine.name() : domain,
                capacity,
                bound[number] == null ? usable : minus(usable, bound[number]),
                BigDecimal.ONE,
                machine.attributes());
    }

    /** Machines alike, for people: what they have, and what is taken on each of itself. */
    private String type(ResourceVector capacity, @Nullable ResourceVector taken) {
        return text(capacity) + (taken == null ? "" : " less " + text(taken));
    }

    private String text(ResourceVector amounts) {
        return IntStream.range(0, resources.size())
                .filter(r -> amounts.get(r) > 0)
                .mapToObj(r -> text(resources.get(r), amounts.get(r)))
                .collect(Collectors.joining(", "));
    }

    private String text(PackingResource resource, long amount) {
        String text = AmountText.there(resource, amount);
        return fleetServers.named().contains(resource) ? text + " of " + resource.name() : text;
    }

    private static ResourceVector minus(ResourceVector from, ResourceVector taken) {
        long[] left = from.toArray();
        for (int r = 0; r < left.length; r++) {
            left[r] = Math.max(0, left[r] - taken.get(r));
        }
        return ResourceVector.of(left);
    }

    private void add(
            ServerFleet.Static fleet,
            PackRequest.Place place,
            List<PackServer> servers,
            List<PackRequest.Place> places) {
        int[] domains = fleet.domains();
        int number = 0;
        for (ServerFleet.Group group : fleet.groups()) {
            for (int i = 0; i < group.count(); i++) {
                servers.add(
                        fleetServers.server(group.type(), servers.size() + 1, domains[number++]));
                places.add(place);
            }
        }
    }

    private boolean isOnItsMachine(Task task) {
        return choices.fleet().isEmpty() && task.machine() >= 0;
    }

    private PackItem item(Task task, String name) {
        boolean isOnItsMachine = isOnItsMachine(task);
        boolean isStaying = isOnItsMachine && isStaying(task);
        return new PackItem(
                name,
                demand(task),
                isOnItsMachine ? OptionalInt.of(task.machine()) : OptionalInt.empty(),
                isStaying,
                task.memoryUsedBytes() >= 0 ? task.memoryUsedBytes() : task.memoryBytes(),
                isStaying ? List.of() : predicates(task)); // it runs there, whatever it asks for
    }

    private boolean isStaying(Task task) {
        return !choices.mayMove().test(service(task))
                || (choices.isConstrained()
                        && !ClusterTerms.reasonsToStay(allPredicates(task)).isEmpty());
    }

    private List<AttributePredicate> predicates(Task task) {
        return choices.isConstrained() ? ClusterTerms.labels(allPredicates(task)) : List.of();
    }

    private static List<AttributePredicate> allPredicates(Task task) {
        return PlacementConstraints.parse(task.constraints()).predicates();
    }

    private ResourceVector demand(Task task) {
        return fleetServers.amounts(
                task.cpuMicroCores(),
                task.memoryBytes(),
                task.gpuMicros(),
                SnapshotResources.asked(task));
    }

    /** Tasks of a job that must not share a machine, or a failure domain. */
    private List<PackRule> rules() {
        if (!choices.isConstrained()) {
            return List.of();
        }
        DistanceRules rules = new DistanceRules();
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            PlacementConstraints constraints = PlacementConstraints.parse(task.constraints());
            rules.add(
                    i,
                    service(task),
                    task.isApart() ? constraints.withDifferentMachines() : constraints);
        }
        return rules.rules();
    }
}
