package dev.stowage.sim.observation;

import dev.stowage.run.ServerLog;
import dev.stowage.run.ServerLog.Ending;
import dev.stowage.run.ServerLog.Free;
import dev.stowage.run.ServerLog.Stay;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.engine.TaskSlots;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes what happens on some servers to a {@link ServerLog}. */
public final class ServerFollower implements RunObserver {
    private final Set<Integer> servers;
    private final ServerLog log;
    private final TaskSlots slots;
    private final Cluster cluster;
    private final Map<Integer, Free> afterStart = new HashMap<>(); // by slot
    private final Map<Integer, Interval> slices = new HashMap<>(); // by slot, where slices change
    private final Map<Integer, Boolean> wasUp = new HashMap<>();
    private long nowMicros;

    /** What a task has since when. Runs in which that changes keep no checkpoints. */
    private record Interval(long sinceMicros, long cpuMicroCores, long memoryBytes) {}

    public ServerFollower(Set<Integer> servers, ServerLog log, TaskSlots slots, Cluster cluster) {
        this.servers = Set.copyOf(servers);
        this.log = log;
        this.slots = slots;
        this.cluster = cluster;
        servers.forEach(server -> wasUp.put(server, cluster.isUp(server)));
    }

    @Override
    public void advance(long nowMicros) {
        this.nowMicros = nowMicros;
    }

    @Override
    public void started(int slot, int server) {
        if (servers.contains(server)) {
            afterStart.put(slot, free(server));
        }
    }

    @Override
    public void ended(int slot, int server, boolean isFinishing) {
        leave(slot, server, isFinishing ? Ending.FINISHED : Ending.KILLED, nowMicros);
    }

    @Override
    public void evicted(int slot, int server) {
        leave(slot, server, Ending.EVICTED, nowMicros);
    }

    @Override
    public void stillRunning(int slot, int server) {
        leave(slot, server, Ending.RUNNING, ServerLog.NONE);
    }

    /** Ends the lines of tasks that have another slice than before, if that lasted. */
    @Override
    public void resliced(int server) {
        if (!servers.contains(server)) {
            return;
        }
        for (int slot : new TreeSet<>(afterStart.keySet())) {
            Interval now = interval(slot);
            Interval before = slices.get(slot);
            boolean isSame =
                    before != null
                            && before.cpuMicroCores() == now.cpuMicroCores()
                            && before.memoryBytes() == now.memoryBytes();
            if (slots.server(slot) != server || isSame) {
                continue;
            }
            slices.put(slot, now);
            Free first = afterStart.put(slot, free(server));
            if (before != null && before.sinceMicros() < nowMicros) {
                tell(
                        slot,
                        server,
                        before,
                        nowMicros,
                        Ending.RESLICED,
                        Objects.requireNonNull(first));
            }
        }
    }

    private Interval interval(int slot) {
        return new Interval(nowMicros, slots.cpuMicroCores(slot), slots.memoryBytes(slot));
    }

    private void leave(int slot, int server, Ending ended, long endMicros) {
        Free first = servers.contains(server) ? afterStart.remove(slot) : null;
        Interval last = slices.remove(slot);
        if (first != null) {
            Interval had =
                    last != null
                            ? last
                            : new Interval(
                                    slots.sinceMicros(slot),
                                    slots.cpuMicroCores(slot),
                                    slots.memoryBytes(slot));
            tell(slot, server, had, endMicros, ended, first);
        }
    }

    private void tell(
            int slot, int server, Interval had, long endMicros, Ending ended, Free first) {
        log.stay(
                new Stay(
                        server,
                        slots.jobId(slot),
                        slots.taskIndex(slot),
                        had.sinceMicros(),
                        endMicros,
                        had.cpuMicroCores(),
                        had.memoryBytes(),
                        ended,
                        first,
                        free(server)));
    }

    @Override
    public void resized(int server) {
        if (!servers.contains(server)) {
            return;
        }
        boolean isUp = cluster.isUp(server);
        boolean before = Boolean.TRUE.equals(wasUp.put(server, isUp));
        if (isUp || before) {
            Ending change = !isUp ? Ending.DOWN : before ? Ending.RESIZED : Ending.UP;
            log.stay(
                    new Stay(
                            server,
                            ServerLog.NONE,
                            (int) ServerLog.NONE,
                            nowMicros,
                            nowMicros,
                            cluster.capacityMicroCores(server),
                            cluster.capacityBytes(server),
                            change,
                            free(server),
                            free(server)));
        }
    }

    private Free free(int server) {
        return cluster.isUp(server)
                ? new Free(cluster.freeMicroCores(server), cluster.freeBytes(server))
                : new Free(0, 0);
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        out.writeInt(afterStart.size());
        for (Map.Entry<Integer, Free> entry : new TreeMap<>(afterStart).entrySet()) {
            out.writeInt(entry.getKey());
            out.writeLong(entry.getValue().cpuMicroCores());
            out.writeLong(entry.getValue().memoryBytes());
        }
        for (Map.Entry<Integer, Boolean> entry : new TreeMap<>(wasUp).entrySet()) {
            out.writeBoolean(entry.getValue());
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        for (int left = in.readInt(); left > 0; left--) {
            int slot = in.readInt();
            long cpuMicroCores = in.readLong();
            afterStart.put(slot, new Free(cpuMicroCores, in.readLong()));
        }
        for (Integer server : new TreeMap<>(wasUp).keySet()) {
            wasUp.put(server, in.readBoolean());
        }
    }
}
