package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.List;

/**
 * Strict order of (priority, the highest first; submit): nothing overtakes the head. With
 * preemption a head that has no room takes the room of running tasks of lower priority; see {@link
 * Preemption}. Evicted tasks wait at their place in the order.
 *
 * <p>Hot. A task that comes in or starts costs O(log waiting). A head that fitted nowhere and could
 * evict nowhere is tried again only if it fits, or can make room on, one of the servers on which
 * something was freed since: nothing else can have changed for it.
 */
public final class PriorityScheduler implements Scheduler {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final PriorityHeap queue;
    private final FreedServers freed;
    private final Preemption preemption;
    private final boolean mayPreempt;
    private final boolean keepsProgress;
    private int blockedHead = NONE;

    /**
     * @param mayPreempt true if a head may evict tasks of lower priority
     * @param keepsProgress true if an evicted task goes on where it was, false if it begins anew
     */
    PriorityScheduler(Dispatcher dispatcher, boolean mayPreempt, boolean keepsProgress) {
        this.dispatcher = dispatcher;
        this.mayPreempt = mayPreempt;
        this.keepsProgress = keepsProgress;
        slots = dispatcher.slots();
        queue = new PriorityHeap(slots);
        freed = new FreedServers(dispatcher.cluster().size());
        preemption = new Preemption(dispatcher);
    }

    @Override
    public void submit(int slot, long nowMicros) {
        if (queue.isEmpty()) {
            int server = dispatcher.place(slot);
            if (server != NONE) {
                start(slot, server, nowMicros);
                return;
            }
            queue.add(slot);
            dispatcher.noteQueued(slot);
            if (!preempts(slot, nowMicros)) {
                block(slot);
                return;
            }
        } else {
            queue.add(slot);
            dispatcher.noteQueued(slot);
            if (queue.head() != slot) {
                return;
            }
        }
        tryHeads(nowMicros);
    }

    @Override
    public void withdraw(int slot) {
        queue.remove(slot);
        dispatcher.noteUnqueued(slot);
        if (slot == blockedHead) { // the one before it is blocked as it was
            blockedHead = queue.isEmpty() ? NONE : queue.head();
        }
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        queue.add(slot);
        dispatcher.noteQueued(slot);
    }

    @Override
    public void freed(int server) {
        if (blockedHead != NONE) {
            freed.add(server);
        }
    }

    @Override
    public void stopped(int slot, int server, long nowMicros) {
        if (mayPreempt) {
            preemption.noteStopped(slots.priority(slot));
        }
    }

    @Override
    public void dispatch(long nowMicros) {
        if (queue.isEmpty()) {
            return;
        }
        if (queue.head() != blockedHead) {
            tryHeads(nowMicros);
            return;
        }
        if (freed.mayFit(dispatcher, blockedHead)) {
            tryHeads(nowMicros);
        } else if (mayPreempt && preemption.find(blockedHead, freed)) {
            makeRoom(nowMicros);
            tryHeads(nowMicros);
        } else {
            freed.clear();
        }
    }

    private void tryHeads(long now) {
        blockedHead = NONE;
        freed.clear();
        while (!queue.isEmpty()) {
            int slot = queue.head();
            int server = dispatcher.place(slot);
            if (server != NONE) {
                dispatcher.noteUnqueued(queue.remove());
                start(slot, server, now);
            } else if (!preempts(slot, now)) {
                block(slot);
                return;
            }
        }
    }

    private void block(int slot) {
        blockedHead = slot;
        freed.clear();
    }

    private boolean preempts(int slot, long now) {
        if (!mayPreempt || !preemption.find(slot)) {
            return false;
        }
        makeRoom(now);
        return true;
    }

    /** Evicts what was found and starts the head there. */
    private void makeRoom(long now) {
        int head = queue.head();
        int server = preemption.server();
        dispatcher.noteUnqueued(queue.remove());
        for (int i = 0; i < preemption.victims(); i++) {
            int victim = preemption.victim(i);
            if (keepsProgress) {
                long left = dispatcher.execution().leftMicros(victim, server, now);
                slots.setDurationMicros(victim, left);
            }
            dispatcher.evict(victim, now);
            preemption.noteStopped(slots.priority(victim));
            requeue(victim, now);
        }
        start(head, server, now);
    }

    private void start(int slot, int server, long now) {
        dispatcher.start(slot, server, now);
        if (mayPreempt) {
            preemption.noteStarted(slots.priority(slot));
        }
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public boolean couldUse(int server) {
        return !queue.isEmpty()
                && (dispatcher.mayFitSince(server, queue.head())
                        || (mayPreempt && preemption.canMakeRoom(queue.head(), server)));
    }

    @Override
    public int remove() {
        return queue.remove();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(queue, freed, preemption);
    }
}
