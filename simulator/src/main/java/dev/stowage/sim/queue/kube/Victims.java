package dev.stowage.sim.queue.kube;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.RunningPriorities;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * Which running tasks give way to one of higher priority, as {@code DefaultPreemption} of
 * kube-scheduler has it. On one server all tasks of lower priority are taken off; if the task fits
 * then, they are put back as long as it still fits, the more important ones first: those of higher
 * priority, then those that have run for longer. What can't be put back gives way. Servers are
 * looked at in turn until a tenth of all, but at least 100, would do. Of these the one is taken
 * where the highest priority that gives way is least, then the sum of the priorities, each raised
 * above 0, then the number of tasks, then where the longest-running one of the highest priority has
 * run for the shortest time, then the one that was looked at first.
 *
 * <p>Source: Kubernetes 1.34, pkg/scheduler/framework/preemption/preemption.go and
 * plugins/defaultpreemption/default_preemption.go. kube-scheduler draws the server where it starts
 * to look; here it goes on behind the last one. Disruption budgets are not known.
 */
final class Victims implements PlainState {
    private static final int NONE = Dispatcher.NONE;
    private static final int LEAST_CANDIDATES = 100; // minCandidateNodesAbsolute
    private static final int CANDIDATES_PART = 10; // minCandidateNodesPercentage
    private static final long RAISE = 1L << 31;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;

    private final RunningPriorities running = new RunningPriorities();

    private int next; // where the next search begins

    // on one server
    private transient int[] placed = new int[64]; // those that may give way, the last one first
    private transient int[] lower = new int[64]; // the same, the most important one first
    private transient long spareMicroCores; // without them, or with those that are put back
    private transient long spareBytes;
    private transient int[] taken = new int[64];

    // the best so far
    private transient int[] victims = new int[64];
    private transient int count;
    private transient int server = NONE;
    private transient int highest;
    private transient long sum;
    private transient long startMicros;

    Victims(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        slots = dispatcher.slots();
        cluster = dispatcher.cluster();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(running);
    }

    void noteStarted(int priority) {
        running.noteStarted(priority);
    }

    void noteStopped(int priority) {
        running.noteStopped(priority);
    }

    /** Looks for room for a task on all servers; true if there is. */
    boolean find(int slot) {
        server = NONE;
        if (running.isLowest(slots.priority(slot))) {
            return false;
        }
        int size = cluster.size();
        int wanted = Math.max(LEAST_CANDIDATES, size / CANDIDATES_PART);
        int each = next;
        for (int looked = 0; looked < size && wanted > 0; looked++) {
            wanted -= consider(slot, each) ? 1 : 0;
            each = each + 1 == size ? 0 : each + 1;
        }
        next = each;
        return server != NONE;
    }

    /** Looks for room for a task on some servers; true if there is. */
    boolean find(int slot, FreedRoom among) {
        server = NONE;
        if (!running.isLowest(slots.priority(slot))) {
            for (int i = 0; i < among.size(); i++) {
                consider(slot, among.server(i));
            }
        }
        return server != NONE;
    }

    /** True if the task would fit after evictions on that server. */
    boolean canMakeRoom(int slot, int each) {
        server = NONE;
        return consider(slot, each);
    }

    /** CPU that a task of that priority could have on a server, in millionths of a core. */
    long roomMicroCores(int each, int priority) {
        long room = cluster.freeMicroCores(each);
        for (int task = first(each, priority); task != NONE; task = slots.next(task)) {
            room += slots.priority(task) < priority ? slots.cpuMicroCores(task) : 0;
        }
        return room;
    }

    /** Memory that a task of that priority could have on a server, in bytes. */
    long roomBytes(int each, int priority) {
        long room = cluster.freeBytes(each);
        for (int task = first(each, priority); task != NONE; task = slots.next(task)) {
            room += slots.priority(task) < priority ? slots.memoryBytes(task) : 0;
        }
        return room;
    }

    private int first(int each, int priority) {
        return running.isLowest(priority) || !cluster.isUp(each) ? NONE : dispatcher.latestOn(each);
    }

    /** True if tasks that can give way make room on the server. */
    private boolean consider(int slot, int each) {
        if (!couldHold(slot, each)) {
            return false;
        }
        int lowerCount = lowerOn(each, slots.priority(slot));
        spareMicroCores += cluster.freeMicroCores(each) - slots.cpuMicroCores(slot);
        spareBytes += cluster.freeBytes(each) - slots.memoryBytes(slot);
        if (lowerCount == 0 || spareMicroCores < 0 || spareBytes < 0) {
            return false;
        }
        sortByImportance(lowerCount);
        int takenCount =
                slots.isPlain(slot)
                        ? reprieve(lowerCount)
                        : reprieveByTrial(slot, each, lowerCount);
        if (takenCount == 0) {
            return false;
        }
        keepIfBetter(each, takenCount);
        return true;
    }

