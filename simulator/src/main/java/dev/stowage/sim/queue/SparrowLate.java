package dev.stowage.sim.queue;

import dev.stowage.basis.Checkpointed;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.Dispatcher;
import dev.stowage.sim.engine.PairIndex;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Batch sampling and late binding: the m tasks of a job that are submitted in one instant share
 * d&middot;m probes, to servers drawn uniformly and spread over distinct ones as long as there are
 * any. Each probe puts a reservation for the <em>job</em> at the tail of that server's queue. The
 * head of a server's queue starts the oldest waiting task of its job there as soon as that fits;
 * until then it keeps those behind it waiting. When no task of a job waits any more, its
 * reservations are void. The placement policy is not asked.
 *
 * <p>The engine submits a batch task by task. A probe is sent when a task of the batch waits: what
 * one task did not need is there for the next, and so are the reservations that were void in
 * between. An evicted task is a batch of its own.
 *
 * <p>A probe goes only to a server that is up and could hold its task when empty: after {@value
 * #DRAWS} vain draws to that of them with the fewest probes of the batch, the lowest-numbered
 * first, and, if none is up, to the lowest-numbered one that could ever hold it. A head whose
 * server is not such a one for the oldest task of its job moves on in the same way, whatever was
 * probed. So a job never has fewer reservations than waiting tasks, and none of them waits where it
 * can't start. A task that no server could ever hold sends no probe and waits beside its job.
 *
 * <p>A queue is tried when a reservation is added to it and, in {@link #dispatch}, when something
 * changed on its server, or when any server came up and its own is down and its head stays for want
 * of a better one; those of an instant in order of the servers' numbers.
 *
 * <p>Hot: O(d) a task on a homogeneous fleet, where batches probe not nearly all servers. Memory
 * follows the jobs that have waiting tasks: d reservations for each task that such a job submitted
 * since it last had none; see {@link Reservations}.
 *
 * <p>Source: Ousterhout et al., SOSP 2013 (batch sampling, late binding, cancellation).
 */
public final class SparrowLate implements Scheduler {
    private static final int NONE = Dispatcher.NONE;
    private static final int DRAWS = 16;

    private final Dispatcher dispatcher;
    private final TaskSlots slots;
    private final Cluster cluster;
    private final RandomGenerator random;
    private final int d;
    private final ProbedServers probed;
    private final PairIndex jobs = new PairIndex(); // those with waiting tasks
    private final UserQueues waiting; // by job
    private final Reservations reservations;
    private final FreedServers changed;
    private final FreedServers stuck; // servers that are down, with a head that can't move on
    private final boolean[] wasUp; // by server
    private boolean cameUp; // some server, since the queues were last tried
    private int[] evicted = new int[64]; // that have sent no probe yet
    private int evictedCount;
    private int[] hopeless = new int[64]; // in order of submit
    private int hopelessCount;
    private int[] toTry = new int[64]; // servers that a head moved to
    private int toTryCount;
    private int[] left = new int[0]; // at the end of a run: what waits, the last submit first
    private int leftCount;
    private boolean isClosing;

    SparrowLate(Dispatcher dispatcher, int d, RandomGenerator random) {
        this.dispatcher = dispatcher;
        this.random = random;
        slots = dispatcher.slots();
        cluster = dispatcher.cluster();
        this.d = d;
        probed = new ProbedServers(cluster.size());
        waiting = new UserQueues(slots);
        reservations = new Reservations(cluster.size());
        changed = new FreedServers(cluster.size());
        stuck = new FreedServers(cluster.size());
        wasUp = new boolean[cluster.size()];
        for (int server = 0; server < wasUp.length; server++) {
            wasUp[server] = cluster.isUp(server);
        }
    }

    @Override
    public void submit(int slot, long nowMicros) {
        dispatcher.noteQueued(slot);
        if (!dispatcher.couldEverHold(slot)) {
            hopeless = withRoom(hopeless, hopelessCount);
            hopeless[hopelessCount++] = slot;
            return;
        }
        int job = open(slot);
        waiting.addLast(job, slot);
        probed.submit(slots.jobId(slot), nowMicros, d);
        while (!waiting.isEmpty(job) && probed.takeOwed()) {
            int server = drawFresh(slot);
            int before = waiting.size();
            reserve(server, job, nowMicros);
            if (waiting.size() == before) {
                probed.noteUnused(server);
            }
        }
        restoreLost(job, nowMicros);
        if (slots.server(slot) == NONE) {
            dispatcher.noteRefused(slot);
        }
    }

    private void reserve(int server, int job, long now) {
        reservations.add(server, job);
        tryFrom(server, now);
    }

    /** Gives a job that waits again the reservations that its batch had. */
    private void restoreLost(int job, long now) {
        while (!waiting.isEmpty(job)) {
            int server = probed.takeLost();
            if (server == NONE) {
                return;
            }
            reserve(server, job, now);
        }
    }

    /** The number of the job of a task. */
    private int open(int slot) {
        int job = jobs.find(slots.jobId(slot), 0);
        return job == PairIndex.NONE ? jobs.add(slots.jobId(slot), 0) : job;
    }

    private void closeIfEmpty(int job, long jobId) {
        if (waiting.isEmpty(job)) {
            jobs.remove(job);
            reservations.close(job);
            probed.closed(jobId);
        }
    }

    @Override
    public void withdraw(int slot) {
        dispatcher.noteUnqueued(slot);
        if (hopelessCount > 0 && hopeless[hopelessCount - 1] == slot) {
            hopelessCount--;
            return;
        }
        int job = open(slot);
        waiting.removeLast(job);
        closeIfEmpty(job, slots.jobId(slot));
    }

    @Override
    public void requeue(int slot, long nowMicros) {
        dispatcher.noteQueued(slot);
        waiting.addEvicted(open(slot), slot);
        evicted = withRoom(evicted, evictedCount);
        evicted[evictedCount++] = slot;
    }

    @Override
    public void freed(int server) {
        if (reservations.hasAny(server)) {
            changed.add(server);
        }
        boolean isUp = cluster.isUp(server);
        cameUp |= isUp && !wasUp[server];
        wasUp[server] = isUp;
    }

    @Override
    public void dispatch(long nowMicros) {
        sendProbesOfEvicted();
        if (cameUp) {
            freeStuck();
        }
        if (changed.size() == 0) {
            return;
        }
        changed.sort();
        for (int i = 0; i < changed.size(); i++) {
            tryFrom(changed.get(i), nowMicros);
        }
        changed.clear();
    }

    private void sendProbesOfEvicted() {
        for (int i = 0; i < evictedCount; i++) {
            int job = open(evicted[i]);
            probed.begin();
            for (int probe = 0; probe < d; probe++) {
                int server = drawFresh(evicted[i]);
                reservations.add(server, job);
                changed.add(server);
            }
        }
        evictedCount = 0;
    }

    private void freeStuck() {
        cameUp = false;
        for (int i = 0; i < stuck.size(); i++) {
            if (!cluster.isUp(stuck.get(i))) {
                changed.add(stuck.get(i));
            }
        }
        stuck.clear();
    }

    /** Tries the queue of a server, then those of the servers that heads moved on to, in order. */
    private void tryFrom(int server, long now) {
        toTryCount = 0;
        tryQueue(server, now);
        for (int i = 0; i < toTryCount; i++) {
            tryQueue(toTry[i], now);
        }
    }

    private void tryQueue(int server, long now) {
        for (int job = reservations.head(server); job != NONE; job = reservations.head(server)) {
            int slot = waiting.first(job);
            if (dispatcher.fits(server, slot)) {
                start(slot, job, server, now);
            } else if (isFor(server, slot) || !moveOn(slot, job, server)) {
                return;
            }
        }
    }

    private void start(int slot, int job, int server, long now) {
        reservations.removeHead(server);
        waiting.removeFirst(job);
        closeIfEmpty(job, slots.jobId(slot));
        dispatcher.noteUnqueued(slot);
        dispatcher.start(slot, server, now);
    }

    /** False if the head stays: its server is as good as any while no better one is up. */
    private boolean moveOn(int slot, int job, int server) {
        int target = draw(slot, false);
        if (!cluster.isUp(target) && dispatcher.couldEverHold(server, slot)) {
            stuck.add(server);
            return false;
        }
        reservations.removeHead(server);
        reservations.add(target, job);
        toTry = withRoom(toTry, toTryCount);
        toTry[toTryCount++] = target;
        return true;
    }

    private boolean isFor(int server, int slot) {
        return cluster.isUp(server) && dispatcher.couldEverHold(server, slot);
    }

    /** A server for a probe of the batch: one that it probed least, if the draws hit any. */
    private int drawFresh(int slot) {
        int server = draw(slot, true);
        probed.note(server);
        return server;
    }

    /** A server for a probe of a task that some server could ever hold. */
    private int draw(int slot, boolean isFresh) {
        for (int i = 0; i < DRAWS; i++) {
            int server = random.nextInt(cluster.size());
            if (isFor(server, slot) && (!isFresh || probed.isFresh(server))) {
                return server;
            }
        }
        int declared = NONE;
        int least = NONE;
        for (int server = 0; server < cluster.size(); server++) {
            if (!dispatcher.couldEverHold(server, slot)) {
                continue;
            }
            declared = declared == NONE ? server : declared;
            boolean isLess = least == NONE || (isFresh && probed.at(server) < probed.at(least));
            least = isLess && cluster.isUp(server) ? server : least;
        }
        return least == NONE ? declared : least;
    }

    private static int[] withRoom(int[] values, int count) {
        return count < values.length ? values : Arrays.copyOf(values, Math.multiplyExact(count, 2));
    }

    @Override
    public int size() {
        return isClosing ? leftCount : waiting.size() + hopelessCount;
    }

    @Override
    public boolean isStrict() {
        return false;
    }

    @Override
    public boolean couldUse(int server) {
        if (stuck.size() > 0 && cluster.isUp(server)) {
            return true;
        }
        int job = reservations.head(server);
        if (job == NONE) {
            return false;
        }
        int slot = waiting.first(job);
        return !isFor(server, slot) || dispatcher.fits(server, slot);
    }

    /** The first call closes the queue. */
    @Override
    public int remove() {
        if (!isClosing) {
            left = waitingLastFirst();
            leftCount = left.length;
            isClosing = true;
        }
        return left[--leftCount];
    }

    private int[] waitingLastFirst() {
        int[] all = Arrays.copyOf(hopeless, size());
        for (int i = hopelessCount; i < all.length; i++) {
            all[i] = waiting.removeAny();
        }
        return Arrays.stream(all)
                .boxed()
                .sorted(Comparator.comparingLong(slots::submitSequence).reversed())
                .mapToInt(slot -> slot)
                .toArray();
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(jobs, waiting, reservations, changed, stuck, probed);
    }
}
