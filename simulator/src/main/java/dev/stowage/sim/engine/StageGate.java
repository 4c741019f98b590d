package dev.stowage.sim.engine;

import dev.stowage.basis.Checkpointed;
import dev.stowage.basis.PlainState;
import dev.stowage.model.TaskBatch;
import dev.stowage.run.RunSummary;
import dev.stowage.sim.metrics.Tally;
import java.util.Arrays;
import java.util.List;

/**
 * Holds tasks back until the stages that they wait for are complete: until all of their tasks that
 * were submitted by the instant of the waiting task have ended, in whatever way. Exists only in
 * runs whose workload has stages.
 *
 * <p>Tasks of a stage that came in one instant are a cohort. A waiting task waits for a stage as
 * long as it has a cohort that is not younger than itself. All is settled after the last submit of
 * an instant, so a stage may be named before its tasks in the same instant. Memory follows the
 * jobs, stages and tasks that are present; a task costs O(stages that it waits for).
 */
public final class StageGate implements PlainState {
    private static final int NONE = -1;

    /** The pair (job, this) stands for the job as a whole. */
    private static final int WHOLE_JOB = -1;

    private final TaskSlots slots;
    private final PairIndex index = new PairIndex();
    private final Tally makespans = new Tally();
    private long openJobs;

    // by number of a stage or job
    private int[] live = new int[64]; // a job's tasks that have not ended
    private long[] firstSubmit = new long[64]; // of a job
    private boolean[] hasEnded = new boolean[64]; // a job's task, not dropped
    private int[] firstCohort = new int[64]; // of a stage, oldest first
    private int[] lastCohort = new int[64];
    private int[] firstWaiter = new int[64]; // tasks that wait for a stage

    private final IntPool cohorts = new IntPool(4);
    private long[] cohortMicros = new long[64];
    private final IntPool waiters = new IntPool(3);

    // by slot
    private int[] cohortOf = new int[1024];
    private int[] jobOf = new int[1024];
    private int[] waitsFor = new int[1024]; // stages that are not complete; 0: not held

    private int[] parked = new int[64]; // of this instant
    private int[][] parkedAfter = new int[64][];
    private int parkedCount;
    private int[] emptied = new int[64]; // cohorts whose tasks have ended
    private int emptiedCount;
    private int[] ended = new int[64]; // jobs without a live task
    private int endedCount;
    private int[] ready = new int[64];
    private int readyCount;
    private int held;

    // fields of a cohort
    private static final int STAGE = 0;
    private static final int LIVE = 1;
    private static final int NEXT = 2;
    private static final int PREVIOUS = 3;

    // fields of a waiter
    private static final int SLOT = 0;
    private static final int NEXT_WAITER = 1;

    public StageGate(TaskSlots slots) {
        this.slots = slots;
    }

    /** Takes note of a task that was let in; true if it is held for now. */
    public boolean holds(int slot, TaskBatch batch, int row, long nowMicros) {
        reserve(slot);
        long job = batch.jobId[row];
        int whole = findOrAdd(job, WHOLE_JOB, nowMicros);
        live[whole]++;
        jobOf[slot] = whole;
        boolean isPlain = batch.isPlain;
        int stage = findOrAdd(job, isPlain ? 0 : batch.stage[row], nowMicros);
        int cohort = lastCohort[stage];
        if (cohort == NONE || cohortMicros[cohort] != nowMicros) {
            cohort = addCohort(stage, nowMicros);
        }
        cohorts.set(cohort, LIVE, cohorts.get(cohort, LIVE) + 1);
        cohortOf[slot] = cohort;
        waitsFor[slot] = 0;
        if (isPlain || batch.afterStages[row].length == 0) {
            return false;
        }
        if (parkedCount == parked.length) {
            parked = Arrays.copyOf(parked, 2 * parkedCount);
            parkedAfter = Arrays.copyOf(parkedAfter, 2 * parkedCount);
        }
        parkedAfter[parkedCount] = batch.afterStages[row];
        parked[parkedCount++] = slot;
        held++;
        return true;
    }

