package dev.stowage.sim;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskOutcome;
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.sim.ColumnWorkload.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The semantics of a replay written down as plainly as possible: lists, scans, no index and no
 * event queue. The oracle of the engine.
 */
final class NaiveSimulation {
    static final long NONE = -1;

    /** A task and what became of it. */
    static final class Task {
        final int number;
        final Row row;
        Fate fate = Fate.PENDING;
        long firstStart = NONE;
        long lastStart = NONE;
        long end = NONE;
        int server = -1;
        int evictions;
        long placed; // order of placement
        long waitsSince;

        Task(int number, Row row) {
            this.number = number;
            this.row = row;
            waitsSince = row.submit();
            duration = row.duration();
        }

        long duration; // from its next start
        long entry; // position in the order in which tasks entered the queue

        boolean neverEnds() {
            return row.duration() == TaskBatch.NONE || !row.outcome().isTerminal();
        }

        long due() {
            return neverEnds() ? Long.MAX_VALUE : lastStart + duration;
        }
    }

    /** What is free on a server that is up. */
    record Room(long cpu, long memory) {}

    /** The levels from {@code time} on; rooms of the servers that are up. */
    record Levels(
            long time,
            long cpu,
            long memory,
            long cpuCapacity,
            long memoryCapacity,
            long running,
            long pending,
            long inUse,
            long up,
            double watts,
            long cpuQueued,
            long memoryQueued,
            List<Room> rooms) {}

    private record MachineEvent(long time, int phase, int machine, long cpu, long memory) {}

    final List<Task> tasks = new ArrayList<>();
    final List<Levels> levels = new ArrayList<>();
    long firstSubmit = NONE;
    long lastTaskEvent = NONE;
    long makespan;
    long evictions;

    private final NaivePlacement naive;
    private final boolean rejects;
    private final long until;
    final ServerFleet fleet;
    final long[] cpuCapacity;
    final long[] memoryCapacity;
    final List<List<Task>> onServer = new ArrayList<>();
    private final List<MachineEvent> machineEvents = new ArrayList<>();
    final List<Task> queue = new ArrayList<>();
    final Set<Integer> freed = new HashSet<>(); // servers, for disciplines that ask
    final List<Task> held = new ArrayList<>(); // wait for stages, not queued
    private long entries;
    private int nextSubmit;
    private long placements;
    private Task refused;
    private final List<Task> running = new ArrayList<>();
    boolean keepsLevels = true; // they cost more than all the rest
    double quota = Double.POSITIVE_INFINITY; // largest dominant share of a user
    long maxWaiting = Long.MAX_VALUE;
    @Nullable NaiveQueue discipline; // null: strict order of submits

    NaiveSimulation(
            List<Row> rows,
            ServerFleet fleet,
            String placement,
            boolean rejects,
            RandomGenerator random,
            long until) {
        for (int i = 0; i < rows.size(); i++) {
            tasks.add(new Task(i, rows.get(i)));
        }
        this.fleet = fleet;
        naive = new NaivePlacement(placement, random);
        this.rejects = rejects;
        this.until = until;
        cpuCapacity = new long[fleet.size()];
        memoryCapacity = new long[fleet.size()];
        for (int i = 0; i < fleet.size(); i++) {
            onServer.add(new ArrayList<>());
        }
        if (fleet instanceof ServerFleet.Static groups) {
            int server = 0;
            for (ServerFleet.Group group : groups.groups()) {
                for (int i = 0; i < group.count(); i++) {
                    cpuCapacity[server] = group.type().capacity().cpuMicroCores();
                    memoryCapacity[server++] = group.type().capacity().memoryBytes();
                }
            }
        } else {
            classify(((ServerFleet.Recorded) fleet).events());
        }
    }

