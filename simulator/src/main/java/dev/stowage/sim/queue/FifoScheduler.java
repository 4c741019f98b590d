package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import java.util.Arrays;
import java.util.List;

/**
 * Strict order of submits: nothing overtakes the head of the queue.
 *
 * <p>Hot. A head that fitted nowhere is tried again only when it fits one of the servers on which
 * something was freed since, so that a saturated cluster costs one comparison per end.
 */
public final class FifoScheduler implements Scheduler {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final PendingQueue queue;
    private int blockedHead = NONE;
    private int[] freed = new int[64]; // servers with more room since the head was tried
    private int freedCount;

    public FifoScheduler(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        queue = new PendingQueue(dispatcher.slots());
    }

    @Override
    public void submit(int slot, long nowMicros) {
        if (queue.isEmpty()) {
            int server = dispatcher.place(slot);
            if (server != NONE) {
                dispatcher.start(slot, server, nowMicros);
                return;
            }
            blockedHead = slot;
            freedCount = 0;
        }
        queue.add(slot);
        dispatcher.noteQueued(slot);
    }

    @Override
    public void withdraw(int slot) {
        queue.removeLast();
        dispatcher.noteUnqueued(slot);
        if (slot == blockedHead) {
            blockedHead = NONE;
        }
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        queue.addEvicted(slot);
        dispatcher.noteQueued(slot);
    }

    @Override
    public void freed(int server) {
        if (blockedHead == NONE) {
            return;
        }
        if (freedCount == freed.length) {
            freed = Arrays.copyOf(freed, freedCount * 2);
        }
        freed[freedCount++] = server;
    }

    @Override
    public void dispatch(long nowMicros) {
        if (queue.isEmpty()) {
            return;
        }
        if (queue.head() == blockedHead && !fitsFreed(blockedHead)) {
            freedCount = 0;
            return;
        }
        freedCount = 0;
        blockedHead = NONE;
        while (!queue.isEmpty()) {
            int slot = queue.head();
            int server = dispatcher.place(slot);
            if (server == NONE) {
                blockedHead = slot;
                return;
            }
            dispatcher.noteUnqueued(queue.remove());
            dispatcher.start(slot, server, nowMicros);
        }
    }

    private boolean fitsFreed(int slot) {
        for (int i = 0; i < freedCount; i++) {
            if (dispatcher.mayFitSince(freed[i], slot)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public boolean couldUse(int server) {
        return !queue.isEmpty() && dispatcher.mayFitSince(server, queue.head());
    }

    @Override
    public int remove() {
        return queue.remove();
    }

    @Override
    public int ahead(int slot) {
        return queue.ahead(slot);
    }

    @Override
    public int head() {
        return queue.isEmpty() ? NONE : queue.head();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(queue);
    }
}
