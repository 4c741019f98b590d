package dev.stowage.workload.synthesis;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.workload.Spread;
import dev.stowage.workload.TaskGroup;
import java.util.Arrays;
import java.util.Map;

/**
 * The tasks of generated jobs in order of submit time, ties in order of jobs and groups.
 *
 * <p>Hot: millions of tasks a second. A binary heap in parallel columns holds the next task of each
 * group of each job that has begun and not ended; no list of tasks is ever kept. Submits of a group
 * ascend because its i-th task draws its T_AT from the i-th part of the group's spread; durations
 * take the parts in the order of a golden-ratio sequence from a random start, so that they depend
 * neither on the submits nor leave a part out. Memory O(open groups).
 */
final class FaithfulTasks extends SubmitHeap implements TaskSource {
    @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
    private static final byte BATCH = (byte) TaskClass.BATCH.ordinal();

    @SuppressWarnings("EnumOrdinal")
    private static final byte USER_FACING = (byte) TaskClass.USER_FACING.ordinal();

    private static final double GOLDEN = 0.6180339887498949;

    private final FaithfulJobs jobs;
    private final long seed;
    private final byte[] outcomes;
    private final boolean isWithPending;
    private int nextJob;
    private long neverScheduled;

    private int[] group = new int[submit.length];
    private int[] index = new int[submit.length];
    private int[] count = new int[submit.length];
    private int[] firstIndex = new int[submit.length];

    @SuppressWarnings("EnumOrdinal")
    FaithfulTasks(FaithfulJobs jobs, long seed, boolean isWithPending) {
        this.jobs = jobs;
        this.isWithPending = isWithPending;
        this.seed = seed;
        outcomes = new byte[jobs.groups.length];
        for (int g = 0; g < outcomes.length; g++) {
            outcomes[g] = (byte) jobs.groups[g].outcome().ordinal();
        }
    }

    @Override
    public boolean read(TaskBatch batch) {
        batch.isPlain = true;
        batch.size = jobs.columns().isEmpty() ? fill(batch) : fillWithDemands(batch);
        return batch.size > 0;
    }

    private int fill(TaskBatch batch) {
        int size = 0;
        int capacity = batch.capacity();
        while (size < capacity && hasNext()) {
            emit(batch, size++);
            advanceFirst();
        }
        return size;
    }

    /** A loop of its own: a test for each task makes plain workloads slower by a tenth. */
    private int fillWithDemands(TaskBatch batch) {
        int size = 0;
        int capacity = batch.capacity();
        while (size < capacity && hasNext()) {
            int g = group[0];
            batch.setDemands(
                    size,
                    jobs.gpuMicros[g],
                    jobs.diskBytes[g],
                    jobs.networkBitsPerSecond[g],
                    jobs.constraints[g]);
            emit(batch, size++);
            advanceFirst();
        }
        return size;
    }

    private boolean hasNext() {
        while (nextJob < jobs.size() && (open == 0 || jobs.arrivalMicros[nextJob] <= submit[0])) {
            begin(nextJob++);
        }
        return open > 0;
    }

    private void emit(TaskBatch batch, int row) {
        int j = job[0];
        int g = group[0];
        batch.submitMicros[row] = submit[0];
        batch.durationMicros[row] = duration(j, g);
        batch.cpuMicroCores[row] = jobs.cpuMicroCores[g];
        batch.memoryBytes[row] = jobs.memoryBytes[g];
        batch.jobId[row] = j + 1L;
        batch.taskIndex[row] = firstIndex[0] + index[0];
        batch.priority[row] = jobs.groups[g].priority();
        batch.taskClass[row] = jobs.isBatch[jobs.prototype[j]] ? BATCH : USER_FACING;
        batch.outcome[row] = outcomes[g];
    }

    private long duration(int j, int g) {
        TaskGroup tasks = jobs.groups[g];
        if (tasks.isEndless()) {
            return TaskBatch.NONE;
        }
        double scale = jobs.factor[j] * jobs.durationScale[jobs.prototype[j]];
        double u = tasks.durationSeconds().isConstant() ? 0 : place(j, g);
        return Math.round(tasks.durationSeconds().at(u) * scale * 1e6);
    }

    /** Where in the spread of durations the task at the top takes its own from. */
    private double place(int j, int g) {
        double place = Seeds.uniform(seed, j, 2L * g) + index[0] * GOLDEN;
        return place - Math.floor(place);
    }

    private void begin(int j) {
        int p = jobs.prototype[j];
        int indexInJob = 0;
        double chance = Seeds.uniform(seed, j, -1);
        for (int g = jobs.firstGroup[p]; g < jobs.firstGroup[p + 1]; g++) {
            int tasks = jobs.tasks(j, g, chance);
            indexInJob += tasks;
            if (jobs.groups[g].isPending() && !isWithPending) {
                neverScheduled += tasks;
                continue;
            }
            if (tasks == 0) {
                continue;
            }
            int slot = add();
            job[slot] = j;
            group[slot] = g;
            index[slot] = 0;
            count[slot] = tasks;
            firstIndex[slot] = indexInJob - tasks;
            submit[slot] = jobs.arrivalMicros[j];
            next(slot);
            siftUp(slot);
        }
    }

    /** Sets when the task of this slot is submitted. */
    private void next(int slot) {
        int j = job[slot];
        int g = group[slot];
        Spread arrivals = jobs.groups[g].arrivalSeconds();
        double u = 0;
        if (!arrivals.isConstant()) {
            u = (index[slot] + Seeds.uniform(seed + g, j, 2L * index[slot] + 1)) / count[slot];
        }
        long micros = jobs.arrivalMicros[j] + Math.round(arrivals.at(u) * 1e6);
        submit[slot] = Math.max(submit[slot], micros);
    }

    private void advanceFirst() {
        if (++index[0] < count[0]) {
            next(0);
        } else {
            removeFirst();
        }
        siftDown();
    }

    @Override
    boolean isBeforeInJob(int a, int b) {
        return group[a] < group[b];
    }

    @Override
    void move(int from, int to) {
        submit[to] = submit[from];
        job[to] = job[from];
        group[to] = group[from];
        index[to] = index[from];
        count[to] = count[from];
        firstIndex[to] = firstIndex[from];
    }

    @Override
    void resize(int capacity) {
        group = Arrays.copyOf(group, capacity);
        index = Arrays.copyOf(index, capacity);
        count = Arrays.copyOf(count, capacity);
        firstIndex = Arrays.copyOf(firstIndex, capacity);
    }

    @Override
    public Map<String, Long> leftOut() {
        return neverScheduled == 0 ? Map.of() : Map.of("neverScheduled", neverScheduled);
    }

    @Override
    public void close() {}
}
