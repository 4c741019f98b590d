package dev.stowage.sim;

import dev.stowage.sim.NaiveSimulation.Task;
import dev.stowage.sim.queue.DrfScheduler;
import dev.stowage.sim.queue.EasyBackfill;
import dev.stowage.sim.queue.GangScheduler;
import dev.stowage.sim.queue.PriorityScheduler;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A discipline of the queue written down as plainly as possible, over lists; see its twins. */
abstract class NaiveQueue {
    final NaiveSimulation simulation;

    NaiveQueue(NaiveSimulation simulation) {
        this.simulation = simulation;
    }

    /** Starts what may start. */
    abstract void tryQueue(long now);

    /** A task lost its server and is in the queue again. */
    void evicted(Task task) {}

    /** A task ended on a server or its capacity changed. */
    void freed(int server) {}

    /** An event of the machine table applied to a server. */
    void resized(int server) {}

    /** A task that was just submitted is not in the queue any more. */
    void dropped(Task task) {}

    /** The submits of an instant are over; true if this tried the queue. */
    boolean endInstant(long now) {
        return false;
    }

    static int priority(Task task) {
        return task.row.tag() == null ? 0 : task.row.tag().priority();
    }

    static int user(Task task) {
        return task.row.tag() == null ? -1 : task.row.tag().user();
    }

    /** The oracle of {@link PriorityScheduler}. */
    static final class Priority extends NaiveQueue {
        private final boolean preempts;
        private final boolean keeps;
        private @Nullable Task refused;

        /** A way to make room. */
        private record Room(int server, int highest, List<Task> victims) {}

        Priority(NaiveSimulation simulation, boolean preempts, boolean keeps) {
            super(simulation);
            this.preempts = preempts;
            this.keeps = keeps;
        }

        @Override
        void tryQueue(long now) {
            while (!simulation.queue.isEmpty()) {
                Task head = head();
                int server =
                        head == refused && simulation.fitting(head).isEmpty()
                                ? -1
                                : simulation.choose(head);
                if (server < 0) {
                    Room room = preempts ? room(head) : null;
                    if (room == null) {
                        refused = head;
                        return;
                    }
                    for (Task victim : room.victims()) {
                        if (keeps && !victim.neverEnds()) {
                            victim.duration -= now - victim.lastStart;
                        }
                        simulation.evict(victim, now);
                    }
                    server = room.server();
                }
                refused = null;
                simulation.start(head, server, now);
            }
        }

        @Override
        void dropped(Task task) {
            if (task == refused) { // the one before it is refused as it was
                refused = simulation.queue.isEmpty() ? null : head();
            }
        }

        private Task head() {
            return simulation.queue.stream()
                    .min(
                            Comparator.comparingInt((Task task) -> -priority(task))
                                    .thenComparingLong(task -> task.entry))
                    .get();
        }

        private @Nullable Room room(Task head) {
            List<Room> rooms = new ArrayList<>();
            for (int server = 0; server < simulation.cpuCapacity.length; server++) {
                List<Task> order = new ArrayList<>(simulation.onServer.get(server));
                order.removeIf(task -> priority(task) >= priority(head));
                order.sort(
                        Comparator.comparingInt(NaiveQueue::priority)
                                .thenComparingLong(task -> -task.placed));
                for (int taken = 1; taken <= order.size(); taken++) {
                    List<Task> victims = order.subList(0, taken);
                    long cpu = victims.stream().mapToLong(task -> task.row.cpu()).sum();
                    long memory = victims.stream().mapToLong(task -> task.row.memory()).sum();
                    if (simulation.cpuCapacity[server] - simulation.cpuOn(server) + cpu
                                    >= head.row.cpu()
                            && simulation.memoryCapacity[server]
                                            - simulation.memoryOn(server)
                                            + memory
                                    >= head.row.memory()) {
                        rooms.add(
                                new Room(
                                        server,
                                        priority(victims.get(taken - 1)),
                                        List.copyOf(victims)));
                        break;
                    }
                }
            }
            return rooms.stream()
                    .min(
                            Comparator.comparingInt(Room::highest)
                                    .thenComparingInt(room -> room.victims().size())
                                    .thenComparingInt(Room::server))
                    .orElse(null);
        }
    }

    /** The oracle of {@link GangScheduler}. */
    static final class Gangs extends NaiveQueue {
        private final boolean isByPriority;
        private final List<Gang> gangs = new ArrayList<>();
        private @Nullable Gang refused;

        private static final class Gang {
            private final List<Task> tasks;
            private final boolean isEvicted;

            Gang(List<Task> tasks, boolean isEvicted) {
                this.tasks = tasks;
                this.isEvicted = isEvicted;
            }
        }

