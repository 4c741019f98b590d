package dev.stowage.workflow.plan;

import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskColumn;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.run.ServerLog.Stay;
import dev.stowage.workflow.pack.DistanceRules;
import dev.stowage.workflow.pack.FleetServers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Stays of tasks on servers with all that the tasks ask for, as a packing problem wants them. */
final class MomentTasks {
    /** What a workload may say of a task that decides where it has a place. */
    private static final Set<TaskColumn> DECIDING =
            Set.of(
                    TaskColumn.GPU,
                    TaskColumn.DISK,
                    TaskColumn.NETWORK,
                    TaskColumn.CONSTRAINTS,
                    TaskColumn.RESOURCES);

    private record Key(long jobId, int taskIndex) {}

    private record Asked(
            long gpuMicros,
            long diskBytes,
            long networkBitsPerSecond,
            PlacementConstraints constraints) {
        static final Asked NOTHING = new Asked(0, 0, 0, PlacementConstraints.NONE);

        long of(PackingResource resource) {
            if (resource.equals(PackingResource.GPU)) {
                return gpuMicros;
            }
            if (resource.equals(PackingResource.DISK)) {
                return diskBytes;
            }
            if (resource.equals(PackingResource.NETWORK)) {
                return networkBitsPerSecond;
            }
            return resource.name().equals(ClusterTerms.PODS)
                    ? 1
                    : named().getOrDefault(resource.name(), 0L);
        }

        SortedMap<String, Long> named() {
            return ClusterTerms.asked(constraints.predicates());
        }
    }

    private final Map<Key, Asked> asked = new HashMap<>();
    private final List<PackingResource> named = new ArrayList<>();
    private final List<PackingResource> resources =
            new ArrayList<>(List.of(PackingResource.CPU, PackingResource.MEMORY));

    /** True if tasks of a workload may ask for more than CPU and memory. */
    static boolean askForMore(Workload workload) {
        return workload.columns().stream().anyMatch(DECIDING::contains);
    }

    /** Of stays of a workload's tasks, which is read once, on servers of a type. */
    MomentTasks(Workload workload, List<Stay> stays, ServerType type) {
        if (askForMore(workload)) {
            read(workload, stays);
        }
        for (PackingResource each :
                List.of(PackingResource.GPU, PackingResource.DISK, PackingResource.NETWORK)) {
            if (asked.values().stream().anyMatch(task -> task.of(each) > 0)) {
                resources.add(each);
                if (!each.equals(PackingResource.GPU)) {
                    named.add(each);
                }
            }
        }
        SortedSet<String> names = new TreeSet<>();
        asked.values().forEach(task -> names.addAll(task.named().keySet()));
        if (ClusterTerms.there(type.extras().attributes()).containsKey(ClusterTerms.PODS)) {
            names.add(ClusterTerms.PODS);
        }
        names.forEach(name -> named.add(new PackingResource(name, "units")));
        resources.addAll(named.subList(named.size() - names.size(), named.size()));
    }

    private void read(Workload workload, List<Stay> stays) {
        Set<Key> wanted = new HashSet<>();
        stays.forEach(stay -> wanted.add(key(stay)));
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size && !batch.isPlain; i++) {
                    Key key = new Key(batch.jobId[i], batch.taskIndex[i]);
                    if (wanted.contains(key)) {
                        PlacementConstraints constraints = batch.constraints[i];
                        asked.put(
                                key,
                                new Asked(
                                        batch.gpuMicros[i],
                                        batch.diskBytes[i],
                                        batch.networkBitsPerSecond[i],
                                        constraints == null
                                                ? PlacementConstraints.NONE
                                                : constraints));
                    }
                }
            }
        }
    }

    private static Key key(Stay stay) {
        return new Key(stay.jobId(), stay.taskIndex());
    }

    private Asked asked(Stay stay) {
        return asked.getOrDefault(key(stay), Asked.NOTHING); // a plain task asks for nothing more
    }

    /** What the task of a stay asks for, in the order of the problem's resources. */
    ResourceVector demand(Stay stay) {
        Asked more = asked(stay);
        long[] amounts = new long[resources.size()];
        amounts[0] = stay.cpuMicroCores();
        amounts[1] = stay.memoryBytes();
        for (int r = 2; r < amounts.length; r++) {
            amounts[r] = more.of(resources.get(r));
        }
        return ResourceVector.of(amounts);
    }

    /** Servers of a type that hold them; the numbers of their failure domains. */
    List<PackServer> servers(ServerType type, int[] domains, HeadRoom headRoom) {
        Map<String, Double> shares = new HashMap<>(headRoom.shares());
        named.stream()
                .filter(each -> !each.equals(PackingResource.DISK))
                .filter(each -> !each.equals(PackingResource.NETWORK))
                .forEach(each -> shares.putIfAbsent(each.name(), 0.0)); // half a device is none
        FleetServers fleet =
                new FleetServers(resources, named, new HeadRoom(shares, headRoom.others()));
        return IntStream.range(0, domains.length)
                .mapToObj(i -> fleet.server(type, i + 1, domains[i]))
                .toList();
    }

    /** The tasks of some stays on servers. */
    PackingProblem problem(List<Stay> stays, List<PackServer> servers) {
        List<PackItem> items = new ArrayList<>();
        Set<String> names = new HashSet<>();
        DistanceRules rules = new DistanceRules();
        for (Stay stay : stays) {
            PlacementConstraints constraints = asked(stay).constraints();
            String name = "job-" + stay.jobId() + "/" + stay.taskIndex();
            String unique = names.add(name) ? name : name + "#" + items.size();
            rules.add(items.size(), "job-" + stay.jobId(), constraints);
            items.add(
                    new PackItem(
                            unique,
                            demand(stay),
                            OptionalInt.empty(),
                            false,
                            stay.memoryBytes(),
                            constraints.predicates()));
        }
        return new PackingProblem(resources, servers, items, rules.rules());
    }
}
