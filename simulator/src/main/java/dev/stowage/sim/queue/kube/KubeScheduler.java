package dev.stowage.sim.queue.kube;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.List;

/**
 * The queue of kube-scheduler: a task that fits nowhere is unschedulable and keeps nobody waiting.
 * Room that is freed moves all unschedulable tasks back: those whose backoff is over become active,
 * the others back off. Active tasks are tried in order of priority, then of their last try; then
 * those that back off, in order of the whole second in which their backoff ends, then in the same
 * order. The backoff is 1, 2, 4, 8 and then 10 s since the last try, by how often the task has
 * failed. With preemption a task that fits nowhere takes the room of others; see {@link Victims}.
 *
 * <p>Trying takes no time here, so that no task is active or backs off between two instants: an
 * idle kube-scheduler takes tasks whose backoff goes on (feature {@code SchedulerPopFromBackoffQ}).
 *
 * <p>Hot. Room that is freed costs a search of the index of {@link RestedPods}, and a few steps for
 * each task that has failed less than five times. A task that can't have room because of what was
 * freed is not asked about: it would fail again, and its rank and backoff say so.
 *
 * <p>Source: Kubernetes 1.34, pkg/scheduler/backend/queue ({@code scheduling_queue.go}, {@code
 * active_queue.go}, {@code backoff_queue.go}), plugins/queuesort and plugins/noderesources ({@code
 * isSchedulableAfterPodEvent}).
 */
public final class KubeScheduler implements Scheduler {
    private static final int NONE = Dispatcher.NONE;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final WaitingPods pods;
    private final Victims victims;
    private final FreedRoom room;
    private final boolean mayPreempt;
    private int[] freed = new int[64]; // servers with more room since all were tried
    private int freedCount;
    private int fresh; // tasks that lost their server and were not tried since

    /**
     * @param mayPreempt true if a task may evict others of lower priority
     */
    public KubeScheduler(Dispatcher dispatcher, boolean mayPreempt) {
        this.dispatcher = dispatcher;
        this.mayPreempt = mayPreempt;
        slots = dispatcher.slots();
        pods = new WaitingPods(dispatcher);
        victims = new Victims(dispatcher);
        room = new FreedRoom(dispatcher, pods.rested(), victims, mayPreempt);
    }

    @Override
    public void submit(int slot, long nowMicros) {
        int server = dispatcher.place(slot);
        if (server != NONE) {
            start(slot, server, nowMicros);
        } else if (mayPreempt && victims.find(slot)) {
            makeRoom(slot, nowMicros);
            dispatch(nowMicros);
        } else {
            pods.addRefused(slot, nowMicros);
            dispatcher.noteQueued(slot);
        }
    }

    @Override
    public void withdraw(int slot) {
        pods.unlist(slot);
        dispatcher.noteUnqueued(slot);
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        pods.addFresh(slot, nowMicros);
        fresh++;
        dispatcher.noteQueued(slot);
    }

    @Override
    public void freed(int server) {
        if (pods.size() == 0) {
            return;
        }
        if (freedCount == freed.length) {
            freed = Arrays.copyOf(freed, 2 * freedCount);
        }
        freed[freedCount++] = server;
    }

    @Override
    public void stopped(int slot, int server, long nowMicros) {
        if (mayPreempt) {
            victims.noteStopped(slots.priority(slot));
        }
    }

    @Override
    public void dispatch(long nowMicros) {
        while (fresh > 0 || freedCount > 0) {
            pass(nowMicros);
        }
    }

    /** Tries all that wait, or what is fresh if nothing was freed. */
    private void pass(long now) {
        boolean isMoved = freedCount > 0;
        room.clear();
        for (int i = 0; i < freedCount; i++) {
            room.add(freed[i]);
        }
        freedCount = 0;
        fresh = 0;
        int count = pods.order(isMoved, now);
        room.rewind();
        long restedWindow = pods.restedWindow(now);
        int tried = 0;
        while (tried < count || (isMoved && hasRested())) {
            if (tried < count && (!isMoved || isNext(pods.ordered(tried), restedWindow))) {
                tryListed(tried++, now, restedWindow);
            } else {
                tryRested(now);
            }
        }
        pods.failed(count, isMoved, now);
    }

    private boolean hasRested() {
        return room.band() < pods.rested().bands();
    }

    private boolean isNext(int slot, long restedWindow) {
        if (!hasRested()) {
            return true;
        }
        int priority = pods.rested().priority(room.band());
        long rank = pods.rank(pods.rested().slotAt(room.band(), room.position()));
        return pods.isBefore(slot, restedWindow, priority, rank);
    }

    private void tryListed(int i, long now, long restedWindow) {
        int slot = pods.ordered(i);
        boolean isFresh = pods.isFresh(slot);
        int server = isFresh || room.mayFit(slot) ? dispatcher.place(slot) : NONE;
        if (server != NONE) {
            pods.started(i);
            startWaiting(slot, server, now);
            room.taken(server);
        } else if (mayPreempt && (isFresh ? victims.find(slot) : victims.find(slot, room))) {
            boolean isBefore = pods.window(slot) <= restedWindow;
            pods.started(i);
            dispatcher.noteUnqueued(slot);
            makeRoom(slot, now);
            room.evicted(victims.server(), slots.priority(slot), isBefore);
        }
    }

    private void tryRested(long now) {
        int band = room.band();
        int position = room.position();
        int slot = pods.rested().slotAt(band, position);
        int server = room.mayFit(slot) ? dispatcher.place(slot) : NONE;
        if (server != NONE) {
            pods.rested().remove(band, position);
            startWaiting(slot, server, now);
        } else if (mayPreempt && victims.find(slot, room)) {
            pods.rested().remove(band, position);
            dispatcher.noteUnqueued(slot);
            server = victims.server();
            makeRoom(slot, now);
            room.add(server);
        }
        room.advance(server);
    }

    private void startWaiting(int slot, int server, long now) {
        dispatcher.noteUnqueued(slot);
        start(slot, server, now);
    }

    /** Evicts what was found and starts the task there, as that server is nominated for it. */
    private void makeRoom(int slot, long now) {
        int server = victims.server();
        int count = victims.count();
        for (int i = 0; i < count; i++) {
            int victim = victims.victim(i);
            dispatcher.evict(victim, now);
            victims.noteStopped(slots.priority(victim));
            requeue(victim, now);
        }
        start(slot, server, now);
        freed(server);
    }

    private void start(int slot, int server, long now) {
        dispatcher.start(slot, server, now);
        if (mayPreempt) {
            victims.noteStarted(slots.priority(slot));
        }
    }

    @Override
    public int size() {
        return pods.size();
    }

    @Override
    public boolean isStrict() {
        return false;
    }

    @Override
    public boolean couldUse(int server) {
        for (int i = 0; i < pods.listed(); i++) {
            int slot = pods.listed(i);
            if (dispatcher.mayFitSince(server, slot)
                    || (mayPreempt && victims.canMakeRoom(slot, server))) {
                return true;
            }
        }
        room.clear();
        room.add(server);
        room.rewind();
        while (hasRested()) {
            int slot = pods.rested().slotAt(room.band(), room.position());
            if (dispatcher.mayFitSince(server, slot)
                    || (mayPreempt && victims.canMakeRoom(slot, server))) {
                return true;
            }
            room.advance(NONE);
        }
        return false;
    }

    @Override
    public int remove() {
        return pods.removeAny();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(pods, victims, room);
    }
}
