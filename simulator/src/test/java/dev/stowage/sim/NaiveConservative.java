package dev.stowage.sim;

import dev.stowage.sim.NaiveSimulation.Task;
import dev.stowage.sim.queue.ConservativeBackfill;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The oracle of {@link ConservativeBackfill}: what a server has room for at a time is added up anew
 * for every question, and all reservations are looked at whenever the queue is.
 */
final class NaiveConservative extends NaiveQueue {
    static final long NEVER = Long.MAX_VALUE;

    /** A promise. */
    private record Reservation(int server, long from) {}

    private static final Reservation NOWHERE = new Reservation(-1, NEVER);

    private final Map<Task, Long> firstPromise = new HashMap<>(); // times

    private final int overPercent;
    private final int depth;
    private final Map<Task, Reservation> reserved = new LinkedHashMap<>(); // in order of the queue
    private boolean isChanged;

    NaiveConservative(NaiveSimulation simulation, int overPercent, int depth) {
        super(simulation);
        this.overPercent = overPercent;
        this.depth = depth;
    }

    @Override
    void evicted(Task task) {
        isChanged = true;
    }

    @Override
    void resized(int server) {
        isChanged = true;
    }

    @Override
    void dropped(Task task) {
        reserved.remove(task);
        firstPromise.remove(task);
    }

    @Override
    void tryQueue(long now) {
        if (isChanged) {
            reserved.clear();
            isChanged = false;
        }
        while (movesAny(now)) {
            // until none can be moved
        }
        for (Task task : new ArrayList<>(reserved.keySet())) {
            Reservation held = reserved.get(task);
            if (held.from() <= now && simulation.fits(held.server(), task)) {
                reserved.remove(task);
                simulation.start(task, held.server(), now);
            }
        }
        for (Task task : new ArrayList<>(simulation.queue)) {
            if (reserved.size() < depth && !reserved.containsKey(task)) {
                let(task, now);
            }
        }
    }

    private boolean movesAny(long now) {
        boolean isAny = false;
        for (Map.Entry<Task, Reservation> each : reserved.entrySet()) {
            Reservation first = earliest(each.getKey(), now);
            if (first.from() < each.getValue().from()) {
                each.setValue(first);
                isAny = true;
            }
        }
        return isAny;
    }

    /** Starts a task that comes within the depth, or reserves. */
    private void let(Task task, long now) {
        List<Task> held = new ArrayList<>();
        int server = simulation.choose(task);
        while (server >= 0 && !hasRoom(server, task, now)) {
            long cpu = simulation.cpuCapacity[server] - simulation.cpuOn(server);
            long memory = simulation.memoryCapacity[server] - simulation.memoryOn(server);
            Task filler = new Task(-1, ColumnWorkload.Row.of(0, 0, cpu, memory));
            filler.server = server;
            simulation.onServer.get(server).add(filler);
            held.add(filler);
            server = simulation.choose(task);
        }
        held.forEach(filler -> simulation.onServer.get(filler.server).remove(filler));
        if (server >= 0) {
            simulation.start(task, server, now);
            return;
        }
        reserved.put(task, NOWHERE);
        Reservation first = earliest(task, now);
        reserved.put(task, first);
        firstPromise.putIfAbsent(task, first.from());
    }

    private Reservation earliest(Task task, long now) {
        Reservation best = NOWHERE;
        for (int server = 0; server < simulation.cpuCapacity.length; server++) {
            for (long time : ends(server, now)) {
                if (time < best.from() && hasRoom(server, task, time)) {
                    best = new Reservation(server, time);
                }
            }
        }
        return best;
    }

    /** Now, and when something is expected to end there. */
    private List<Long> ends(int server, long now) {
        List<Long> times = new ArrayList<>(List.of(now));
        simulation.onServer.get(server).forEach(task -> times.add(end(task, task.lastStart)));
        reserved.forEach(
                (task, held) -> {
                    if (held.server() == server) {
                        times.add(end(task, held.from()));
                    }
                });
        times.removeIf(time -> time < now);
        return times;
    }

    private long end(Task task, long from) {
        return task.neverEnds() ? NEVER : from + Math.max(1, estimate(task, overPercent));
    }

    /** True if the task would have room there from then on to its expected end. */
    private boolean hasRoom(int server, Task task, long from) {
        List<Long> times = new ArrayList<>(List.of(from));
        reserved.forEach(
                (other, held) -> {
                    if (held.server() == server
                            && held.from() > from
                            && held.from() < end(task, from)) {
                        times.add(held.from());
                    }
                });
        return times.stream().allMatch(time -> fitsAt(server, task, time));
    }

    private boolean fitsAt(int server, Task task, long time) {
        long cpu = simulation.cpuCapacity[server];
        long memory = simulation.memoryCapacity[server];
        boolean isUp = cpu > 0 || memory > 0;
        for (Task other : simulation.onServer.get(server)) {
            if (end(other, other.lastStart) > time) {
                cpu -= other.row.cpu();
                memory -= other.row.memory();
            }
        }
        for (Map.Entry<Task, Reservation> each : reserved.entrySet()) {
            Task other = each.getKey();
            Reservation held = each.getValue();
            if (other != task
                    && held.server() == server
                    && held.from() <= time
                    && end(other, held.from()) > time) {
                cpu -= other.row.cpu();
                memory -= other.row.memory();
            }
        }
        return isUp && cpu >= task.row.cpu() && memory >= task.row.memory();
    }

    /** When the task was first promised a start, or null. */
    @Nullable Long firstPromise(Task task) {
        return firstPromise.get(task);
    }
}
