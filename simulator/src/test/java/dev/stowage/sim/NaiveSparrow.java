package dev.stowage.sim;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.sim.NaiveSimulation.Task;
import dev.stowage.sim.queue.SparrowLate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The oracle of {@link SparrowLate}. */
final class NaiveSparrow extends NaiveQueue {
    private final int d;
    private final RandomGenerator random;
    private final Map<Long, List<Task>> waiting = new HashMap<>(); // by job, oldest first
    private final List<List<List<Task>>> reserved = new ArrayList<>(); // by server: jobs
    private final Set<Task> known = new HashSet<>();
    private final List<Task> evicted = new ArrayList<>();
    private final TreeSet<Integer> changed = new TreeSet<>();
    private final List<Boolean> wasUp = new ArrayList<>();
    private boolean cameUp;
    private @Nullable Batch batch;

    /** What was probed for the tasks of a job that are submitted in a row in an instant. */
    private static final class Batch {
        private final long job;
        private final long time;
        private final List<Integer> probes = new ArrayList<>();
        private final List<Integer> unused = new ArrayList<>();
        private final List<Integer> lost = new ArrayList<>();
        private int owed;

        Batch(long job, long time) {
            this.job = job;
            this.time = time;
        }

        long at(int server) {
            return probes.stream().filter(each -> each == server).count();
        }
    }

    NaiveSparrow(NaiveSimulation simulation, int d, RandomGenerator random) {
        super(simulation);
        this.d = d;
        this.random = random;
        for (int server = 0; server < simulation.cpuCapacity.length; server++) {
            reserved.add(new ArrayList<>());
            wasUp.add(isUp(server));
        }
    }

    private static long jobId(Task task) {
        return task.row.tag() == null ? task.number : task.row.tag().job();
    }

    private List<Task> job(Task task) {
        return waiting.computeIfAbsent(jobId(task), id -> new ArrayList<>());
    }

    /** Later tasks of the job find another list; reservations for this one are void. */
    private void closeIfEmpty(Task task) {
        if (job(task).isEmpty()) {
            waiting.remove(jobId(task));
            if (batch != null && batch.job == jobId(task)) {
                batch.lost.clear();
                batch.lost.addAll(batch.unused);
            }
        }
    }

    @Override
    void evicted(Task task) {
        job(task).add(task);
        job(task).sort(Comparator.comparingLong(each -> each.entry));
        evicted.add(task);
    }

    @Override
    void freed(int server) {
        changed.add(server);
        cameUp |= isUp(server) && !wasUp.get(server);
        wasUp.set(server, isUp(server));
    }

    @Override
    void dropped(Task task) {
        job(task).remove(task);
        closeIfEmpty(task);
    }

    @Override
    void tryQueue(long now) {
        for (Task task : evicted) {
            Batch own = new Batch(jobId(task), NaiveSimulation.NONE);
            batch = null;
            for (int i = 0; i < d; i++) {
                int server = draw(task, own);
                reserved.get(server).add(job(task));
                changed.add(server);
            }
        }
        evicted.clear();
        for (int server = 0; cameUp && server < reserved.size(); server++) {
            boolean isStuck = reserved.get(server).stream().anyMatch(job -> !job.isEmpty());
            if (!isUp(server) && isStuck) {
                changed.add(server);
            }
        }
        cameUp = false;
        changed.forEach(server -> tryFrom(server, now));
        changed.clear();
        for (Task task : new ArrayList<>(simulation.queue)) {
            if (known.add(task) && simulation.couldEverHold(task)) {
                submit(task, now);
            }
        }
    }

    private void submit(Task task, long now) {
        List<Task> job = job(task);
        job.add(task);
        if (batch == null || batch.job != jobId(task) || batch.time != now) {
            batch = new Batch(jobId(task), now);
        }
        Batch own = batch;
        own.owed += d;
        while (own.owed > 0 && !job.isEmpty()) {
            own.owed--;
            int server = draw(task, own);
            int before = simulation.queue.size();
            reserved.get(server).add(job);
            tryFrom(server, now);
            if (simulation.queue.size() == before) {
                own.unused.add(server);
            }
        }
        while (!own.lost.isEmpty() && !job.isEmpty()) {
            int server = own.lost.remove(own.lost.size() - 1);
            reserved.get(server).add(job);
            tryFrom(server, now);
        }
    }

    private void tryFrom(int first, long now) {
        Deque<Integer> servers = new ArrayDeque<>(List.of(first));
        while (!servers.isEmpty()) {
            int server = servers.remove();
            List<List<Task>> queue = reserved.get(server);
            while (!queue.isEmpty()) {
                List<Task> job = queue.get(0);
                if (job.isEmpty()) {
                    queue.remove(0);
                    continue;
                }
                Task oldest = job.get(0);
                if (simulation.fits(server, oldest)) {
                    queue.remove(0);
                    job.remove(0);
                    closeIfEmpty(oldest);
                    simulation.start(oldest, server, now);
                    continue;
                }
                if (isUp(server) && couldEverHold(server, oldest)) {
                    break;
                }
                int target = draw(oldest, null);
                if (!isUp(target) && couldEverHold(server, oldest)) {
                    break;
                }
                queue.remove(0);
                reserved.get(target).add(job);
                servers.add(target);
            }
        }
    }

    private int draw(Task task, @Nullable Batch of) {
        int server = drawn(task, of);
        if (of != null) {
            of.probes.add(server);
        }
        return server;
    }

    private int drawn(Task task, @Nullable Batch of) {
        for (int i = 0; i < 16; i++) {
            int server = random.nextInt(reserved.size());
            boolean isFresh = of == null || of.at(server) <= of.probes.size() / reserved.size();
            if (isFresh && isUp(server) && couldEverHold(server, task)) {
                return server;
            }
        }
        List<Integer> able =
                IntStream.range(0, reserved.size())
                        .filter(server -> couldEverHold(server, task))
                        .boxed()
                        .toList();
        return able.stream()
                .filter(this::isUp)
                .min(Comparator.comparingLong(server -> of == null ? 0 : of.at(server)))
                .orElseGet(() -> able.get(0));
    }

    private boolean isUp(int server) {
        return simulation.cpuCapacity[server] > 0 || simulation.memoryCapacity[server] > 0;
    }

    private boolean couldEverHold(int server, Task task) {
        long cpu = task.row.cpu();
        long memory = task.row.memory();
        if (!(simulation.fleet instanceof ServerFleet.Recorded recorded)) {
            return simulation.cpuCapacity[server] >= cpu
                    && simulation.memoryCapacity[server] >= memory;
        }
        MachineEvents events = recorded.events();
        for (int i = 0; i < events.size(); i++) {
            if (events.machine(i) == server
                    && !events.isRemoval(i)
                    && events.cpuMicroCores(i) >= cpu
                    && events.memoryBytes(i) >= memory) {
                return true;
            }
        }
        return false;
    }
}
