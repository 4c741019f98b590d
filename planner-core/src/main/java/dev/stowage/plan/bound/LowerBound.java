package dev.stowage.plan.bound;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.basis.Check;
import dev.stowage.model.ServerType;
import dev.stowage.model.Workload;
import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What number of servers is needed at least, whatever the placement, and why. Holds for servers of
 * one type that never fail, strict FIFO without preemption, and admission that rejects only tasks
 * that fit no server. Method and proofs: {@code docs/capacity-search.md}.
 *
 * @param servers the largest rigorous component; 0 if the workload has no tasks
 * @param method name of that component; {@code none} without tasks
 * @param components all that were computed, rigorous or not
 * @param demand figures of the workload from the same passes
 */
public record LowerBound(
        int servers,
        String method,
        List<Component> components,
        @JsonIgnore WorkloadFigures demand) {
    /**
     * One way to bound the number of servers.
     *
     * @param method its name
     * @param servers number of servers
     * @param rigorous true if no smaller number can meet the objective; false if it only informs
     * @param reason one sentence
     */
    public record Component(String method, int servers, boolean rigorous, String reason) {}

    public LowerBound {
        components = List.copyOf(components);
    }

    /**
     * Bounds the number of servers of one type. Streams through the workload twice, and if it has
     * more than two million tasks once more for each number of servers that is tried.
     */
    public static LowerBound of(Workload workload, ServerType type, Objective objective) {
        return of(workload, type, objective, QueueOrder.STRICT_FIFO);
    }

    /** The same with only those components that hold for an order of the queue. */
    public static LowerBound of(
            Workload workload, ServerType type, Objective objective, QueueOrder order) {
        WorkloadFigures figures = WorkloadFigures.of(workload, type);
        HeldTasks held = new HeldTasks(workload, type);
        BoundComponents components = new BoundComponents(figures, held, objective);
        if (order.isByPriority() || order.isPreemptive()) {
            return of(new PriorityComponents(held, components).components(order), figures);
        }
        TaskColumns tasks = new TaskColumns(held);
        held.visit(
                (submit, duration, asked) -> {
                    tasks.task(submit, duration, asked);
                    components.task(submit, duration, asked);
                });
        return of(components.components(tasks, order), figures);
    }

    private static LowerBound of(List<Component> components, WorkloadFigures figures) {
        int servers = 0;
        String method = "none";
        for (Component component : components) {
            if (component.rigorous() && component.servers() > servers) {
                servers = component.servers();
                method = component.method();
            }
        }
        return new LowerBound(servers, method, components, figures);
    }

    /**
     * The bound for an objective that all replications but {@code misses} must meet: fewer servers
     * than the bounds of {@code misses + 1} replications make so many miss, so each component
     * counts with its value of that rank from the largest. The figures of the workload are those of
     * the first.
     *
     * @param bounds one per replication, more than {@code misses}; some of the replications suffice
     */
    public static LowerBound overReplications(List<LowerBound> bounds, int misses) {
        Check.inRange("misses", misses, 0, bounds.size() - 1);
        List<Component> ranked = new ArrayList<>();
        for (Component component : bounds.get(0).components()) {
            List<Component> same =
                    bounds.stream()
                            .flatMap(bound -> bound.components().stream())
                            .filter(each -> each.method().equals(component.method()))
                            .sorted(Comparator.comparingInt(Component::servers).reversed())
                            .toList();
            if (same.size() == bounds.size()) {
                ranked.add(same.get(misses));
            }
        }
        return of(ranked, bounds.get(0).demand());
    }

    /**
     * The same for servers of which some may be missing from the first instant on: as many more.
     *
     * @param why how they go missing, in words
     */
    public LowerBound plus(int more, String why) {
        if (more == 0 || servers == 0) {
            return this;
        }
        return new LowerBound(
                servers + more,
                method,
                components.stream()
                        .map(
                                each ->
                                        each.servers() == 0
                                                ? each
                                                : new Component(
                                                        each.method(),
                                                        each.servers() + more,
                                                        each.rigorous(),
                                                        each.reason()
                                                                + ", and "
                                                                + more
                                                                + " "
                                                                + why))
                        .toList(),
                demand);
    }

    /** ({@code planned} - {@code servers}) / {@code servers}; 0 if no servers are needed. */
    public double gap(int planned) {
        return servers == 0 ? 0 : (double) (planned - servers) / servers;
    }
}
