package dev.stowage.workflow.pack;

import dev.stowage.ingest.snapshot.TraceSnapshot;
import dev.stowage.ingest.snapshot.TraceSnapshot.Task;
import dev.stowage.model.ClusterTerms;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackingResource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The resources that a placement of a {@link TraceSnapshot} must add up.
 *
 * @param hasGpus true if a task asks for GPUs
 * @param named those by name that a task asks for, and how many tasks a machine takes
 */
record SnapshotResources(boolean hasGpus, List<PackingResource> named) {
    /** What every task asks for, if only for nothing. */
    private static final Set<String> SELF_EVIDENT =
            Set.of(ClusterTerms.PODS, PackingResource.DISK.name(), PackingResource.NETWORK.name());

    /** Those that count. */
    static SnapshotResources of(TraceSnapshot snapshot, SnapshotPacking.Choices choices) {
        List<Task> tasks =
                Stream.concat(
                                snapshot.tasks().stream(),
                                choices.waiting() != SnapshotPacking.Waiting.NONE
                                        ? snapshot.waiting().stream()
                                        : Stream.of())
                        .toList();
        SortedSet<String> names = new TreeSet<>();
        tasks.forEach(task -> names.addAll(asked(task).keySet()));
        names.removeAll(SELF_EVIDENT);
        if (choices.isKubernetes()) {
            names.add(ClusterTerms.PODS);
        }
        List<PackingResource> named = new ArrayList<>();
        if (choices.fleet().isPresent()) { // machines of a trace don't say what they have
            if (tasks.stream().anyMatch(task -> task.diskBytes() > 0)) {
                named.add(PackingResource.DISK);
            }
            if (tasks.stream().anyMatch(task -> task.networkBitsPerSecond() > 0)) {
                named.add(PackingResource.NETWORK);
            }
        }
        names.stream().map(SnapshotResources::resource).forEach(named::add);
        return new SnapshotResources(tasks.stream().anyMatch(task -> task.gpuMicros() > 0), named);
    }

    private static PackingResource resource(String name) {
        boolean isBytes = name.equals("ephemeral-storage") || name.startsWith("hugepages-");
        return new PackingResource(name, isBytes ? "bytes" : "units");
    }

    /** What a task asks for by name: of pods, itself. */
    static SortedMap<String, Long> asked(Task task) {
        SortedMap<String, Long> asked =
                ClusterTerms.asked(PlacementConstraints.parse(task.constraints()).predicates());
        asked.put(ClusterTerms.PODS, 1L);
        asked.put(PackingResource.DISK.name(), task.diskBytes());
        asked.put(PackingResource.NETWORK.name(), task.networkBitsPerSecond());
        return asked;
    }

    /** All, in the order of amounts. */
    List<PackingResource> all() {
        List<PackingResource> all = new ArrayList<>();
        all.add(PackingResource.CPU);
        all.add(PackingResource.MEMORY);
        if (hasGpus) {
            all.add(PackingResource.GPU);
        }
        all.addAll(named);
        return all;
    }

    /** Head-room of devices, storage and pods only where it names them: half a device is none. */
    HeadRoom withoutNamed(HeadRoom headRoom) {
        Map<String, Double> shares = new HashMap<>(headRoom.shares());
        named.stream()
                .filter(each -> !each.equals(PackingResource.DISK))
                .filter(each -> !each.equals(PackingResource.NETWORK))
                .forEach(each -> shares.putIfAbsent(each.name(), 0.0));
        return new HeadRoom(shares, headRoom.others());
    }
}