        Gangs(NaiveSimulation simulation, boolean isByPriority) {
            super(simulation);
            this.isByPriority = isByPriority;
        }

        @Override
        void evicted(Task task) {
            gangs.add(new Gang(List.of(task), true));
        }

        @Override
        boolean endInstant(long now) {
            Map<Long, List<Task>> byJob = new LinkedHashMap<>();
            for (Task task : simulation.queue) {
                if (gangs.stream().noneMatch(gang -> gang.tasks.contains(task))) {
                    byJob.computeIfAbsent(task.row.tag().job(), job -> new ArrayList<>()).add(task);
                }
            }
            byJob.values().forEach(tasks -> gangs.add(new Gang(tasks, false)));
            if (!byJob.isEmpty()) {
                tryQueue(now);
            }
            return !byJob.isEmpty();
        }

        @Override
        void tryQueue(long now) {
            while (!gangs.isEmpty()) {
                Gang head = gangs.stream().min(Comparator.comparing(this::rank)).get();
                if (head == refused && !mayFit(head)) {
                    simulation.freed.clear();
                    return;
                }
                List<Integer> servers = new ArrayList<>();
                for (Task task : head.tasks) {
                    int server = simulation.choose(task);
                    if (server < 0) {
                        break;
                    }
                    servers.add(server);
                    simulation.onServer.get(server).add(task);
                }
                for (int i = 0; i < servers.size(); i++) {
                    simulation.onServer.get(servers.get(i)).remove(head.tasks.get(i));
                }
                if (servers.size() < head.tasks.size()) {
                    refused = head;
                    simulation.freed.clear();
                    return;
                }
                refused = null;
                gangs.remove(head);
                for (int i = 0; i < servers.size(); i++) {
                    simulation.start(head.tasks.get(i), servers.get(i), now);
                }
            }
        }

        private boolean mayFit(Gang gang) {
            return gang.tasks.stream()
                    .flatMap(task -> simulation.fitting(task).stream())
                    .anyMatch(simulation.freed::contains);
        }

        /** Orders by priority where asked for, then evicted ones, then by entry: sorts as text. */
        private String rank(Gang gang) {
            int highest = gang.tasks.stream().mapToInt(NaiveQueue::priority).max().getAsInt();
            return "%03d %d %09d"
                    .formatted(
                            isByPriority ? 500 - highest : 0,
                            gang.isEvicted ? 0 : 1,
                            gang.tasks.get(0).entry);
        }
    }

    static long estimate(Task task, int overPercent) {
        return task.neverEnds() ? Long.MAX_VALUE : task.duration * (100 + overPercent) / 100;
    }

    /** The oracle of {@link EasyBackfill}. */
    static final class Easy extends NaiveQueue {
        private final int overPercent;
        private final Set<Task> asked = new HashSet<>();
        private @Nullable Task refused;

        Easy(NaiveSimulation simulation, int overPercent) {
            super(simulation);
            this.overPercent = overPercent;
        }

        @Override
        void evicted(Task task) {
            asked.remove(task);
        }

        @Override
        void tryQueue(long now) {
            while (!simulation.queue.isEmpty()) {
                Task head = simulation.queue.get(0);
                int server =
                        head == refused && simulation.fitting(head).isEmpty()
                                ? -1
                                : simulation.choose(head);
                if (server < 0) {
                    refused = head;
                    asked.add(head);
                    backfill(head, now);
                    return;
                }
                refused = null;
                simulation.start(head, server, now);
            }
        }

        private void backfill(Task head, long now) {
            long at = Long.MAX_VALUE;
            int reserved = -1;
            for (int server = 0; server < simulation.cpuCapacity.length; server++) {
                long time = roomAt(server, head);
                if (time < at) {
                    at = time;
                    reserved = server;
                }
            }
            for (Task task : new ArrayList<>(simulation.queue)) {
                if (task == head) {
                    continue;
                }
                boolean isShort = reserved >= 0 && estimate(task, overPercent) <= at - now;
                boolean isSmall = reserved >= 0 && fitsBesides(task, head, reserved, at);
                int barred = reserved >= 0 && !isShort && !isSmall ? reserved : -1;
                boolean mayFit =
                        simulation.fitting(task).stream().anyMatch(server -> server != barred);
                if (asked.contains(task) && !mayFit) {
                    continue;
                }
                asked.add(task);
                int server = simulation.choose(task);
                if (server >= 0 && server == barred) {
                    server = chooseBeside(task, head, reserved, at);
                }
                if (server >= 0) {
                    simulation.start(task, server, now);
                }
            }
        }

