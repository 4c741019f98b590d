package dev.stowage.sim.cluster;

import dev.stowage.model.Resources;
import dev.stowage.model.ServerFleet;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.TaskView;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run and what is free on them, with an index for each kind of question that the
 * run's placement policy asks: an index is built when it is first needed and kept up to date from
 * then on, so that a policy costs only what it uses.
 *
 * <p>Hot: parallel primitive arrays by server number. A server that is down has -1 free, so that it
 * fits nothing. Not thread-safe.
 */
public final class Cluster implements ClusterView {
    private static final double SHARE_MARGIN = 1e-9;

    private final int size;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private final long[] capacityMicroCores;
    private final long[] capacityBytes;
    private final int[] tasks;
    private final LargestCapacities largest;
    private final FreeBounds bounds;
    private final Levels levels = new Levels();
    private final ServerPower power;
    private final long[] dynamicNanoWatts; // by server; empty if power is uniform

    private @Nullable FitTree tree;
    private @Nullable LoadIndex byLoad;

    private Cluster(ServerFleet fleet) {
        size = fleet.size();
        freeMicroCores = new long[size];
        freeBytes = new long[size];
        capacityMicroCores = new long[size];
        capacityBytes = new long[size];
        tasks = new int[size];
        largest = LargestCapacities.of(fleet);
        bounds = new FreeBounds(largest.largestMicroCores(), largest.largestBytes());
        power = ServerPower.of(fleet);
        dynamicNanoWatts = new long[power.isUniform() ? 0 : size];
        Arrays.fill(freeMicroCores, -1);
        Arrays.fill(freeBytes, -1);
    }

    /** The servers of a fleet: groups are up from the start, recorded machines down. */
    public static Cluster of(ServerFleet fleet) {
        Cluster cluster = new Cluster(fleet);
        if (fleet instanceof ServerFleet.Static groups) {
            int server = 0;
            for (ServerFleet.Group group : groups.groups()) {
                Resources capacity = group.type().capacity();
                for (int i = 0; i < group.count(); i++) {
                    cluster.resize(server++, capacity.cpuMicroCores(), capacity.memoryBytes());
                }
            }
        }
        return cluster;
    }

    // --- changes ---

    /** Puts a task on a server that has room for it. */
    public void place(int server, long cpuMicroCores, long memoryBytes) {
        long cpu = freeMicroCores[server] - cpuMicroCores;
        long memory = freeBytes[server] - memoryBytes;
        if (cpu < 0 || memory < 0) {
            throw new IllegalStateException(
                    "server " + server + " would be above its capacity: " + cpu + ", " + memory);
        }
        if (tasks[server]++ == 0) {
            levels.serversInUse++;
        }
        levels.tasksRunning++;
        levels.cpuAllocatedMicroCores += cpuMicroCores;
        levels.memoryAllocatedBytes += memoryBytes;
        setFree(server, cpu, memory);
    }

    /** Takes a task off a server. */
    public void release(int server, long cpuMicroCores, long memoryBytes) {
        if (--tasks[server] == 0) {
            levels.serversInUse--;
        }
        levels.tasksRunning--;
        levels.cpuAllocatedMicroCores -= cpuMicroCores;
        levels.memoryAllocatedBytes -= memoryBytes;
        setFree(server, freeMicroCores[server] + cpuMicroCores, freeBytes[server] + memoryBytes);
    }

    /** Gives a server another capacity, at least what is allocated on it; 0 and 0 takes it down. */
    public void resize(int server, long cpuMicroCores, long memoryBytes) {
        boolean wasUp = isUp(server);
        boolean isUp = cpuMicroCores > 0 || memoryBytes > 0;
        long cpuAllocated = allocatedMicroCores(server);
        long memoryAllocated = allocatedBytes(server);
        if (cpuAllocated > cpuMicroCores
                || memoryAllocated > memoryBytes
                || (!isUp && tasks[server] > 0)) {
            throw new IllegalStateException(
                    "server " + server + " would be below what is allocated on it");
        }
        if (cpuMicroCores > largest.largestMicroCores() || memoryBytes > largest.largestBytes()) {
            throw new IllegalStateException(
                    "server " + server + " would be above the largest capacity declared");
        }
        levels.cpuCapacityMicroCores += cpuMicroCores - capacityMicroCores[server];
        levels.memoryCapacityBytes += memoryBytes - capacityBytes[server];
        if (wasUp != isUp) {
            levels.serversUp += isUp ? 1 : -1;
            levels.idleNanoWatts += (isUp ? 1 : -1) * power.idleNanoWatts(server);
        }
        if (byLoad != null && wasUp) {
            byLoad.remove(server);
        }
        long oldMicroCores = freeMicroCores[server];
        long oldBytes = freeBytes[server];
        capacityMicroCores[server] = cpuMicroCores;
        capacityBytes[server] = memoryBytes;
        freeMicroCores[server] = isUp ? cpuMicroCores - cpuAllocated : -1;
        freeBytes[server] = isUp ? memoryBytes - memoryAllocated : -1;
        if (byLoad != null && isUp) {
            byLoad.add(server, dominantShare(server));
        }
        if (tree != null) {
            tree.update(server, oldMicroCores, oldBytes);
        }
        updatePower(server);
    }