    private void reserve(int slot) {
        if (slot >= cohortOf.length) {
            int length = Math.max(slot + 1, Math.multiplyExact(cohortOf.length, 2));
            cohortOf = Arrays.copyOf(cohortOf, length);
            jobOf = Arrays.copyOf(jobOf, length);
            waitsFor = Arrays.copyOf(waitsFor, length);
        }
    }

    private int findOrAdd(long job, int stage, long nowMicros) {
        int number = index.find(job, stage);
        if (number != NONE) {
            return number;
        }
        number = index.add(job, stage);
        openJobs += stage == WHOLE_JOB ? 1 : 0;
        if (number == live.length) {
            int length = Math.multiplyExact(number, 2);
            live = Arrays.copyOf(live, length);
            firstSubmit = Arrays.copyOf(firstSubmit, length);
            hasEnded = Arrays.copyOf(hasEnded, length);
            firstCohort = Arrays.copyOf(firstCohort, length);
            lastCohort = Arrays.copyOf(lastCohort, length);
            firstWaiter = Arrays.copyOf(firstWaiter, length);
        }
        live[number] = 0;
        hasEnded[number] = false;
        firstSubmit[number] = nowMicros;
        firstCohort[number] = NONE;
        lastCohort[number] = NONE;
        firstWaiter[number] = NONE;
        return number;
    }

    private int addCohort(int stage, long nowMicros) {
        int cohort = cohorts.take();
        if (cohort >= cohortMicros.length) {
            cohortMicros = Arrays.copyOf(cohortMicros, Math.multiplyExact(cohort, 2));
        }
        cohortMicros[cohort] = nowMicros;
        cohorts.set(cohort, STAGE, stage);
        cohorts.set(cohort, LIVE, 0);
        cohorts.set(cohort, NEXT, NONE);
        cohorts.set(cohort, PREVIOUS, lastCohort[stage]);
        if (lastCohort[stage] == NONE) {
            firstCohort[stage] = cohort;
        } else {
            cohorts.set(lastCohort[stage], NEXT, cohort);
        }
        lastCohort[stage] = cohort;
        return cohort;
    }

    /** A task has ended; its slot still holds it. */
    void ended(int slot) {
        hasEnded[jobOf[slot]] = true;
        dropped(slot);
    }

    /** A task was dropped after all; its slot still holds it. */
    public void dropped(int slot) {
        int cohort = cohortOf[slot];
        int left = cohorts.get(cohort, LIVE) - 1;
        cohorts.set(cohort, LIVE, left);
        if (left == 0) {
            emptied = pushed(emptied, emptiedCount, cohort);
            emptiedCount++;
        }
        if (--live[jobOf[slot]] == 0) {
            ended = pushed(ended, endedCount, jobOf[slot]);
            endedCount++;
        }
    }

    private static int[] pushed(int[] values, int count, int value) {
        int[] room = count == values.length ? Arrays.copyOf(values, 2 * count) : values;
        room[count] = value;
        return room;
    }

    /**
     * Settles an instant after its last submit and end so far: finds what is ready to be queued.
     * Returns how many tasks are; see {@link #ready}.
     */
    public int settle(long nowMicros) {
        readyCount = 0;
        for (int i = 0; i < parkedCount; i++) {
            wait(parked[i], parkedAfter[i]);
        }
        parkedCount = 0;
        for (int i = 0; i < emptiedCount; i++) {
            int cohort = emptied[i];
            if (cohorts.get(cohort, LIVE) == 0 && cohortMicros[cohort] != NONE) {
                removeCohort(cohort);
            }
        }
        emptiedCount = 0;
        for (int i = 0; i < endedCount; i++) {
            int job = ended[i];
            if (live[job] == 0 && firstSubmit[job] != NONE) {
                if (hasEnded[job]) {
                    makespans.add(nowMicros - firstSubmit[job]);
                }
                firstSubmit[job] = NONE;
                openJobs--;
                index.remove(job);
            }
        }
        endedCount = 0;
        sortReady();
        held -= readyCount;
        return readyCount;
    }

