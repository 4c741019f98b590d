package dev.stowage.sim.cluster;

import dev.stowage.basis.Checkpointed;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.FreeRange;
import dev.stowage.policy.placement.ScoreWindow;
import dev.stowage.policy.placement.ServerScore;
import dev.stowage.policy.placement.TaskView;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run and what is free on them, with an index for each kind of question that the
 * run's placement policy asks: an index is built when it is first needed and kept up to date from
 * then on, so that a policy costs only what it uses.
 *
 * <p>Hot: parallel primitive arrays by server number. A server that is down has -1 free, so that it
 * fits nothing. Not thread-safe.
 */
public final class Cluster implements ClusterView, Checkpointed {
    private static final double SHARE_MARGIN = 1e-9;
    private static final int MISSES = 8; // as many looks as one search costs

    private final ServerFleet fleet;
    private final int size;
    private final long[] freeMicroCores;
    private final long[] freeBytes;
    private final long[] capacityMicroCores;
    private final long[] capacityBytes;
    private final int[] tasks;
    private final LargestCapacities largest;
    private final ServerColumns columns;
    private final Overcommit overcommit;
    private final long[] physicalMicroCores; // those of the servers themselves
    private final long[] physicalBytes;
    private final Levels levels = new Levels();
    private final ServerPower power;
    private final long[] dynamicNanoWatts; // by server; empty if power is uniform
    private final @Nullable ExtraAmounts extras; // null if no server has any
    private long @Nullable [] usedMicroCores; // by server; null if power follows what is allocated

    private @Nullable FitTree tree;
    private @Nullable LoadIndex byLoad;
    private @Nullable FreeTrie byFree;
    private @Nullable Claims claims;
    private LargestCapacities @Nullable [] largestByServer; // null until somebody asks

    private Cluster(ServerFleet fleet, Overcommit overcommit) {
        this.fleet = fleet;
        this.overcommit = overcommit;
        size = fleet.size();
        freeMicroCores = new long[size];
        freeBytes = new long[size];
        capacityMicroCores = new long[size];
        capacityBytes = new long[size];
        tasks = new int[size];
        columns = new ServerColumns(freeMicroCores, freeBytes, capacityMicroCores, capacityBytes);
        physicalMicroCores = overcommit.isNone() ? capacityMicroCores : new long[size];
        physicalBytes = overcommit.isNone() ? capacityBytes : new long[size];
        largest = LargestCapacities.of(fleet, overcommit);
        power = ServerPower.of(fleet);
        dynamicNanoWatts = new long[power.isUniform() ? 0 : size];
        Arrays.fill(freeMicroCores, -1);
        Arrays.fill(freeBytes, -1);
        ExtraAmounts amounts = ExtraAmounts.of(fleet);
        extras = amounts.areNone() ? null : amounts;
        levels.hasExtras = extras != null;
        levels.hasGpus = amounts.haveGpus();
    }

    /** The servers of a fleet: groups are up from the start, recorded machines down. */
    public static Cluster of(ServerFleet fleet) {
        return of(fleet, Overcommit.NONE);
    }

