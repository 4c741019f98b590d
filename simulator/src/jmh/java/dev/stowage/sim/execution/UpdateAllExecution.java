package dev.stowage.sim.execution;

import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Execution;
import dev.stowage.sim.engine.LadderQueue;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;

/**
 * Processor sharing as it is mostly written: whenever a task comes to a server or leaves it, what
 * is left of every task there is brought up to date and the next end is looked for. The peer of
 * {@link ContendedExecution} in {@link ContendedBenchmark}; doubles, no cuts.
 */
final class UpdateAllExecution implements Execution {
    private static final int SERVER_BITS = 28;

    private final TaskSlots slots;
    private final LadderQueue events = new LadderQueue();
    private final long[] eventKey;
    private final long[] sinceMicros;
    private final double[] capacity;
    private final double[] demand;
    private final int[][] tasks;
    private final int[] counts;
    private final double[] left;
    private final double[] use;
    private long eventsMade;

    UpdateAllExecution(TaskSlots slots, Cluster cluster, int tasksAtMost) {
        this.slots = slots;
        int servers = cluster.size();
        eventKey = new long[servers];
        sinceMicros = new long[servers];
        capacity = new double[servers];
        demand = new double[servers];
        tasks = new int[servers][16];
        counts = new int[servers];
        left = new double[tasksAtMost];
        use = new double[tasksAtMost];
        Arrays.fill(eventKey, NONE);
        Arrays.setAll(capacity, cluster::capacityMicroCores);
    }

    /** What the task uses, from its next start on. */
    void setUse(int slot, long cpuMicroCores) {
        use[slot] = cpuMicroCores;
    }

    private void update(int server, long now) {
        double done = (now - sinceMicros[server]) * Math.min(1, capacity[server] / demand[server]);
        sinceMicros[server] = now;
        for (int i = 0; i < counts[server]; i++) {
            left[tasks[server][i]] -= done;
        }
    }

    private void schedule(int server, long now) {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < counts[server]; i++) {
            least = Math.min(least, left[tasks[server][i]]);
        }
        if (counts[server] > 0) {
            double rate = Math.min(1, capacity[server] / demand[server]);
            long key = (eventsMade++ << SERVER_BITS) | server;
            eventKey[server] = key;
            events.add(now + Math.max(1, (long) Math.ceil(least / rate)), key);
        }
    }

    @Override
    public void start(int slot, int server, long nowMicros) {
        update(server, nowMicros);
        if (counts[server] == tasks[server].length) {
            tasks[server] = Arrays.copyOf(tasks[server], 2 * counts[server]);
        }
        tasks[server][counts[server]++] = slot;
        left[slot] = slots.durationMicros(slot);
        demand[server] += use[slot];
        schedule(server, nowMicros);
    }

    @Override
    public long nextMicros() {
        while (true) {
            long micros = events.peekTime();
            long key = micros == LadderQueue.NONE ? NONE : events.peekKey();
            if (key == NONE || eventKey[(int) (key & (1 << SERVER_BITS) - 1)] == key) {
                return micros;
            }
            events.poll();
        }
    }

    @Override
    public int pollEnd(long nowMicros) {
        if (nextMicros() != nowMicros) {
            return NONE;
        }
        int server = (int) (events.peekKey() & (1 << SERVER_BITS) - 1);
        update(server, nowMicros);
        int least = 0;
        for (int i = 1; i < counts[server]; i++) {
            least = left[tasks[server][i]] < left[tasks[server][least]] ? i : least;
        }
        int slot = tasks[server][least];
        tasks[server][least] = tasks[server][--counts[server]];
        demand[server] -= use[slot];
        events.poll();
        schedule(server, nowMicros);
        return slot;
    }

    @Override
    public void cut(int slot, int server, long nowMicros) {
        throw new UnsupportedOperationException("the benchmark cuts nothing");
    }

    @Override
    public long leftMicros(int slot, int server, long nowMicros) {
        throw new UnsupportedOperationException("the benchmark cuts nothing");
    }
}