    private void wait(int slot, int[] after) {
        int open = 0;
        for (int stage : after) {
            int number = index.find(slots.jobId(slot), stage);
            if (number != NONE && hasLive(number)) {
                int waiter = waiters.take();
                waiters.set(waiter, SLOT, slot);
                waiters.set(waiter, NEXT_WAITER, firstWaiter[number]);
                firstWaiter[number] = waiter;
                open++;
            }
        }
        waitsFor[slot] = open;
        if (open == 0) {
            makeReady(slot);
        }
    }

    private boolean hasLive(int stage) {
        for (int cohort = firstCohort[stage]; cohort != NONE; cohort = cohorts.get(cohort, NEXT)) {
            if (cohorts.get(cohort, LIVE) > 0) {
                return true;
            }
        }
        return false;
    }

    private void makeReady(int slot) {
        ready = pushed(ready, readyCount, slot);
        readyCount++;
    }

    private void removeCohort(int cohort) {
        int stage = cohorts.get(cohort, STAGE);
        int next = cohorts.get(cohort, NEXT);
        int previous = cohorts.get(cohort, PREVIOUS);
        if (previous == NONE) {
            firstCohort[stage] = next;
        } else {
            cohorts.set(previous, NEXT, next);
        }
        if (next == NONE) {
            lastCohort[stage] = previous;
        } else {
            cohorts.set(next, PREVIOUS, previous);
        }
        cohortMicros[cohort] = NONE;
        cohorts.give(cohort);
        release(stage);
        if (firstCohort[stage] == NONE) {
            index.remove(stage);
        }
    }

    /** Lets those go on that wait for no cohort that is left. */
    private void release(int stage) {
        long oldest =
                firstCohort[stage] == NONE ? Long.MAX_VALUE : cohortMicros[firstCohort[stage]];
        int previous = NONE;
        int waiter = firstWaiter[stage];
        while (waiter != NONE) {
            int next = waiters.get(waiter, NEXT_WAITER);
            int slot = waiters.get(waiter, SLOT);
            if (slots.submitMicros(slot) < oldest) {
                if (previous == NONE) {
                    firstWaiter[stage] = next;
                } else {
                    waiters.set(previous, NEXT_WAITER, next);
                }
                waiters.give(waiter);
                if (--waitsFor[slot] == 0) {
                    makeReady(slot);
                }
            } else {
                previous = waiter;
            }
            waiter = next;
        }
    }

    /** In order of submit; few at a time, or nearly sorted. */
    private void sortReady() {
        long[] keys = new long[readyCount];
        for (int i = 0; i < readyCount; i++) {
            keys[i] = (slots.submitSequence(ready[i]) << 28) | ready[i];
        }
        Arrays.sort(keys);
        for (int i = 0; i < readyCount; i++) {
            ready[i] = (int) (keys[i] & ((1 << 28) - 1));
        }
    }

    /** One of the tasks that {@link #settle} found ready, in order of submit. */
    public int ready(int i) {
        return ready[i];
    }

    /** Tasks that are held. */
    public int held() {
        return held;
    }

    /** True if the task in a slot is held; asked between two instants. */
    public boolean isHeld(int slot) {
        return slot < waitsFor.length && waitsFor[slot] > 0;
    }

    /** Times of the jobs that are over, and how many are not. */
    public RunSummary.Jobs jobs() {
        return new RunSummary.Jobs(makespans.distribution(), openJobs);
    }

    @Override
    public List<Checkpointed> owned() {
        return List.of(index, makespans, cohorts, waiters);
    }
}
