package dev.stowage.plan.bound;

import dev.stowage.plan.bound.LowerBound.Component;
import dev.stowage.plan.objective.Objective;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;

/** Sees a workload once more and derives every component of its lower bound. */
final class BoundComponents implements TaskVisitor {
    /** Quotients of floating-point sums are taken smaller by this share before rounding up. */
    private static final double ROUNDING = 1e-9;

    /** Beyond this many exempt tasks a limit forces little and would need much memory. */
    private static final long MOST_EXEMPT = 1L << 20;

    private final WorkloadFigures figures;
    private final List<Dimension> dimensions;
    private final long[] server;
    private final Objective objective;
    private final List<ForcedDemand> forced = new ArrayList<>();
    private final ForcedDemand unlimited;
    private final ForcedDemand immediate;
    private final Map<String, Component> components = new LinkedHashMap<>();

    BoundComponents(WorkloadFigures figures, HeldTasks tasks, Objective objective) {
        this.figures = figures;
        dimensions = tasks.dimensions();
        server = tasks.capacities();
        this.objective = objective;
        for (WaitLimit limit : WaitLimit.of(objective, figures.fitting())) {
            if (limit.exempt() <= MOST_EXEMPT) {
                forced.add(forced(limit));
            }
        }
        unlimited = forced(WaitLimit.none(figures.fitting()));
        immediate = forced(WaitLimit.immediate());
    }

    private ForcedDemand forced(WaitLimit limit) {
        return new ForcedDemand(limit, figures.fitting(), figures.firstSubmitMicros(), server);
    }

    @Override
    public void task(long submitMicros, long durationMicros, long[] asked) {
        forced.forEach(each -> each.accept(submitMicros, durationMicros, asked));
        unlimited.accept(submitMicros, durationMicros, asked);
        immediate.accept(submitMicros, durationMicros, asked);
    }

    /** The components, after the last of {@code tasks}; at most one per method. */
    List<Component> components(TaskColumns tasks, QueueOrder order) {
        if (figures.tasks() == 0) {
            return List.of();
        }
        keep("largest-task", 1, true, "there are tasks");
        if (order == QueueOrder.ANY) {
            return List.copyOf(components.values());
        }
        boolean isInOrder =
                order == QueueOrder.STRICT_FIFO || order == QueueOrder.PREEMPTIVE_PRIORITY;
        if (!isInOrder) {
            forced.removeIf(demand -> demand.limit().exempt() > 0); // anybody may be exempt
        }
        forced.forEach(ForcedDemand::finish);
        unlimited.finish();
        immediate.finish();
        for (int d = 0; d < server.length; d++) {
            for (ForcedDemand demand : forced) {
                keepPeak(dimensions.get(d), demand.level(d), demand);
                keepLoad(dimensions.get(d), demand.level(d), demand);
            }
        }
        if (isInOrder || order == QueueOrder.STRICT_PRIORITY) {
            keep(
                    "pooled-queue",
                    fewestPooled(tasks, sure()),
                    true,
                    "waits of the same queue before all servers pooled into one, which no placement"
                            + " makes shorter");
        }
        if (order.isPreemptive()) {
            return List.copyOf(components.values()); // the rest is of all tasks
        }
        int sure = sure();
        for (int d = 0; d < server.length; d++) {
            int resource = d;
            if (objective.limit("pending") == 0) {
                UtilisationBound bound = new UtilisationBound(dimensions.get(d), objective, sure);
                forced.forEach(each -> keepUtilisation(bound, each, each.level(resource)));
                keepUtilisation(bound, unlimited, unlimited.level(d));
            }
            keepInformation(dimensions.get(d), d);
        }
        return List.copyOf(components.values());
    }

    /** One for each limit on waits. */
    List<PriorityDemand> byPriority(NavigableSet<Integer> priorities) {
        return WaitLimit.of(objective, figures.fitting()).stream()
                .map(
                        limit ->
                                new PriorityDemand(
                                        limit, server, priorities, figures.firstSubmitMicros()))
                .toList();
    }

    /** Keeps what such demands need, after the last task. */
    void keep(List<PriorityDemand> demands) {
        demands.forEach(
                each ->
                        keep(
                                "priority-order",
                                each.servers(),
                                true,
                                "what surely runs or is done, of the same priority or a higher one,"
                                        + " when a task starts if "
                                        + each.limit().metric()
                                        + " holds"));
    }

    private int sure() {
        return components.values().stream()
                .filter(Component::rigorous)
                .mapToInt(Component::servers)
                .max()
                .orElse(1);
    }

    /**
     * The fewest servers, at least {@code from}, on which the pooled queue meets the objective, as
     * far as it can with tasks that may be some of all.
     */
    private int fewestPooled(TaskColumns tasks, int from) {
        int low = from - 1;
        int high = from;
        int step = 1;
        while (!pooledMeets(tasks, high)) {
            low = high;
            high = Math.addExact(high, step);
            step = 2 * step;
        }
        while (high - low > 1) {
            int middle = low + (high - low) / 2;
            if (pooledMeets(tasks, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private boolean pooledMeets(TaskColumns tasks, int servers) {
        List<WaitLimit> limits = WaitLimit.of(objective, figures.fitting());
        PooledCluster pool = new PooledCluster(server, servers, limits);
        tasks.replay(pool);
        return pool.meets(objective, figures.fitting());
    }

    private void keepPeak(Dimension dimension, DemandLevel level, ForcedDemand demand) {
        String of =
                dimension.label()
                        + " of the tasks that surely run at one instant if "
                        + demand.limit().metric()
                        + " holds";
        keep("peak-" + dimension.suffix(), level.serversAtPeak(), true, of);
        keep(
                "packing-" + dimension.suffix(),
                level.serversPacked(),
                true,
                "bin packing (Martello and Toth, L2) by " + of);
    }

    private void keepLoad(Dimension dimension, DemandLevel level, ForcedDemand demand) {
        keep(
                "offered-load-" + dimension.suffix(),
                roundUp(level.serversByLoad(demand.boundSpanMicros())),
                true,
                dimension.label()
                        + " work that must be done within an hour, a day or the whole time if "
                        + demand.limit().metric()
                        + " holds");
    }

    private void keepUtilisation(UtilisationBound bound, ForcedDemand demand, DemandLevel level) {
        keep(
                "utilisation-" + bound.dimension().suffix(),
                roundUp(bound.servers(demand, level, figures)),
                true,
                bound.dimension().label() + " that is surely in use, over the utilisation allowed");
    }

    private void keepInformation(Dimension dimension, int resource) {
        long span = figures.lastSubmitMicros() - figures.firstSubmitMicros();
        if (span > 0) {
            double mean = unlimited.level(resource).serverMicros() / span;
            keep(
                    "mean-demand-" + dimension.suffix(),
                    roundUp(mean),
                    false,
                    String.format(
                            Locale.ROOT,
                            "%s work over the time of the submits (%.1f h)",
                            dimension.label(),
                            span / 3.6e9));
        }
        keep(
                "immediate-start-" + dimension.suffix(),
                immediate.level(resource).serversAtPeak(),
                false,
                dimension.label() + " at the peak if every task started at its submit");
    }

    private void keep(String method, long servers, boolean rigorous, String reason) {
        Component known = components.get(method);
        if (servers > 0 && (known == null || known.servers() < servers)) {
            components.put(
                    method, new Component(method, Math.toIntExact(servers), rigorous, reason));
        }
    }

    private static long roundUp(double servers) {
        return (long) Math.ceil(servers * (1 - ROUNDING));
    }
}
