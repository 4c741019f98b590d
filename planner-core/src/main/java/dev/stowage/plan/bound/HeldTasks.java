package dev.stowage.plan.bound;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The tasks of a workload that a server of a type can hold, with what each asks for in every
 * resource that the server has. Like the simulator, a task is held if the server has as much of
 * each resource and its attributes satisfy the task's constraints.
 */
final class HeldTasks {
    private final Workload workload;
    private final ServerType type;
    private final List<Dimension> dimensions;
    private final long[] capacities;
    private final IdentityHashMap<PlacementConstraints, Boolean> met = new IdentityHashMap<>();

    HeldTasks(Workload workload, ServerType type) {
        this.workload = workload;
        this.type = type;
        dimensions =
                Arrays.stream(Dimension.values()).filter(each -> each.capacity(type) > 0).toList();
        capacities = dimensions.stream().mapToLong(each -> each.capacity(type)).toArray();
    }

    /** The resources that the server has. */
    List<Dimension> dimensions() {
        return dimensions;
    }

    /** What one server has of each, in the order of {@link #dimensions}. */
    long[] capacities() {
        return capacities.clone();
    }

    /** Shows them to {@code visitor} in one pass. */
    void visit(TaskVisitor visitor) {
        visitRanked((priority, submit, duration, asked) -> visitor.task(submit, duration, asked));
    }

    /** The same with their priorities. */
    void visitRanked(RankedVisitor visitor) {
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        long[] asked = new long[capacities.length];
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    if (holds(batch, i)) {
                        for (int d = 0; d < asked.length; d++) {
                            asked[d] = dimensions.get(d).asked(batch, i);
                        }
                        visitor.task(
                                batch.priority[i],
                                batch.submitMicros[i],
                                batch.durationMicros[i],
                                asked);
                    }
                }
            }
        }
    }

    /** True if a server has as much of everything as the task in a row of a batch asks for. */
    boolean holds(TaskBatch batch, int row) {
        if (batch.isPlain) {
            return batch.cpuMicroCores[row] <= type.capacity().cpuMicroCores()
                    && batch.memoryBytes[row] <= type.capacity().memoryBytes();
        }
        for (Dimension dimension : Dimension.values()) {
            if (isShort(dimension, batch, row)) {
                return false;
            }
        }
        return meetsConstraints(batch, row);
    }

    /** True if a server has less of a resource than the task asks for. */
    boolean isShort(Dimension dimension, TaskBatch batch, int row) {
        return dimension.asked(batch, row) > dimension.capacity(type);
    }

    /** True if the attributes of a server are such that the task may run there. */
    boolean meetsConstraints(TaskBatch batch, int row) {
        PlacementConstraints constraints = batch.isPlain ? null : batch.constraints[row];
        return constraints == null
                || met.computeIfAbsent(
                        constraints, each -> each.holdFor(type.extras().attributes()));
    }
}