        /** When all that is expected to end by then leaves room for the head; never if not. */
        private long roomAt(int server, Task head) {
            List<Long> times = new ArrayList<>();
            for (Task task : simulation.onServer.get(server)) {
                if (!task.neverEnds()) {
                    times.add(task.lastStart + estimate(task, overPercent));
                }
            }
            times.sort(null);
            for (long time : times) {
                if (room(server, time, true) >= head.row.cpu()
                        && room(server, time, false) >= head.row.memory()) {
                    return time;
                }
            }
            return Long.MAX_VALUE;
        }

        private long room(int server, long at, boolean isCpu) {
            long room = isCpu ? simulation.cpuCapacity[server] : simulation.memoryCapacity[server];
            for (Task task : simulation.onServer.get(server)) {
                if (task.neverEnds() || task.lastStart + estimate(task, overPercent) > at) {
                    room -= isCpu ? task.row.cpu() : task.row.memory();
                }
            }
            return room;
        }

        private boolean fitsBesides(Task task, Task head, int reserved, long at) {
            return room(reserved, at, true) - head.row.cpu() >= task.row.cpu()
                    && room(reserved, at, false) - head.row.memory() >= task.row.memory();
        }

        private int chooseBeside(Task task, Task head, int reserved, long at) {
            long cpu = simulation.cpuCapacity[reserved] - simulation.cpuOn(reserved);
            long memory = simulation.memoryCapacity[reserved] - simulation.memoryOn(reserved);
            Task held =
                    new Task(
                            -1,
                            ColumnWorkload.Row.of(
                                    0,
                                    0,
                                    Math.max(0, cpu - room(reserved, at, true) + head.row.cpu()),
                                    Math.max(
                                            0,
                                            memory
                                                    - room(reserved, at, false)
                                                    + head.row.memory())));
            simulation.onServer.get(reserved).add(held);
            int server = simulation.choose(task);
            simulation.onServer.get(reserved).remove(held);
            return server;
        }
    }

    /** The oracle of {@link DrfScheduler}. */
    static final class Drf extends NaiveQueue {
        private final Set<Task> refused = new HashSet<>();
        private final double totalCpu;
        private final double totalMemory;

        Drf(NaiveSimulation simulation) {
            super(simulation);
            long cpu = 0;
            long memory = 0;
            if (simulation.fleet instanceof dev.stowage.model.ServerFleet.Recorded recorded) {
                for (int machine = 0; machine < simulation.cpuCapacity.length; machine++) {
                    long mostCpu = 0;
                    long mostMemory = 0;
                    for (int i = 0; i < recorded.events().size(); i++) {
                        if (recorded.events().machine(i) == machine) {
                            mostCpu = Math.max(mostCpu, recorded.events().cpuMicroCores(i));
                            mostMemory = Math.max(mostMemory, recorded.events().memoryBytes(i));
                        }
                    }
                    cpu += mostCpu;
                    memory += mostMemory;
                }
            } else {
                for (int server = 0; server < simulation.cpuCapacity.length; server++) {
                    cpu += simulation.cpuCapacity[server];
                    memory += simulation.memoryCapacity[server];
                }
            }
            totalCpu = cpu;
            totalMemory = memory;
        }

        @Override
        void evicted(Task task) {
            boolean isFirst =
                    simulation.queue.stream()
                            .noneMatch(
                                    other -> user(other) == user(task) && other.entry < task.entry);
            if (isFirst) {
                refused.removeIf(other -> user(other) == user(task));
            }
        }

        @Override
        void tryQueue(long now) {
            while (true) {
                Task next = null;
                Set<Integer> seen = new HashSet<>();
                for (Task task : simulation.queue) {
                    boolean isFirst = seen.add(user(task));
                    boolean mayFit = !refused.contains(task) || !simulation.fitting(task).isEmpty();
                    if (isFirst && mayFit && (next == null || isBefore(task, next))) {
                        next = task;
                    }
                }
                if (next == null) {
                    return;
                }
                int server = simulation.choose(next);
                if (server < 0) {
                    refused.add(next);
                } else {
                    int user = user(next); // its first task is another one now
                    refused.removeIf(other -> user(other) == user);
                    simulation.start(next, server, now);
                }
            }
        }

        private boolean isBefore(Task task, Task other) {
            int order = Double.compare(share(user(task)), share(user(other)));
            return order < 0 || (order == 0 && user(task) < user(other));
        }

        private double share(int user) {
            long cpu = 0;
            long memory = 0;
            for (List<Task> here : simulation.onServer) {
                for (Task task : here) {
                    cpu += user(task) == user ? task.row.cpu() : 0;
                    memory += user(task) == user ? task.row.memory() : 0;
                }
            }
            return share(cpu, memory);
        }

        double share(long cpu, long memory) {
            return Math.max(
                    totalCpu == 0 ? 0 : cpu / totalCpu,
                    totalMemory == 0 ? 0 : memory / totalMemory);
        }
    }
}
