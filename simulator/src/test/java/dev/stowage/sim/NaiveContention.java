package dev.stowage.sim;

import dev.stowage.model.PowerModel;
import dev.stowage.run.TaskLog.Fate;
import dev.stowage.sim.UsedWorkload.Row;
import dev.stowage.sim.UsedWorkload.Window;
import dev.stowage.sim.execution.ContendedExecution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The semantics of a contended run written down as plainly as possible: time goes on microsecond by
 * microsecond, and each running task is moved on in each of them. Strict FIFO, first fit. The
 * oracle of {@link ContendedExecution}.
 *
 * <p>Exact in integers: work is counted in units of 1 / {@link #UNITS} microseconds, a common
 * multiple of all demands up to 20.
 */
public final class NaiveContention {
    /** Least common multiple of 1 to 20. */
    static final long UNITS = 232_792_560;

    static final long NONE = -1;

    /** A capacity from a time on. */
    public record Resize(long time, int server, long cpu, long memory) {}

    /** A task and what became of it. */
    public static final class Task {
        public final int number;
        final Row row;
        public Fate fate = Fate.PENDING;
        public long firstStart = NONE;
        public long lastStart = NONE;
        public long end = NONE;
        public int server = -1;
        public int evictions;
        int outOfMemory;
        long placed;
        long done; // in units

        Task(int number, Row row) {
            this.number = number;
            this.row = row;
        }

        /** The measurement that counts at its progress, or null. */
        Window window() {
            Window now = null;
            List<Window> windows = row.windows();
            for (int i = 0; i < windows.size(); i++) {
                long offset = windows.get(i).start() - windows.get(0).start();
                now = offset * UNITS <= done ? windows.get(i) : now;
            }
            return now;
        }

        long constantCpu() {
            return row.cpuUsed() == NONE ? row.cpu() : row.cpuUsed();
        }

        long constantMemory() {
            return row.memoryUsed() == NONE ? row.memory() : row.memoryUsed();
        }

        long cpuUse() {
            Window window = window();
            return window == null || window.cpu() == NONE ? constantCpu() : window.cpu();
        }

        long memoryUse() {
            Window window = window();
            return window == null || window.memory() == NONE ? constantMemory() : window.memory();
        }

        boolean isDone() {
            return !row.neverEnds() && done >= row.duration() * UNITS;
        }
    }

    public final List<Task> tasks = new ArrayList<>();
    public final List<Double> slowdowns = new ArrayList<>();
    public long operations;
    public long kills;
    public double cpuUsedMicros; // integral of what is used
    public double memoryUsedMicros;
    public double wattMicros; // integral of the power, of servers as PowerModel.DEFAULT
    public final List<Double> cpuUsedShares = new ArrayList<>(); // of each microsecond
    public final List<Double> memoryUsedShares = new ArrayList<>();

    private final long[] cpu;
    private final long[] memory;
    private final List<Resize> resizes;
    private final double cpuFactor;
    private final double memoryFactor;
    private final int requeues;
    private final List<List<Task>> onServer = new ArrayList<>();
    private final List<Task> queue = new ArrayList<>();
    private int nextSubmit;
    private long placements;
    private long firstSubmit = NONE;
    private long last;

    public NaiveContention(
            List<Row> rows,
            int servers,
            List<Resize> resizes,
            double cpuFactor,
            double memoryFactor,
            int requeues) {
        for (int i = 0; i < rows.size(); i++) {
            tasks.add(new Task(i, rows.get(i)));
        }
        cpu = new long[servers];
        memory = new long[servers];
        for (int i = 0; i < servers; i++) {
            onServer.add(new ArrayList<>());
        }
        this.resizes = new ArrayList<>(resizes);
        this.cpuFactor = cpuFactor;
        this.memoryFactor = memoryFactor;
        this.requeues = requeues;
    }

    /** Runs until nothing can happen to a task that ends, or the time is over. */
    public void run(long until) {
        for (long now = 0; now <= until && !isOver(); now++) {
            if (now > 0) {
                progress();
            }
            last = now;
            resize(now, true);
            end(now);
            resize(now, false);
            kill(now);
            dispatch(now);
            settle(now);
            while (nextSubmit < tasks.size() && tasks.get(nextSubmit).row.submit() == now) {
                firstSubmit = firstSubmit == NONE ? now : firstSubmit;
                operations++;
                queue.add(tasks.get(nextSubmit++));
                dispatch(now);
                settle(now);
            }
        }
    }

    /** From the first submit to the last instant. */
    public long micros() {
        return firstSubmit == NONE ? 0 : last - firstSubmit;
    }

    /** Nothing left to submit, nothing that will end, nothing that waits. */
    public boolean isOver() {
        if (nextSubmit < tasks.size() || !queue.isEmpty()) {
            return false;
        }
        for (List<Task> here : onServer) {
            for (Task task : here) {
                if (!task.row.neverEnds()) {
                    return false;
                }
            }
        }
        return true;
    }

    private void settle(long now) {
        while (end(now) || kill(now)) {
            dispatch(now);
        }
    }

    /** One microsecond: every task moves on at the rate of its server. */
    private void progress() {
        double cpuBefore = cpuUsedMicros;
        double memoryBefore = memoryUsedMicros;
        for (int server = 0; server < cpu.length; server++) {
            long demand = 0;
            for (Task task : onServer.get(server)) {
                demand += task.cpuUse();
            }
            if (firstSubmit != NONE) {
                cpuUsedMicros += Math.min(demand, cpu[server]);
                memoryUsedMicros += memoryUse(server);
                double share = cpu[server] == 0 ? 0 : Math.min(1, (double) demand / cpu[server]);
                boolean isUp = cpu[server] > 0 || memory[server] > 0;
                wattMicros += isUp ? PowerModel.DEFAULT.watts(share) : 0;
            }
            for (Task task : onServer.get(server)) {
                task.done += demand <= cpu[server] ? UNITS : UNITS * cpu[server] / demand;
            }
        }
        if (firstSubmit != NONE) {
            cpuUsedShares.add(share(cpuUsedMicros - cpuBefore, cpu));
            memoryUsedShares.add(share(memoryUsedMicros - memoryBefore, memory));
        }
    }

    private static double share(double used, long[] capacities) {
        long capacity = LongStream.of(capacities).sum();
        return capacity == 0 ? 0 : used / capacity;
    }

    private void resize(long now, boolean isUp) {
        if (resizes.isEmpty()) {
            return;
        }
        for (Resize resize : List.copyOf(resizes)) {
            int server = resize.server();
            boolean grows = resize.cpu() >= cpu[server] && resize.memory() >= memory[server];
            if (resize.time() == now && grows == isUp) {
                operations++;
                resizes.remove(resize);
                List<Task> here = onServer.get(server);
                while (!here.isEmpty() && !holds(server, resize.cpu(), resize.memory())) {
                    evict(latest(here));
                }
                cpu[server] = resize.cpu();
                memory[server] = resize.memory();
            }
        }
    }

    private boolean holds(int server, long cpuThen, long memoryThen) {
        boolean isUp = cpuThen > 0 || memoryThen > 0;
        return isUp
                && reservedCpu(server) <= scaled(cpuThen, cpuFactor)
                && reservedMemory(server) <= scaled(memoryThen, memoryFactor);
    }

    private static long scaled(long amount, double factor) {
        return amount == 0 ? 0 : Math.max(1, (long) (amount * factor));
    }

    private static Task latest(List<Task> here) {
        return here.stream().max(Comparator.comparingLong(task -> task.placed)).orElseThrow();
    }

    private void evict(Task task) {
        operations++;
        onServer.get(task.server).remove(task);
        task.evictions++;
        task.fate = Fate.PENDING;
        task.server = -1;
        task.done = 0;
        task.lastStart = NONE;
        queue.add(task);
        queue.sort(Comparator.comparingInt(queued -> queued.number));
    }

    private boolean end(long now) {
        boolean isAny = false;
        for (List<Task> here : onServer) {
            for (int i = here.size() - 1; i >= 0; i--) {
                Task task = here.get(i);
                if (task.isDone()) {
                    isAny = true;
                    operations++;
                    here.remove(i);
                    task.fate = Fate.FINISHED;
                    task.end = now;
                    slowdowns.add(
                            task.row.duration() == 0
                                    ? 1
                                    : (double) (now - task.lastStart) / task.row.duration());
                }
            }
        }
        return isAny;
    }

    private boolean kill(long now) {
        boolean isAny = false;
        for (int server = 0; server < cpu.length; server++) {
            List<Task> here = onServer.get(server);
            while (memoryUse(server) > memory[server]) {
                isAny = true;
                kills++;
                Task victim =
                        here.stream()
                                .min(
                                        Comparator.comparingInt((Task task) -> task.row.priority())
                                                .thenComparingLong(task -> -task.placed))
                                .orElseThrow();
                if (++victim.outOfMemory <= requeues) {
                    evict(victim);
                } else {
                    operations++;
                    here.remove(victim);
                    victim.fate = Fate.KILLED;
                    victim.end = now;
                }
            }
        }
        return isAny;
    }

    private long memoryUse(int server) {
        long bytes = 0;
        for (Task task : onServer.get(server)) {
            bytes += task.memoryUse();
        }
        return bytes;
    }

    private void dispatch(long now) {
        while (!queue.isEmpty()) {
            Task head = queue.get(0);
            int server = 0;
            while (server < cpu.length && !fits(server, head)) {
                server++;
            }
            if (server == cpu.length) {
                return;
            }
            operations++;
            queue.remove(0);
            head.fate = Fate.RUNNING;
            head.server = server;
            head.lastStart = now;
            head.firstStart = head.firstStart == NONE ? now : head.firstStart;
            head.placed = placements++;
            onServer.get(server).add(head);
        }
    }

    private boolean fits(int server, Task task) {
        boolean isUp = cpu[server] > 0 || memory[server] > 0;
        return isUp
                && reservedCpu(server) + task.row.cpu() <= scaled(cpu[server], cpuFactor)
                && reservedMemory(server) + task.row.memory()
                        <= scaled(memory[server], memoryFactor);
    }

    private long reservedCpu(int server) {
        long sum = 0;
        for (Task task : onServer.get(server)) {
            sum += task.row.cpu();
        }
        return sum;
    }

    private long reservedMemory(int server) {
        long sum = 0;
        for (Task task : onServer.get(server)) {
            sum += task.row.memory();
        }
        return sum;
    }
}
