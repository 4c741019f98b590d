package dev.stowage.sim.observation;

import dev.stowage.model.TaskBatch;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.engine.EventHistory;
import dev.stowage.sim.engine.QueuedTask;
import dev.stowage.sim.engine.RunObserver;
import dev.stowage.sim.engine.Scheduler;
import dev.stowage.sim.engine.TaskSlots;
import dev.stowage.sim.metrics.Rejection;
import dev.stowage.sim.observation.Decision.Step;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Explains every decision about some tasks. Looks at all servers whenever one of them is tried:
 * O(servers) a try, nothing for other tasks.
 */
public final class TaskTracer implements RunObserver {
    private static final int NONE = TaskSlots.NONE;

    private final TaskTrace trace;
    private final TaskSlots slots;
    private final Scheduler scheduler;
    private final ServerReasons reasons;
    private final Set<Integer> traced = new HashSet<>(); // slots
    private final QueuedTask task = new QueuedTask();
    private int admitted;
    private long nowMicros;

    public TaskTracer(
            TaskTrace trace,
            TaskSlots slots,
            Cluster cluster,
            Scheduler scheduler,
            PlacementPolicy placement,
            String rule) {
        this.trace = trace;
        this.slots = slots;
        this.scheduler = scheduler;
        reasons = new ServerReasons(cluster, placement, rule);
    }

    @Override
    public void advance(long nowMicros) {
        this.nowMicros = nowMicros;
    }

    @Override
    public void rejected(TaskBatch batch, int row, Rejection reason) {
        long job = batch.jobId[row];
        int index = batch.taskIndex[row];
        if (reason == Rejection.QUEUE_FULL) { // it was submitted already
            if (traced.removeIf(slot -> isIn(slot, job, index))) {
                tellNotLetIn(job, index, reason, List.of());
            }
        } else if (trace.wants(job, index) && admitted < trace.limit()) {
            admitted++;
            task.set(batch, row);
            tell(job, index, Step.SUBMITTED, "submitted; asks for " + Amounts.asked(task));
            boolean isTooLarge = reason == Rejection.CAPACITY;
            tellNotLetIn(job, index, reason, isTooLarge ? reasons.refusals(task) : List.of());
        }
    }

    private void tellNotLetIn(
            long job, int index, Rejection reason, List<Decision.Refusal> refusals) {
        tell(
                new Decision(
                        nowMicros,
                        job,
                        index,
                        Step.REJECTED,
                        "not let in: " + inWords(reason),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        refusals,
                        List.of()));
    }

    private boolean isIn(int slot, long job, int index) {
        return slots.jobId(slot) == job && slots.taskIndex(slot) == index;
    }

    private static String inWords(Rejection reason) {
        return switch (reason) {
            case CAPACITY -> "no server of the run could ever hold it";
            case QUOTA -> "its user would hold more than a share";
            case QUEUE_FULL -> "it would have to wait, and the queue is full";
        };
    }

    @Override
    public void submitted(int slot) {
        if (trace.wants(slots.jobId(slot), slots.taskIndex(slot)) && admitted < trace.limit()) {
            admitted++;
            traced.add(slot);
            long duration = slots.durationMicros(slot);
            String runs =
                    duration == TaskBatch.NONE
                            ? "has no end"
                            : "runs for " + EventHistory.seconds(duration);
            tell(slot, Step.SUBMITTED, "submitted; asks for " + asked(slot) + ", " + runs);
        }
    }

    @Override
    public void queued(int slot, boolean isHeld) {
        if (traced.contains(slot)) {
            tellQueued(slot, isHeld);
        }
    }

