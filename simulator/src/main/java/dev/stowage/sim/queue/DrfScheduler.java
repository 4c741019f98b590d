package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.cluster.LargestCapacities;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * Dominant-resource fairness between users: next is the user with the least dominant share of those
 * whose first waiting task fits; within a user strict order of submits. The dominant share is the
 * larger one of the shares of the declared CPU and memory that the user's running tasks hold. Tasks
 * of unknown users belong to one user, before all others in number.
 *
 * <p>Hot. A task that starts at once costs two additions beside its placement. While tasks wait, a
 * start or an end costs O(log users) when most first tasks fit into what was freed, and O(users) at
 * worst; see {@link ShareTree}. A user whose first task fitted nowhere is looked at again only for
 * the servers on which something was freed since.
 *
 * <p>Source: Ghodsi et al., NSDI 2011.
 */
public final class DrfScheduler implements Scheduler {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;
    private final double totalMicroCores;
    private final double totalBytes;
    private final UserQueues queues;
    private final ShareTree blocked = new ShareTree();
    private final UserHeap fresh = new UserHeap(); // users whose first task is untried
    private final FreedServers freed;
    private long[] cpuMicroCores = new long[64]; // by user: what runs
    private long[] memoryBytes = new long[64];
    private int[] leastOn = new int[64]; // by freed server: the user that would be next there
    private int[] refused = new int[64];
    private int refusedCount;

    DrfScheduler(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        slots = dispatcher.slots();
        cluster = dispatcher.cluster();
        queues = new UserQueues(slots);
        freed = new FreedServers(cluster.size());
        LargestCapacities declared = cluster.largestCapacities();
        totalMicroCores = declared.totalMicroCores();
        totalBytes = declared.totalBytes();
    }

    private static int user(int userId) {
        return userId + 1; // 0: unknown
    }

    private int userOf(int slot) {
        return user(slots.userId(slot));
    }

    private double share(int user) {
        if (user >= cpuMicroCores.length) {
            return 0;
        }
        double cpu = totalMicroCores == 0 ? 0 : cpuMicroCores[user] / totalMicroCores;
        double memory = totalBytes == 0 ? 0 : memoryBytes[user] / totalBytes;
        return Math.max(cpu, memory);
    }

    @Override
    public void submit(int slot, long nowMicros) {
        int user = userOf(slot);
        if (queues.isEmpty(user)) {
            int server = dispatcher.place(slot);
            if (server != NONE) {
                start(slot, user, server, nowMicros);
                return;
            }
            queues.addLast(user, slot);
            block(user);
        } else {
            queues.addLast(user, slot);
        }
        dispatcher.noteQueued(slot);
    }

    @Override
    public void withdraw(int slot) {
        int user = userOf(slot);
        queues.removeLast(user);
        dispatcher.noteUnqueued(slot);
        if (queues.isEmpty(user)) {
            blocked.remove(user);
        }
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        int user = userOf(slot);
        if (queues.isEmpty(user)) {
            queues.addLast(user, slot);
            makeFresh(user);
        } else {
            int head = queues.first(user);
            queues.addEvicted(user, slot);
            if (queues.first(user) != head && blocked.contains(user)) {
                blocked.remove(user);
                makeFresh(user);
            }
        }
        dispatcher.noteQueued(slot);
    }

    /** Its share may change before the queue is tried; the heap is filled then. */
    private void makeFresh(int user) {
        note(user);
    }

    private void note(int user) {
        if (refusedCount == refused.length) {
            refused = Arrays.copyOf(refused, 2 * refusedCount);
        }
        refused[refusedCount++] = user;
    }

    @Override
    public void freed(int server) {
        if (queues.size() > 0) {
            freed.add(server);
        }
    }

    @Override
    public void stopped(int slot, int server, long nowMicros) {
        int user = userOf(slot);
        cpuMicroCores[user] -= slots.cpuMicroCores(slot);
        memoryBytes[user] -= slots.memoryBytes(slot);
        if (blocked.contains(user)) {
            block(user);
        }
    }

    @Override
    public void dispatch(long nowMicros) {
        if (queues.size() == 0) {
            freed.clear();
            return;
        }
        for (int i = 0; i < refusedCount; i++) {
            fresh.add(refused[i], share(refused[i]));
        }
        refusedCount = 0;
        if (leastOn.length < freed.size()) {
            leastOn = new int[2 * freed.size()];
        }
        for (int i = 0; i < freed.size(); i++) {
            findLeast(i);
        }
        for (int user = next(); user != NONE; user = next()) {
            tryFirst(user, nowMicros);
        }
        for (int i = 0; i < refusedCount; i++) {
            block(refused[i]);
        }
        refusedCount = 0;
        freed.clear();
    }

    private void findLeast(int i) {
        int server = freed.get(i);
        leastOn[i] = blocked.least(cluster.freeMicroCores(server), cluster.freeBytes(server));
    }

    /** The user that is next, taken out, or {@link #NONE}. */
    private int next() {
        int next = NONE;
        double share = 0;
        for (int i = 0; i < freed.size(); i++) {
            int user = leastOn[i];
            if (user != NONE
                    && (next == NONE || UserHeap.isBefore(share(user), user, share, next))) {
                next = user;
                share = share(user);
            }
        }
        if (!fresh.isEmpty()) {
            int user = fresh.top();
            if (next == NONE || UserHeap.isBefore(share(user), user, share, next)) {
                return fresh.remove();
            }
        }
        if (next != NONE) {
            blocked.remove(next);
            for (int i = 0; i < freed.size(); i++) {
                if (leastOn[i] == next) {
                    findLeast(i);
                }
            }
        }
        return next;
    }

    private void tryFirst(int user, long now) {
        int slot = queues.first(user);
        int server = dispatcher.place(slot);
        if (server == NONE) {
            note(user); // room only shrinks until the queue has been tried
            return;
        }
        queues.removeFirst(user);
        dispatcher.noteUnqueued(slot);
        start(slot, user, server, now);
        if (!queues.isEmpty(user)) {
            fresh.add(user, share(user));
        }
        for (int i = 0; i < freed.size(); i++) {
            if (freed.get(i) == server) {
                findLeast(i);
            }
        }
    }

    private void start(int slot, int user, int server, long now) {
        dispatcher.start(slot, server, now);
        if (user >= cpuMicroCores.length) {
            int length = Math.max(user + 1, 2 * cpuMicroCores.length);
            cpuMicroCores = Arrays.copyOf(cpuMicroCores, length);
            memoryBytes = Arrays.copyOf(memoryBytes, length);
        }
        cpuMicroCores[user] += slots.cpuMicroCores(slot);
        memoryBytes[user] += slots.memoryBytes(slot);
    }

    private void block(int user) {
        int slot = queues.first(user);
        blocked.put(user, slots.cpuMicroCores(slot), slots.memoryBytes(slot), share(user));
    }

    @Override
    public int size() {
        return queues.size();
    }

    @Override
    public boolean isStrict() {
        return false;
    }

    @Override
    public boolean couldUse(int server) {
        return blocked.least(cluster.freeMicroCores(server), cluster.freeBytes(server)) != NONE;
    }

    @Override
    public int remove() {
        return queues.removeAny();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(queues, blocked, fresh, freed);
    }
}