    private void setFree(int server, long cpuMicroCores, long memoryBytes) {
        if (byLoad != null) {
            byLoad.remove(server);
        }
        long oldMicroCores = freeMicroCores[server];
        long oldBytes = freeBytes[server];
        freeMicroCores[server] = cpuMicroCores;
        freeBytes[server] = memoryBytes;
        if (byLoad != null) {
            byLoad.add(server, dominantShare(server));
        }
        if (tree != null) {
            tree.update(server, oldMicroCores, oldBytes);
        }
        updatePower(server);
    }

    private void updatePower(int server) {
        if (dynamicNanoWatts.length > 0) {
            long capacity = capacityMicroCores[server];
            long nanoWatts =
                    capacity == 0
                            ? 0
                            : (long)
                                    (power.dynamicNanoWatts(server)
                                            / capacity
                                            * allocatedMicroCores(server));
            levels.dynamicNanoWatts += nanoWatts - dynamicNanoWatts[server];
            dynamicNanoWatts[server] = nanoWatts;
        }
    }

    // --- state ---

    /** The totals, live. */
    public Levels levels() {
        return levels;
    }

    /** The largest capacities that its servers ever have. */
    public LargestCapacities largestCapacities() {
        return largest;
    }

    /** True if somebody had to assume the watts of some server. */
    public boolean isPowerAssumed() {
        return power.isAssumed();
    }

    /**
     * Power that a fully loaded server adds to its idle power, nW per millionth of a core, if it is
     * the same for all; else {@link Levels#dynamicNanoWatts} is kept and this is 0.
     */
    public double uniformNanoWattsPerMicroCore() {
        return power.isUniform() ? power.dynamicNanoWatts(0) / capacityMicroCores[0] : 0;
    }

    public boolean isUp(int server) {
        return freeMicroCores[server] >= 0;
    }

    /** Free CPU in millionths of a core; -1 if the server is down. */
    public long freeMicroCores(int server) {
        return freeMicroCores[server];
    }

    /** Free memory in bytes; -1 if the server is down. */
    public long freeBytes(int server) {
        return freeBytes[server];
    }

    public long capacityMicroCores(int server) {
        return capacityMicroCores[server];
    }

    public long capacityBytes(int server) {
        return capacityBytes[server];
    }

    public long allocatedMicroCores(int server) {
        return isUp(server) ? capacityMicroCores[server] - freeMicroCores[server] : 0;
    }

    public long allocatedBytes(int server) {
        return isUp(server) ? capacityBytes[server] - freeBytes[server] : 0;
    }

    /** Number of tasks on the server. */
    public int tasks(int server) {
        return tasks[server];
    }

    // --- questions of policies ---

    @Override
    public int size() {
        return size;
    }

    @Override
    public boolean fits(int server, TaskView task) {
        return freeMicroCores[server] >= task.cpuMicroCores()
                && freeBytes[server] >= task.memoryBytes();
    }

    @Override
    public double dominantShare(int server) {
        if (!isUp(server)) {
            return 0;
        }
        return Math.max(
                share(freeMicroCores[server], capacityMicroCores[server]),
                share(freeBytes[server], capacityBytes[server]));
    }

    private static double share(long free, long capacity) {
        return capacity == 0 ? 0 : (double) (capacity - free) / capacity;
    }

    @Override
    public int firstFit(TaskView task) {
        return tree().firstFrom(0, task.cpuMicroCores(), task.memoryBytes());
    }

    @Override
    public int firstFitFrom(int from, TaskView task) {
        return tree().firstFrom(from, task.cpuMicroCores(), task.memoryBytes());
    }

    @Override
    public int mostLoadedFit(TaskView task) {
        long cpu = task.cpuMicroCores();
        long memory = task.memoryBytes();
        // the dominant resource of a server with this share has at least that of the task free
        double highest =
                1
                        - Math.min(
                                least(cpu, largest.largestMicroCores()),
                                least(memory, largest.largestBytes()));
        return byLoad().most(cpu, memory, highest + SHARE_MARGIN);
    }

    private static double least(long request, long largestCapacity) {
        return largestCapacity == 0 ? 0 : (double) request / largestCapacity;
    }

    @Override
    public int leastLoadedFit(TaskView task) {
        return byLoad().least(task.cpuMicroCores(), task.memoryBytes());
    }

    @Override
    public int countFits(TaskView task) {
        int count = 0;
        for (int server = firstFit(task); server != NONE; server = firstFitFrom(server + 1, task)) {
            count++;
        }
        return count;
    }

    @Override
    public int fit(int k, TaskView task) {
        int server = firstFit(task);
        for (int i = 0; i < k && server != NONE; i++) {
            server = firstFitFrom(server + 1, task);
        }
        if (server == NONE) {
            throw new IllegalArgumentException("k = " + k + ", expected below " + countFits(task));
        }
        return server;
    }

    private FitTree tree() {
        FitTree index = tree;
        if (index == null) {
            index = new FitTree(bounds, freeMicroCores, freeBytes);
            tree = index;
        }
        return index;
    }

    private LoadIndex byLoad() {
        LoadIndex index = byLoad;
        if (index == null) {
            index = new LoadIndex(bounds, freeMicroCores, freeBytes);
            byLoad = index;
            for (int server = 0; server < size; server++) {
                if (isUp(server)) {
                    index.add(server, dominantShare(server));
                }
            }
        }
        return index;
    }
}