    /** The same, where tasks may ask for more than there is. */
    public static Cluster of(ServerFleet fleet, Overcommit overcommit) {
        Cluster cluster = new Cluster(fleet, overcommit);
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

    /**
     * Takes what a task asks for beyond CPU and memory on the server that it was placed on; only
     * for tasks that are not plain.
     */
    public void claim(int server, TaskView task) {
        claims().claim(server, task);
        addClaim(task, 1);
    }

    /** Gives back what a task claimed on a server that it is taken off. */
    public void unclaim(int server, TaskView task) {
        claims().unclaim(server, task);
        addClaim(task, -1);
    }

    private void addClaim(TaskView task, int sign) {
        levels.extraAllocated[0] += sign * task.gpuMicros();
        levels.extraAllocated[1] += sign * task.diskBytes();
        levels.extraAllocated[2] += sign * task.networkBitsPerSecond();
    }

    /**
     * Gives a server another capacity, its own without overcommit; what tasks may be given of it
     * must be at least what is allocated. 0 and 0 takes it down.
     */
    public void resize(int server, long cpuMicroCores, long memoryBytes) {
        boolean wasUp = isUp(server);
        boolean isUp = cpuMicroCores > 0 || memoryBytes > 0;
        long cpuAllocated = allocatedMicroCores(server);
        long memoryAllocated = allocatedBytes(server);
        long cpuToGive = overcommit.schedulableMicroCores(cpuMicroCores);
        long memoryToGive = overcommit.schedulableBytes(memoryBytes);
        if (!holdsItsTasks(server, cpuMicroCores, memoryBytes)) {
            throw new IllegalStateException(
                    "server " + server + " would be below what is allocated on it");
        }
        if (cpuToGive > largest.largestMicroCores() || memoryToGive > largest.largestBytes()) {
            throw new IllegalStateException(
                    "server " + server + " would be above the largest capacity declared");
        }
        levels.cpuCapacityMicroCores += cpuMicroCores - physicalMicroCores[server];
        levels.memoryCapacityBytes += memoryBytes - physicalBytes[server];
        if (wasUp != isUp) {
            levels.serversUp += isUp ? 1 : -1;
            levels.idleNanoWatts += (isUp ? 1 : -1) * power.idleNanoWatts(server);
            addExtras(server, isUp ? 1 : -1);
        }
        if (wasUp) {
            removeFromOrdered(server);
        }
        physicalMicroCores[server] = cpuMicroCores;
        physicalBytes[server] = memoryBytes;
        capacityMicroCores[server] = cpuToGive;
        capacityBytes[server] = memoryToGive;
        freeMicroCores[server] = isUp ? cpuToGive - cpuAllocated : -1;
        freeBytes[server] = isUp ? memoryToGive - memoryAllocated : -1;
        if (isUp) {
            addToOrdered(server);
        }
        if (tree != null) {
            tree.update(server);
        }
        updatePower(server);
    }

    private void addExtras(int server, int sign) {
        if (extras != null) {
            levels.extraCapacity[0] += sign * extras.gpuMicros()[server];
            levels.extraCapacity[1] += sign * extras.diskBytes()[server];
            levels.extraCapacity[2] += sign * extras.bitsPerSecond()[server];
        }
    }

    /** True if a server of that capacity, its own without overcommit, could keep its tasks. */
    public boolean holdsItsTasks(int server, long cpuMicroCores, long memoryBytes) {
        boolean isUp = cpuMicroCores > 0 || memoryBytes > 0;
        return allocatedMicroCores(server) <= overcommit.schedulableMicroCores(cpuMicroCores)
                && allocatedBytes(server) <= overcommit.schedulableBytes(memoryBytes)
                && (isUp || tasks[server] == 0);
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
        if (byFree != null) {
            byFree.move(server, oldMicroCores, oldBytes);
        }
        if (tree != null) {
            tree.update(server);
        }
        updatePower(server);
    }

    private void removeFromOrdered(int server) {
        if (byLoad != null) {
            byLoad.remove(server);
        }
        if (byFree != null) {
            byFree.remove(server);
        }
    }

    private void addToOrdered(int server) {
        if (byLoad != null) {
            byLoad.add(server, dominantShare(server));
        }
        if (byFree != null) {
            byFree.add(server);
        }
    }

    /** Lets power follow the CPU in use, not what is allocated; before the first task. */
    public void followUse() {
        levels.isUseKept = true;
        if (dynamicNanoWatts.length > 0) {
            usedMicroCores = new long[size];
        }
    }

    /** Tells how much CPU of a server is in use, where that is followed. */
    public void use(int server, long cpuMicroCores) {
        if (usedMicroCores != null) {
            usedMicroCores[server] = cpuMicroCores;
            updatePower(server);
        }
    }

    private void updatePower(int server) {
        if (dynamicNanoWatts.length > 0) {
            long[] used = usedMicroCores;
            long nanoWatts =
                    power.dynamicNanoWatts(
                            server,
                            used == null ? allocatedMicroCores(server) : used[server],
                            physicalMicroCores[server]);
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

    /** Power of a server when it is up and empty, nW. */
    public long idleNanoWatts(int server) {
        return power.idleNanoWatts(server);
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
        return power.isUniform() ? power.dynamicNanoWatts(0) / power.uniformMicroCores() : 0;
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

    /** The server's own CPU, without overcommit; 0 if it is down. */
    public long capacityMicroCores(int server) {
        return physicalMicroCores[server];
    }

    /** The server's own memory, without overcommit; 0 if it is down. */
    public long capacityBytes(int server) {
        return physicalBytes[server];
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
                && freeBytes[server] >= task.memoryBytes()
                && (task.isPlain() || accepts(server, task));
    }

    /** True if the server has what a task that is not plain asks for beyond CPU and memory. */
    boolean accepts(int server, TaskView task) {
        return claims().accepts(server, task);
    }

    /**
     * Why the task does not fit on the server, in words that are the same for the same reason; null
     * if it fits.
     */
    public @Nullable String refusal(int server, TaskView task) {
        return fits(server, task) ? null : Refusals.of(this, claims(), server, task);
    }

    /** What is free of GPUs, disk and network; without attributes. */
    public ServerExtras freeExtras(int server) {
        return claims().free(server);
    }

    /**
     * False if nothing that was freed on that one server, or changed about it, can have let the
     * task fit anywhere where it did not fit before.
     */
    public boolean mayFitSince(int freedServer, TaskView task) {
        PlacementConstraints constraints = task.constraints();
        return fits(freedServer, task) || (constraints != null && constraints.differentDomains());
    }

    @Override
    public double dominantShare(int server) {
        if (!isUp(server)) {
            return 0;
        }
        return Math.max(
                FreeRange.allocatedShare(freeMicroCores[server], capacityMicroCores[server]),
                FreeRange.allocatedShare(freeBytes[server], capacityBytes[server]));
    }

    @Override
    public double dominantShareWith(int server, TaskView task) {
        return Math.max(
                FreeRange.allocatedShare(
                        freeMicroCores[server] - task.cpuMicroCores(), capacityMicroCores[server]),
                FreeRange.allocatedShare(
                        freeBytes[server] - task.memoryBytes(), capacityBytes[server]));
    }

    @Override
    public double score(int server, ServerScore score) {
        return score.score(
                freeMicroCores[server],
                freeBytes[server],
                capacityMicroCores[server],
                capacityBytes[server]);
    }

    @Override
    public void score(ScoreWindow window, TaskView task, ServerScore score) {
        long cpu = task.cpuMicroCores();
        long memory = task.memoryBytes();
        TaskView demanding = demanding(task);
        int server = window.from;
        int left = window.left;
        int end = window.end;
        int misses = 0;
        while (server < end && left > 0) {
            if (freeMicroCores[server] >= cpu
                    && freeBytes[server] >= memory
                    && (demanding == null || accepts(server, demanding))) {
                window.offer(server, score(server, score));
                left--;
                server++;
                misses = 0;
            } else if (++misses < MISSES) {
                server++;
            } else { // few fit: pass over those that don't
                int next = tree().firstFrom(server + 1, cpu, memory, demanding);
                server = next == NONE ? end : Math.min(next, end);
                misses = 0;
            }
        }
        window.from = server;
        window.left = left;
    }

    @Override
    public int firstFit(TaskView task) {
        return firstFitFrom(0, task);
    }

    @Override
    public int firstFitFrom(int from, TaskView task) {
        return tree().firstFrom(from, task.cpuMicroCores(), task.memoryBytes(), demanding(task));
    }

    private static @Nullable TaskView demanding(TaskView task) {
        return task.isPlain() ? null : task;
    }

    @Override
    public int mostLoadedFit(TaskView task) {
        long cpu = task.cpuMicroCores();
        long memory = task.memoryBytes();
        // the dominant resource of a server with this share has at least that of the task free
        double highest =
                1
                        - Math.min(
                                FreeRange.share(cpu, largest.largestMicroCores()),
                                FreeRange.share(memory, largest.largestBytes()));
        return byLoad().most(cpu, memory, highest + SHARE_MARGIN, demanding(task));
    }

    @Override
    public int leastLoadedFit(TaskView task) {
        return byLoad().least(task.cpuMicroCores(), task.memoryBytes(), demanding(task));
    }

    @Override
    public int best(TaskView task, ServerScore score) {
        return byFree().best(task.cpuMicroCores(), task.memoryBytes(), score, demanding(task));
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

    /** True if the server could hold the task when empty, at some capacity that it ever has. */
    public boolean couldEverHold(int server, TaskView task) {
        return everOf(server).couldHold(task);
    }

    /** Names of the resources of which the server never has as much as the task asks for. */
    List<String> neverEnough(int server, TaskView task) {
        return everOf(server).neverEnough(task);
    }

    private LargestCapacities everOf(int server) {
        LargestCapacities[] declared = largestByServer;
        if (declared == null) {
            declared = LargestCapacities.byServer(fleet, overcommit);
            largestByServer = declared;
        }
        return declared[server];
    }

    private FitTree tree() {
        FitTree index = tree;
        if (index == null) {
            index = new FitTree(packing(), this, columns);
            tree = index;
        }
        return index;
    }

    private PackedFree packing() {
        return new PackedFree(largest.largestMicroCores(), largest.largestBytes());
    }

    private LoadIndex byLoad() {
        LoadIndex index = byLoad;
        if (index == null) {
            index = new LoadIndex(packing(), this, columns);
            byLoad = index;
            for (int server = 0; server < size; server++) {
                if (isUp(server)) {
                    index.add(server, dominantShare(server));
                }
            }
        }
        return index;
    }

    private FreeTrie byFree() {
        FreeTrie index = byFree;
        if (index == null) {
            index = new FreeTrie(this, columns);
            byFree = index;
            for (int server = 0; server < size; server++) {
                if (isUp(server)) {
                    index.add(server);
                }
            }
        }
        return index;
    }

    private Claims claims() {
        Claims made = claims;
        if (made == null) {
            made = new Claims(fleet);
            claims = made;
        }
        return made;
    }

    // --- checkpoints ---

    /** The capacities; whoever put tasks on the servers does so again. */
    @Override
    public void writeState(DataOutput out) throws IOException {
        for (int server = 0; server < size; server++) {
            out.writeLong(capacityMicroCores(server));
            out.writeLong(capacityBytes(server));
        }
        if (usedMicroCores != null) {
            for (long cpuMicroCores : usedMicroCores) {
                out.writeLong(cpuMicroCores);
            }
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        for (int server = 0; server < size; server++) {
            long cpuMicroCores = in.readLong();
            long memoryBytes = in.readLong();
            if (cpuMicroCores != capacityMicroCores(server)
                    || memoryBytes != capacityBytes(server)) {
                resize(server, cpuMicroCores, memoryBytes);
            }
        }
        for (int server = 0; server < size && usedMicroCores != null; server++) {
            use(server, in.readLong());
        }
    }
}
