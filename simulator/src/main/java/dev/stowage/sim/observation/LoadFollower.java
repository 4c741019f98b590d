package dev.stowage.sim.observation;

import dev.stowage.model.TaskBatch;
import dev.stowage.run.ServerLoads;
import dev.stowage.run.ServerLoads.Load;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.metrics.Rejection;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Adds up what is allocated on each server over time. A server is looked at when something happens
 * on it, so an event costs the same however many servers there are.
 */
public final class LoadFollower implements RunObserver {
    private static final int CPU = 0;
    private static final int CPU_CAPACITY = 1;
    private static final int MEMORY = 2;
    private static final int MEMORY_CAPACITY = 3;
    private static final int UP = 4;
    private static final int LEVELS = 5;

    private final Cluster cluster;
    private final Consumer<ServerLoads> told;
    private final long[] levels; // of a server at the time of its last event
    private final double[] sums; // levels times microseconds
    private final long[] sinceMicros;
    private final long[] tasks;
    private long startMicros = -1;
    private long nowMicros;

    public LoadFollower(Cluster cluster, Consumer<ServerLoads> told) {
        this.cluster = cluster;
        this.told = told;
        int size = cluster.size();
        levels = new long[LEVELS * size];
        sums = new double[LEVELS * size];
        sinceMicros = new long[size];
        tasks = new long[size];
    }

    @Override
    public void advance(long nowMicros) {
        this.nowMicros = nowMicros;
    }

    @Override
    public void submitted(int slot) {
        begin();
    }

    @Override
    public void rejected(TaskBatch batch, int row, Rejection reason) {
        begin();
    }

    /** The time of a run begins with its first task. */
    private void begin() {
        if (startMicros < 0) {
            startMicros = nowMicros;
            for (int server = 0; server < tasks.length; server++) {
                sinceMicros[server] = nowMicros;
                read(server);
            }
        }
    }

    @Override
    public void started(int slot, int server) {
        tasks[server]++;
        look(server);
    }

    @Override
    public void ended(int slot, int server, boolean isFinishing) {
        look(server);
    }

    @Override
    public void evicted(int slot, int server) {
        look(server);
    }

    @Override
    public void resized(int server) {
        if (startMicros >= 0) {
            look(server);
        }
    }

    @Override
    public void over(long endMicros) {
        if (startMicros < 0) {
            return; // no task at all
        }
        nowMicros = endMicros;
        List<Load> loads = new ArrayList<>();
        for (int server = 0; server < tasks.length; server++) {
            look(server);
            int at = LEVELS * server;
            loads.add(
                    new Load(
                            sums[at + CPU] / sums[at + CPU_CAPACITY],
                            sums[at + MEMORY] / sums[at + MEMORY_CAPACITY],
                            sums[at + UP] / (endMicros - startMicros),
                            tasks[server]));
        }
        told.accept(new ServerLoads(loads));
    }

    private void look(int server) {
        long lasted = nowMicros - sinceMicros[server];
        int at = LEVELS * server;
        if (lasted > 0) {
            for (int level = at; level < at + LEVELS; level++) {
                sums[level] += (double) levels[level] * lasted;
            }
            sinceMicros[server] = nowMicros;
        }
        read(server);
    }

    private void read(int server) {
        int at = LEVELS * server;
        levels[at + CPU] = cluster.allocatedMicroCores(server);
        levels[at + CPU_CAPACITY] = cluster.capacityMicroCores(server);
        levels[at + MEMORY] = cluster.allocatedBytes(server);
        levels[at + MEMORY_CAPACITY] = cluster.capacityBytes(server);
        levels[at + UP] = cluster.isUp(server) ? 1 : 0;
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        out.writeLong(startMicros);
        for (int server = 0; server < tasks.length; server++) {
            out.writeLong(sinceMicros[server]);
            out.writeLong(tasks[server]);
        }
        for (int i = 0; i < levels.length; i++) {
            out.writeLong(levels[i]);
            out.writeDouble(sums[i]);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        startMicros = in.readLong();
        for (int server = 0; server < tasks.length; server++) {
            sinceMicros[server] = in.readLong();
            tasks[server] = in.readLong();
        }
        for (int i = 0; i < levels.length; i++) {
            levels[i] = in.readLong();
            sums[i] = in.readDouble();
        }
    }
}