    private void tellQueued(int slot, boolean isHeld) {
        int ahead = isHeld ? -1 : scheduler.ahead(slot);
        StringBuilder text =
                new StringBuilder(isHeld ? "waits for other stages of its job" : "waits");
        if (ahead > 0) {
            int head = scheduler.head();
            text.append(", ")
                    .append(ahead)
                    .append(ahead == 1 ? " task" : " tasks")
                    .append(" before it");
            if (head != NONE) {
                text.append("; the next is ")
                        .append(name(head))
                        .append(", which asks for ")
                        .append(asked(head));
            }
        } else if (ahead == 0) {
            text.append(" as the next to be started");
        }
        tell(
                new Decision(
                        nowMicros,
                        slots.jobId(slot),
                        slots.taskIndex(slot),
                        Step.QUEUED,
                        text.toString(),
                        OptionalInt.empty(),
                        ahead < 0 ? OptionalInt.empty() : OptionalInt.of(ahead),
                        OptionalInt.empty(),
                        List.of(),
                        List.of()));
    }

    @Override
    public void tried(int slot, int server) {
        if (!traced.contains(slot)) {
            return;
        }
        task.set(slots, slot);
        ServerReasons.Verdict verdict = reasons.of(task, server);
        int ahead = Math.max(0, scheduler.ahead(slot));
        tell(
                new Decision(
                        nowMicros,
                        slots.jobId(slot),
                        slots.taskIndex(slot),
                        Step.TRIED,
                        verdict.text(),
                        server == NONE ? OptionalInt.empty() : OptionalInt.of(server),
                        OptionalInt.of(ahead),
                        OptionalInt.of(verdict.fitting()),
                        verdict.refusals(),
                        verdict.alternatives()));
    }

    @Override
    public void started(int slot, int server) {
        if (traced.contains(slot)) {
            long wait = nowMicros - slots.sinceMicros(slot);
            tell(
                    slot,
                    Step.STARTED,
                    server,
                    "started on server " + server + " after " + EventHistory.seconds(wait));
        }
    }

    @Override
    public void ended(int slot, int server, boolean isFinishing) {
        if (traced.remove(slot)) {
            tell(
                    slot,
                    isFinishing ? Step.FINISHED : Step.KILLED,
                    server,
                    (isFinishing ? "finished on server " : "killed on server ")
                            + server
                            + " after "
                            + EventHistory.seconds(nowMicros - slots.sinceMicros(slot)));
        }
    }

    @Override
    public void evicted(int slot, int server) {
        if (traced.contains(slot)) {
            String ran = EventHistory.seconds(nowMicros - slots.sinceMicros(slot));
            tell(slot, Step.EVICTED, server, "lost server " + server + " after " + ran + "; waits");
        }
    }

    @Override
    public void stillRunning(int slot, int server) {
        if (traced.contains(slot)) {
            tell(slot, Step.STILL_RUNNING, server, "still runs on server " + server);
        }
    }

    @Override
    public void stillPending(int slot) {
        if (traced.contains(slot)) {
            String waits = EventHistory.seconds(nowMicros - slots.sinceMicros(slot));
            tell(slot, Step.STILL_PENDING, NONE, "still waits, for " + waits + " by now");
        }
    }

    @Override
    public void writeState(DataOutput out) throws IOException {
        out.writeInt(admitted);
        out.writeInt(traced.size());
        for (Integer slot : new TreeSet<>(traced)) {
            out.writeInt(slot);
        }
    }

    @Override
    public void readState(DataInput in) throws IOException {
        admitted = in.readInt();
        for (int left = in.readInt(); left > 0; left--) {
            traced.add(in.readInt());
        }
    }

    private void tell(int slot, Step step, String text) {
        tell(slot, step, NONE, text);
    }

    private void tell(int slot, Step step, int server, String text) {
        tell(slots.jobId(slot), slots.taskIndex(slot), step, server, text);
    }

    private void tell(long job, int index, Step step, String text) {
        tell(job, index, step, NONE, text);
    }

    private void tell(long job, int index, Step step, int server, String text) {
        tell(
                new Decision(
                        nowMicros,
                        job,
                        index,
                        step,
                        text,
                        server == NONE ? OptionalInt.empty() : OptionalInt.of(server),
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        List.of(),
                        List.of()));
    }

    private void tell(Decision decision) {
        trace.decisions().accept(decision);
    }

    private String name(int slot) {
        return "task " + slots.taskIndex(slot) + " of job " + slots.jobId(slot);
    }

    private String asked(int slot) {
        task.set(slots, slot);
        return Amounts.asked(task);
    }
}
