package dev.stowage.sim;

import dev.stowage.sim.NaiveSimulation.Task;
import dev.stowage.sim.queue.kube.KubeScheduler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The oracle of {@link KubeScheduler}: kube-scheduler's three sets, each a list. */
final class NaiveKube extends NaiveQueue {
    private static final long SECOND = 1_000_000;

    /** What kube-scheduler keeps of a pod in its queue. */
    private static final class Pod {
        private final Task task;
        private long timestamp;
        private long stamp; // tells time stamps of one instant apart
        private int unschedulableCount;

        Pod(Task task) {
            this.task = task;
        }

        /** The second in which the backoff ends. */
        long backoffTime() {
            if (unschedulableCount == 0) {
                return Long.MIN_VALUE;
            }
            long seconds = Math.min(10, Math.round(Math.pow(2, unschedulableCount - 1)));
            return Math.floorDiv(timestamp + seconds * SECOND, SECOND);
        }
    }

    private record Candidate(int server, List<Task> victims) {
        int highest() {
            return victims.stream().mapToInt(NaiveQueue::priority).max().getAsInt();
        }

        long sum() {
            return victims.stream().mapToLong(task -> priority(task) + (1L << 31)).sum();
        }

        long earliest() {
            return victims.stream()
                    .filter(task -> priority(task) == highest())
                    .mapToLong(task -> task.lastStart)
                    .min()
                    .getAsLong();
        }
    }

    private static final Comparator<Pod> PRIORITY_SORT =
            Comparator.comparingInt((Pod pod) -> -priority(pod.task))
                    .thenComparingLong(pod -> pod.timestamp)
                    .thenComparingLong(pod -> pod.stamp);

    private final boolean preempts;
    private final List<Pod> active = new ArrayList<>();
    private final List<Pod> backoff = new ArrayList<>();
    private final List<Pod> unschedulable = new ArrayList<>();
    private final Map<Task, Pod> known = new HashMap<>();
    private final List<Task> evictionOrder = new ArrayList<>();
    private boolean isEvent;
    private long stamps;
    private int nextStart;

    NaiveKube(NaiveSimulation simulation, boolean preempts) {
        super(simulation);
        this.preempts = preempts;
    }

    @Override
    void freed(int server) {
        isEvent = true;
    }

    @Override
    void evicted(Task task) {
        known.remove(task);
        evictionOrder.add(task);
    }

    @Override
    void dropped(Task task) {
        unschedulable.remove(known.remove(task));
    }

    @Override
    void tryQueue(long now) {
        boolean isNew = addNew(now);
        while (isEvent || isNew) {
            if (isEvent) {
                moveAll(now);
            }
            isEvent = false;
            while (!active.isEmpty() || !backoff.isEmpty()) {
                scheduleOne(pop(), now);
            }
            isNew = addNew(now);
        }
    }

    private boolean addNew(long now) {
        boolean isAny = false;
        List<Task> fresh =
                simulation.queue.stream()
                        .filter(task -> !known.containsKey(task))
                        .sorted(Comparator.comparingInt(evictionOrder::lastIndexOf))
                        .toList();
        for (Task task : fresh) {
            Pod pod = new Pod(task);
            pod.timestamp = now;
            pod.stamp = stamps++;
            known.put(task, pod);
            active.add(pod);
            isAny = true;
        }
        return isAny;
    }

    private void moveAll(long now) {
        for (Pod pod : unschedulable) {
            boolean isOver = pod.backoffTime() < Math.floorDiv(now, SECOND);
            (isOver ? active : backoff).add(pod);
        }
        unschedulable.clear();
    }

    private Pod pop() {
        List<Pod> from = active.isEmpty() ? backoff : active;
        Pod first =
                from.stream()
                        .min(
                                from == active
                                        ? PRIORITY_SORT
                                        : Comparator.comparingLong(Pod::backoffTime)
                                                .thenComparing(PRIORITY_SORT))
                        .get();
        from.remove(first);
        return first;
    }

    private void scheduleOne(Pod pod, long now) {
        boolean isAsked = pod.unschedulableCount == 0 || !simulation.fitting(pod.task).isEmpty();
        int server = isAsked ? simulation.choose(pod.task) : -1;
        if (server < 0 && preempts) {
            Candidate best = preempt(pod);
            if (best != null) {
                for (Task victim : best.victims()) {
                    simulation.evict(victim, now);
                }
                server = best.server();
                isEvent = true;
            }
        }
        if (server >= 0) {
            known.remove(pod.task);
            simulation.start(pod.task, server, now);
        } else {
            pod.timestamp = now;
            pod.stamp = stamps++;
            pod.unschedulableCount++;
            unschedulable.add(pod);
        }
    }

    private @Nullable Candidate preempt(Pod pod) {
        int size = simulation.cpuCapacity.length;
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Candidate candidate = candidate(pod.task, (nextStart + i) % size);
            if (candidate != null) {
                candidates.add(candidate);
            }
        }
        return candidates.stream()
                .min(
                        Comparator.comparingInt(Candidate::highest)
                                .thenComparingLong(Candidate::sum)
                                .thenComparingInt(candidate -> candidate.victims().size())
                                .thenComparingLong(candidate -> -candidate.earliest()))
                .orElse(null);
    }

    private @Nullable Candidate candidate(Task task, int server) {
        List<Task> here = simulation.onServer.get(server);
        List<Task> lower = here.stream().filter(each -> priority(each) < priority(task)).toList();
        here.removeAll(lower);
        List<Task> victims = new ArrayList<>();
        if (simulation.fits(server, task)) {
            List<Task> byImportance = new ArrayList<>(lower);
            byImportance.sort(
                    Comparator.comparingInt((Task each) -> -priority(each))
                            .thenComparingLong(each -> each.lastStart)
                            .thenComparingLong(each -> each.placed));
            for (Task each : byImportance) {
                here.add(each);
                if (!simulation.fits(server, task)) {
                    here.remove(each);
                    victims.add(each);
                }
            }
        }
        here.removeAll(lower);
        here.addAll(lower);
        return victims.isEmpty() ? null : new Candidate(server, victims);
    }
}
