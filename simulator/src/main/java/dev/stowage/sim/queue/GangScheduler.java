package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.PairIndex;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * Strict order of gangs: the tasks of a job that become ready in one instant start together or not
 * at all, and nothing overtakes the gang at the head. A gang is known when its instant ends, and is
 * tried then. An evicted task waits again on its own, before the gangs of its priority.
 *
 * <p>Hot. A try places the tasks of the head in order of submit, each beside those before it, O(k)
 * placements for the k tasks up to the first without room, and takes them off again; only a gang
 * that fits as a whole is started. A head that did not fit is tried again only when one of its
 * tasks has room on a server on which something was freed since: nothing else can have changed for
 * it. The state of the placement policy itself moves with every try.
 */
public final class GangScheduler implements Scheduler {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final GangQueue queue;
    private final FreedServers freed;
    private final PairIndex openJobs = new PairIndex(); // jobs with tasks in this instant
    private int[] openNumbers = new int[64]; // of those jobs, in order of their first tasks
    private int[] openGangs = new int[64]; // by number: the first task
    private int openCount;
    private int[] servers = new int[64]; // of the tasks of the gang that is tried
    private int waiting;
    private int blockedHead = NONE;
    private int rest = NONE; // of a gang that is taken out task by task

    GangScheduler(Dispatcher dispatcher, boolean isByPriority) {
        this.dispatcher = dispatcher;
        slots = dispatcher.slots();
        queue = new GangQueue(slots, isByPriority);
        freed = new FreedServers(dispatcher.cluster().size());
    }

    @Override
    public void submit(int slot, long nowMicros) {
        waiting++;
        dispatcher.noteQueued(slot);
        long job = slots.jobId(slot);
        int number = openJobs.find(job, 0);
        if (number != PairIndex.NONE) {
            queue.join(openGangs[number], slot);
            return;
        }
        number = openJobs.add(job, 0);
        if (number >= openGangs.length) {
            openGangs = Arrays.copyOf(openGangs, 2 * number);
        }
        if (openCount == openNumbers.length) {
            openNumbers = Arrays.copyOf(openNumbers, 2 * openCount);
        }
        openGangs[number] = slot;
        openNumbers[openCount++] = number;
        queue.make(slot, false);
    }

    @Override
    public boolean settle(long nowMicros) {
        if (openCount == 0) {
            return false;
        }
        for (int i = 0; i < openCount; i++) {
            int number = openNumbers[i];
            queue.add(openGangs[number]);
            openJobs.remove(number);
        }
        openCount = 0;
        if (queue.head() != blockedHead) {
            tryHeads(nowMicros);
        }
        return true;
    }

    @Override
    public void withdraw(int slot) {
        throw new IllegalStateException("the queue of gangs has no limit, yet task " + slot);
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        waiting++;
        dispatcher.noteQueued(slot);
        queue.make(slot, true);
        queue.add(slot);
    }

    @Override
    public void freed(int server) {
        if (blockedHead != NONE) {
            freed.add(server);
        }
    }

    @Override
    public void dispatch(long nowMicros) {
        if (queue.isEmpty()) {
            return;
        }
        if (queue.head() != blockedHead || mayFit(blockedHead)) {
            tryHeads(nowMicros);
        } else {
            freed.clear();
        }
    }

    private boolean mayFit(int gang) {
        for (int task = gang; task != NONE && freed.size() > 0; task = queue.next(task)) {
            if (freed.mayFit(dispatcher, task)) {
                return true;
            }
        }
        return false;
    }

    private void tryHeads(long now) {
        blockedHead = NONE;
        freed.clear();
        while (!queue.isEmpty()) {
            int gang = queue.head();
            if (!placesAll(gang)) {
                blockedHead = gang;
                return;
            }
            queue.remove();
            startAll(gang, now);
        }
    }

    /** Finds servers for all tasks of a gang; true if there are. Leaves no trace. */
    private boolean placesAll(int gang) {
        int count = 0;
        int task = gang;
        while (task != NONE) {
            int server = dispatcher.choose(task);
            if (server == NONE) {
                dispatcher.tellTried(task, NONE);
                break;
            }
            dispatcher.hold(task, server);
            if (count == servers.length) {
                servers = Arrays.copyOf(servers, 2 * count);
            }
            servers[count++] = server;
            task = queue.next(task);
        }
        int held = gang;
        for (int i = 0; i < count; i++) {
            dispatcher.lift(held, servers[i]);
            held = queue.next(held);
        }
        return task == NONE;
    }

    private void startAll(int gang, long now) {
        int i = 0;
        for (int task = gang; task != NONE; task = queue.next(task)) {
            int server = servers[i++];
            waiting--;
            dispatcher.noteUnqueued(task);
            dispatcher.tellTried(task, server);
            dispatcher.start(task, server, now);
        }
    }

    @Override
    public int size() {
        return waiting;
    }

    @Override
    public boolean couldUse(int server) {
        if (queue.isEmpty()) {
            return false;
        }
        for (int task = queue.head(); task != NONE; task = queue.next(task)) {
            if (dispatcher.mayFitSince(server, task)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int remove() {
        int slot = rest == NONE ? queue.remove() : rest;
        rest = queue.next(slot);
        waiting--;
        return slot;
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(queue, freed, openJobs);
    }
}
