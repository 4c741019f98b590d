package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.RunningPriorities;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * Which running tasks give way to a task of higher priority. On one server these are tasks of
 * strictly lower priority, the lowest first, among equals the one that was placed last first, until
 * the task fits. Of all servers on which it then would fit: the one where the highest priority that
 * gives way is least, then where the fewest tasks do, then the lowest number.
 *
 * <p>A task that asks for more than CPU and memory is tried on the server itself, with those that
 * would give way taken off and put back; that evictions on another server may satisfy a constraint
 * on distances is not looked for.
 *
 * <p>A search looks at the tasks of every server, O(running), and stops at the first server where a
 * single task of the lowest running priority gives way; it looks at none if nothing that runs has
 * lower priority.
 */
final class Preemption implements PlainState {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;

    private final RunningPriorities running = new RunningPriorities();

    private int[] candidates = new int[64];
    private int[] victims = new int[64];
    private int victimCount;
    private int server = NONE;
    private int highest;

    Preemption(Dispatcher dispatcher) {
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
        if (isLowest(slot)) {
            return false;
        }
        int lowest = running.lowest();
        for (int each = 0; each < cluster.size(); each++) {
            consider(slot, each);
            if (server == each && victimCount == 1 && highest == lowest) {
                break; // no server can do with less, and those behind have higher numbers
            }
        }
        return server != NONE;
    }

    /** Looks for room for a task on some servers; true if there is. */
    boolean find(int slot, FreedServers among) {
        server = NONE;
        if (!isLowest(slot)) {
            for (int i = 0; i < among.size(); i++) {
                consider(slot, among.get(i));
            }
        }
        return server != NONE;
    }

    /** True if the task would fit after evictions on that server. */
    boolean canMakeRoom(int slot, int each) {
        server = NONE;
        consider(slot, each);
        return server != NONE;
    }

    private boolean isLowest(int slot) {
        return running.isLowest(slots.priority(slot));
    }

    private void consider(int slot, int each) {
        if (!couldHold(slot, each)) {
            return;
        }
        int lower = lowerOn(each, slots.priority(slot));
        long cpu = slots.cpuMicroCores(slot) - cluster.freeMicroCores(each);
        long memory = slots.memoryBytes(slot) - cluster.freeBytes(each);
        int taken = 0;
        while ((cpu > 0 || memory > 0) && taken < lower) {
            int victim = candidates[taken++];
            cpu -= slots.cpuMicroCores(victim);
            memory -= slots.memoryBytes(victim);
        }
        boolean isRoom = cpu <= 0 && memory <= 0;
        if (isRoom && !slots.isPlain(slot)) {
            taken = takenByTrial(slot, each, lower);
        }
        if (isRoom && taken > 0) {
            keepIfBetter(each, taken);
        }
    }

    /**
     * How many tasks give way to one that asks for more than CPU and memory, 0 if all would not do
     * or none need: takes them off the server one by one, and puts them back.
     */
    private int takenByTrial(int slot, int each, int lower) {
        int taken = 0;
        boolean fits = dispatcher.fits(each, slot);
        while (!fits && taken < lower) {
            dispatcher.lift(candidates[taken++], each);
            fits = dispatcher.fits(each, slot);
        }
        for (int i = taken - 1; i >= 0; i--) {
            dispatcher.hold(candidates[i], each);
        }
        return fits ? taken : 0;
    }

    private boolean couldHold(int slot, int each) {
        return cluster.isUp(each)
                && cluster.freeMicroCores(each) + cluster.allocatedMicroCores(each)
                        >= slots.cpuMicroCores(slot)
                && cluster.freeBytes(each) + cluster.allocatedBytes(each)
                        >= slots.memoryBytes(slot);
    }

    /** The tasks on a server below a priority, in the order in which they give way. */
    private int lowerOn(int each, int priority) {
        int count = 0;
        for (int task = dispatcher.latestOn(each); task != NONE; task = slots.next(task)) {
            int own = slots.priority(task);
            if (own < priority) {
                if (count == candidates.length) {
                    candidates = Arrays.copyOf(candidates, 2 * count);
                }
                int i = count++;
                while (i > 0 && slots.priority(candidates[i - 1]) > own) {
                    candidates[i] = candidates[i - 1];
                    i--;
                }
                candidates[i] = task;
            }
        }
        return count;
    }

    private void keepIfBetter(int each, int taken) {
        int priority = slots.priority(candidates[taken - 1]);
        boolean isBetter =
                server == NONE
                        || priority < highest
                        || (priority == highest
                                && (taken < victimCount
                                        || (taken == victimCount && each < server)));
        if (isBetter) {
            server = each;
            highest = priority;
            victimCount = taken;
            if (victims.length < taken) {
                victims = new int[candidates.length];
            }
            System.arraycopy(candidates, 0, victims, 0, taken);
        }
    }

    /** The server that was found. */
    int server() {
        return server;
    }

    int victims() {
        return victimCount;
    }

    int victim(int i) {
        return victims[i];
    }
}