    private boolean couldHold(int slot, int each) {
        return cluster.isUp(each)
                && cluster.freeMicroCores(each) + cluster.allocatedMicroCores(each)
                        >= slots.cpuMicroCores(slot)
                && cluster.freeBytes(each) + cluster.allocatedBytes(each)
                        >= slots.memoryBytes(slot);
    }

    /** The tasks on a server below a priority, the one placed last first, and what they hold. */
    private int lowerOn(int each, int priority) {
        spareMicroCores = 0;
        spareBytes = 0;
        int found = 0;
        for (int task = dispatcher.latestOn(each); task != NONE; task = slots.next(task)) {
            if (slots.priority(task) < priority) {
                if (found == placed.length) {
                    placed = Arrays.copyOf(placed, 2 * found);
                    lower = new int[2 * found];
                    taken = new int[2 * found];
                }
                placed[found++] = task;
                spareMicroCores += slots.cpuMicroCores(task);
                spareBytes += slots.memoryBytes(task);
            }
        }
        return found;
    }

    /** What was placed first has run for the longest. */
    private void sortByImportance(int lowerCount) {
        for (int sorted = 0; sorted < lowerCount; sorted++) {
            int task = placed[lowerCount - 1 - sorted];
            int priority = slots.priority(task);
            int i = sorted;
            while (i > 0 && slots.priority(lower[i - 1]) < priority) {
                lower[i] = lower[i - 1];
                i--;
            }
            lower[i] = task;
        }
    }

    /** How many of the lower ones give way. */
    private int reprieve(int lowerCount) {
        int takenCount = 0;
        for (int i = 0; i < lowerCount; i++) {
            long ownMicroCores = slots.cpuMicroCores(lower[i]);
            long ownBytes = slots.memoryBytes(lower[i]);
            if (ownMicroCores <= spareMicroCores && ownBytes <= spareBytes) {
                spareMicroCores -= ownMicroCores;
                spareBytes -= ownBytes;
            } else {
                taken[takenCount++] = lower[i];
            }
        }
        return takenCount;
    }

    /** The same for a task that asks for more than CPU and memory: on the server itself. */
    private int reprieveByTrial(int slot, int each, int lowerCount) {
        for (int i = 0; i < lowerCount; i++) {
            dispatcher.lift(lower[i], each);
        }
        boolean fits = dispatcher.fits(each, slot);
        int takenCount = 0;
        for (int i = 0; i < lowerCount; i++) {
            dispatcher.hold(lower[i], each);
            if (fits && !dispatcher.fits(each, slot)) {
                dispatcher.lift(lower[i], each);
                taken[takenCount++] = lower[i];
            }
        }
        for (int i = 0; i < takenCount; i++) {
            dispatcher.hold(taken[i], each);
        }
        return takenCount;
    }

    private void keepIfBetter(int each, int takenCount) {
        int ownHighest = slots.priority(taken[0]);
        long ownSum = 0;
        long ownStart = Long.MAX_VALUE;
        for (int i = 0; i < takenCount; i++) {
            ownSum += slots.priority(taken[i]) + RAISE;
            if (slots.priority(taken[i]) == ownHighest) {
                ownStart = Math.min(ownStart, slots.sinceMicros(taken[i]));
            }
        }
        if (server == NONE || isBetter(each, ownHighest, ownSum, takenCount, ownStart)) {
            server = each;
            highest = ownHighest;
            sum = ownSum;
            count = takenCount;
            startMicros = ownStart;
            if (victims.length < takenCount) {
                victims = new int[taken.length];
            }
            System.arraycopy(taken, 0, victims, 0, takenCount);
        }
    }

    private boolean isBetter(int each, int ownHighest, long ownSum, int ownCount, long ownStart) {
        if (ownHighest != highest) {
            return ownHighest < highest;
        }
        if (ownSum != sum) {
            return ownSum < sum;
        }
        if (ownCount != count) {
            return ownCount < count;
        }
        return ownStart != startMicros ? ownStart > startMicros : turn(each) < turn(server);
    }

    /** How many servers are looked at before this one. */
    private int turn(int each) {
        return each < next ? each + cluster.size() - next : each - next;
    }

    /** The server that was found. */
    int server() {
        return server;
    }

    int count() {
        return count;
    }

    int victim(int i) {
        return victims[i];
    }
}
