package dev.stowage.plan.bound;

import dev.stowage.plan.bound.LowerBound.Component;
import java.util.List;
import java.util.TreeSet;

/**
 * The components of a lower bound where priorities decide who is served. Those of the highest
 * priority are never evicted for another task; of each of the others it is known what runs or is
 * done when it starts ({@link PriorityDemand}), as long as nothing overtakes.
 */
final class PriorityComponents {
    private final HeldTasks held;
    private final BoundComponents components;
    private final TreeSet<Integer> priorities = new TreeSet<>();

    PriorityComponents(HeldTasks held, BoundComponents components) {
        this.held = held;
        this.components = components;
        held.visitRanked((priority, submit, duration, asked) -> priorities.add(priority));
    }

    /** The components; at most one per method. Reads the workload once more. */
    List<Component> components(QueueOrder order) {
        List<PriorityDemand> demands =
                order.isByPriority() ? components.byPriority(priorities) : List.of();
        TaskColumns highest = new TaskColumns(held, this::isHighest);
        held.visitRanked(
                (priority, submit, duration, asked) -> {
                    demands.forEach(each -> each.task(priority, submit, duration, asked));
                    if (isHighest(priority)) {
                        highest.task(submit, duration, asked);
                    }
                    if (isHighest(priority) || !order.isPreemptive()) {
                        components.task(submit, duration, asked);
                    }
                });
        components.keep(demands);
        return components.components(highest, order);
    }

    private boolean isHighest(int priority) {
        return priority == priorities.last();
    }
}
