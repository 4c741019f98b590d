package dev.stowage.workflow.pack;

import dev.stowage.ingest.snapshot.TraceSnapshot.Task;
import dev.stowage.model.TaskClass;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The services that tasks of a snapshot are replicas of.
 *
 * @param name of a task's service
 * @param demand of a task
 */
record SnapshotServices(
        List<Task> tasks, Function<Task, String> name, Function<Task, ResourceVector> demand) {
    /** Class of each service. */
    Map<String, TaskClass> classes() {
        Map<String, TaskClass> classes = new HashMap<>();
        tasks.forEach(task -> classes.put(name.apply(task), task.taskClass()));
        return classes;
    }

    /** All of them, with so many replicas. */
    List<PlacementPlan.Service> services(Map<String, Integer> replicas) {
        Map<String, PlacementPlan.Service> services = new LinkedHashMap<>();
        for (Task task : tasks) {
            services.merge(
                    name.apply(task),
                    new PlacementPlan.Service(
                            name.apply(task),
                            replicas.getOrDefault(name.apply(task), 1),
                            demand.apply(task),
                            null,
                            null,
                            task.priority(),
                            null),
                    SnapshotServices::largest);
        }
        return List.copyOf(services.values());
    }

    /** Replicas that differ: the largest of each resource. */
    private static PlacementPlan.Service largest(
            PlacementPlan.Service one, PlacementPlan.Service other) {
        long[] most = one.request().toArray();
        for (int r = 0; r < most.length; r++) {
            most[r] = Math.max(most[r], other.request().get(r));
        }
        return new PlacementPlan.Service(
                one.name(),
                one.replicas(),
                ResourceVector.of(most),
                null,
                null,
                Math.max(one.priority(), other.priority()),
                null);
    }
}