    /** Ups first, then downs; what follows a down of the same machine and instant stays behind. */
    private void classify(MachineEvents events) {
        for (int i = 0; i < events.size(); i++) {
            long cpuBefore = 0;
            long memoryBefore = 0;
            boolean isBehindDown = false;
            for (int j = 0; j < i; j++) {
                if (events.machine(j) == events.machine(i)) {
                    boolean isDown =
                            events.cpuMicroCores(j) < cpuBefore
                                    || events.memoryBytes(j) < memoryBefore;
                    isBehindDown |= isDown && events.timeMicros(j) == events.timeMicros(i);
                    cpuBefore = events.cpuMicroCores(j);
                    memoryBefore = events.memoryBytes(j);
                }
            }
            boolean isDown =
                    events.cpuMicroCores(i) < cpuBefore || events.memoryBytes(i) < memoryBefore;
            machineEvents.add(
                    new MachineEvent(
                            events.timeMicros(i),
                            isDown || isBehindDown ? 1 : 0,
                            events.machine(i),
                            events.cpuMicroCores(i),
                            events.memoryBytes(i)));
        }
        machineEvents.sort(
                Comparator.comparingLong(MachineEvent::time).thenComparingInt(MachineEvent::phase));
    }

    void run() {
        while (true) {
            long now = Long.MAX_VALUE;
            if (isOver()) {
                return;
            }
            if (!machineEvents.isEmpty()) {
                now = Math.min(now, machineEvents.get(0).time());
            }
            if (nextSubmit < tasks.size()) {
                now = Math.min(now, tasks.get(nextSubmit).row.submit());
            }
            for (Task task : running) {
                now = Math.min(now, task.due());
            }
            if (now == Long.MAX_VALUE || now > until) {
                return;
            }
            applyMachines(now, 0);
            applyFinishes(now);
            applyMachines(now, 1);
            tryQueueAndFinishThoseOfNoDuration(now);
            while (nextSubmit < tasks.size() && tasks.get(nextSubmit).row.submit() == now) {
                submit(tasks.get(nextSubmit++), now);
                tryQueueAndFinishThoseOfNoDuration(now);
            }
            endInstant(now);
            while (release(now)) {
                tryQueueAndFinishThoseOfNoDuration(now);
                endInstant(now);
            }
            if (keepsLevels) {
                levels.add(levelsAt(now));
            }
        }
    }

    private void endInstant(long now) {
        if (discipline != null && discipline.endInstant(now)) {
            tryQueueAndFinishThoseOfNoDuration(now);
        }
    }

    /** Queues all that wait for no stage any more; true if there was any. */
    private boolean release(long now) {
        List<Task> ready = held.stream().filter(this::isReady).toList();
        held.removeAll(ready);
        for (Task task : ready) {
            task.waitsSince = now;
            task.entry = entries++;
            queue.add(task);
            tryQueue(now);
        }
        return !ready.isEmpty();
    }

    private boolean isReady(Task task) {
        return tasks.stream()
                .limit(nextSubmit)
                .filter(other -> other.row.tag().job() == task.row.tag().job())
                .filter(other -> task.row.tag().after().contains(other.row.tag().stage()))
                .filter(other -> other.row.submit() <= task.row.submit())
                .allMatch(other -> other.end != NONE);
    }

    /** Nothing left to submit, nothing that will end, nothing that waits. */
    private boolean isOver() {
        return nextSubmit == tasks.size()
                && queue.isEmpty()
                && running.stream().allMatch(Task::neverEnds);
    }

    private void applyMachines(long now, int phase) {
        while (!machineEvents.isEmpty()
                && machineEvents.get(0).time() == now
                && machineEvents.get(0).phase() == phase) {
            MachineEvent event = machineEvents.remove(0);
            int server = event.machine();
            List<Task> here = onServer.get(server);
            boolean isRemoval = event.cpu() == 0 && event.memory() == 0;
            while (!here.isEmpty()
                    && (isRemoval
                            || cpuOn(server) > event.cpu()
                            || memoryOn(server) > event.memory())) {
                Task latest =
                        here.stream().max(Comparator.comparingLong(task -> task.placed)).get();
                evict(latest, now);
            }
            cpuCapacity[server] = event.cpu();
            memoryCapacity[server] = event.memory();
            if (discipline != null) {
                discipline.freed(server);
                discipline.resized(server);
            }
            freed.add(server);
        }
    }

    private void tryQueueAndFinishThoseOfNoDuration(long now) {
        do {
            tryQueue(now);
        } while (applyFinishes(now));
    }

    private boolean applyFinishes(long now) {
        boolean isAny = false;
        for (Task task : List.copyOf(running)) {
            if (task.due() == now) {
                isAny = true;
                running.remove(task);
                onServer.get(task.server).remove(task);
                if (discipline != null) {
                    discipline.freed(task.server);
                }
                freed.add(task.server);
                task.end = now;
                boolean isFinished = task.row.outcome() == TaskOutcome.FINISHED;
                task.fate = isFinished ? Fate.FINISHED : Fate.KILLED;
                makespan = isFinished ? now : makespan;
                lastTaskEvent = now;
            }
        }
        return isAny;
    }

    private void submit(Task task, long now) {
        if (firstSubmit == NONE) {
            firstSubmit = now;
        }
        lastTaskEvent = now;
        if (rejects && !couldEverHold(task)) {
            task.fate = Fate.REJECTED;
            task.end = now;
            return;
        }
        if (share(task) > quota) {
            task.fate = Fate.REJECTED;
            task.end = now;
            return;
        }
        if (task.row.tag() != null && !task.row.tag().after().isEmpty()) {
            held.add(task);
            entries++;
            return;
        }
        task.entry = entries++;
        queue.add(task);
        tryQueue(now);
        if (queue.size() > maxWaiting && queue.contains(task)) {
            queue.remove(task);
            task.fate = Fate.REJECTED;
            task.end = now;
            if (discipline != null) {
                discipline.dropped(task);
            }
        }
    }

    /** Dominant share of the user of a new task, with it, in what waits and runs. */
    private double share(Task task) {
        if (quota == Double.POSITIVE_INFINITY) {
            return 0;
        }
        NaiveQueue.Drf declared = new NaiveQueue.Drf(this);
        long cpu = task.row.cpu();
        long memory = task.row.memory();
        for (Task other : tasks) {
            boolean isHeld =
                    queue.contains(other) || held.contains(other) || other.fate == Fate.RUNNING;
            if (isHeld && NaiveQueue.user(other) == NaiveQueue.user(task)) {
                cpu += other.row.cpu();
                memory += other.row.memory();
            }
        }
        return declared.share(cpu, memory);
    }

    boolean couldEverHold(Task task) {
        if (fleet instanceof ServerFleet.Recorded recorded) {
            for (int i = 0; i < recorded.events().size(); i++) {
                if (!recorded.events().isRemoval(i)
                        && recorded.events().cpuMicroCores(i) >= task.row.cpu()
                        && recorded.events().memoryBytes(i) >= task.row.memory()) {
                    return true;
                }
            }
            return false;
        }
        for (int server = 0; server < cpuCapacity.length; server++) {
            if (cpuCapacity[server] >= task.row.cpu()
                    && memoryCapacity[server] >= task.row.memory()) {
                return true;
            }
        }
        return false;
    }

    private void tryQueue(long now) {
        if (discipline != null) {
            discipline.tryQueue(now);
            return;
        }
        while (!queue.isEmpty()) {
            Task head = queue.get(0);
            if (head == refused && fitting(head).isEmpty()) {
                return;
            }
            int server = choose(head);
            if (server < 0) {
                refused = head;
                return;
            }
            refused = null;
            start(head, server, now);
        }
    }

    /** Takes a task out of the queue and puts it on a server. */
    void start(Task task, int server, long now) {
        queue.remove(task);
        task.fate = Fate.RUNNING;
        running.add(task);
        task.server = server;
        task.lastStart = now;
        task.firstStart = task.firstStart == NONE ? now : task.firstStart;
        task.placed = placements++;
        onServer.get(server).add(task);
        lastTaskEvent = now;
    }

    /** Takes a task off its server and puts it back into the queue. */
    void evict(Task task, long now) {
        onServer.get(task.server).remove(task);
        running.remove(task);
        task.fate = Fate.PENDING;
        task.lastStart = NONE;
        task.server = -1;
        task.evictions++;
        task.waitsSince = now;
        evictions++;
        lastTaskEvent = now;
        queue.add(task);
        queue.sort(Comparator.comparingLong(each -> each.entry));
        if (discipline != null) {
            discipline.evicted(task);
        }
    }

    boolean fits(int server, Task task) {
        boolean isUp = cpuCapacity[server] > 0 || memoryCapacity[server] > 0;
        return isUp
                && cpuCapacity[server] - cpuOn(server) >= task.row.cpu()
                && memoryCapacity[server] - memoryOn(server) >= task.row.memory();
    }

    List<Integer> fitting(Task task) {
        List<Integer> servers = new ArrayList<>();
        for (int server = 0; server < cpuCapacity.length; server++) {
            if (fits(server, task)) {
                servers.add(server);
            }
        }
        return servers;
    }

    int choose(Task task) {
        return naive.choose(view(task), task.row.cpu(), task.row.memory());
    }

    private NaivePlacement.Servers view(Task task) {
        return new NaivePlacement.Servers() {
            @Override
            public int size() {
                return cpuCapacity.length;
            }

            @Override
            public boolean fits(int server) {
                return NaiveSimulation.this.fits(server, task);
            }

            @Override
            public long cpuFree(int server) {
                return cpuCapacity[server] - cpuOn(server);
            }

            @Override
            public long memoryFree(int server) {
                return memoryCapacity[server] - memoryOn(server);
            }

            @Override
            public long cpuCapacity(int server) {
                return cpuCapacity[server];
            }

            @Override
            public long memoryCapacity(int server) {
                return memoryCapacity[server];
            }
        };
    }

    long cpuOn(int server) {
        long cpu = 0;
        for (Task task : onServer.get(server)) {
            cpu += task.row.cpu();
        }
        return cpu;
    }

    long memoryOn(int server) {
        long memory = 0;
        for (Task task : onServer.get(server)) {
            memory += task.row.memory();
        }
        return memory;
    }

    private Levels levelsAt(long now) {
        long cpu = 0;
        long memory = 0;
        long capacity = 0;
        long bytes = 0;
        long running = 0;
        long inUse = 0;
        long up = 0;
        double watts = 0;
        List<Room> rooms = new ArrayList<>();
        for (int server = 0; server < cpuCapacity.length; server++) {
            cpu += cpuOn(server);
            memory += memoryOn(server);
            capacity += cpuCapacity[server];
            bytes += memoryCapacity[server];
            running += onServer.get(server).size();
            inUse += onServer.get(server).isEmpty() ? 0 : 1;
            boolean isUp = cpuCapacity[server] > 0 || memoryCapacity[server] > 0;
            up += isUp ? 1 : 0;
            double use =
                    cpuCapacity[server] == 0 ? 0 : (double) cpuOn(server) / cpuCapacity[server];
            watts += isUp ? 200 + 100 * use : 0;
            if (isUp) {
                rooms.add(
                        new Room(
                                cpuCapacity[server] - cpuOn(server),
                                memoryCapacity[server] - memoryOn(server)));
            }
        }
        return new Levels(
                now,
                cpu,
                memory,
                capacity,
                bytes,
                running,
                queue.size(),
                inUse,
                up,
                watts,
                queue.stream().mapToLong(task -> task.row.cpu()).sum(),
                queue.stream().mapToLong(task -> task.row.memory()).sum(),
                rooms);
    }
}
