package dev.stowage.workload.synthesis;

import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.workload.Draw;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of generated jobs in order of submit time, ties in order of the jobs.
 *
 * <p>Hot: a plan generates its workload once for every simulation. A binary heap in parallel
 * columns holds the next task of each job that has begun and not ended; each job draws its task
 * arrivals in ascending order, as order statistics of uniform numbers through the inverse of T_AT,
 * so that no list of tasks is ever kept. Memory O(open jobs).
 *
 * <p>Source of the ascending draws: Devroye, Non-Uniform Random Variate Generation, 1986, chapter
 * V.3 (exponential spacings).
 */
final class GeneratedTasks extends SubmitHeap implements TaskSource {
    @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
    private static final byte BATCH = (byte) TaskClass.BATCH.ordinal();

    @SuppressWarnings("EnumOrdinal")
    private static final byte USER_FACING = (byte) TaskClass.USER_FACING.ordinal();

    @SuppressWarnings("EnumOrdinal")
    private static final byte FINISHED = (byte) TaskOutcome.FINISHED.ordinal();

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private final JobColumns jobs;
    private final @Nullable Draw batchArrival;
    private final @Nullable Draw userFacingArrival;
    private final long seed;
    private int nextJob;

    private int[] index = new int[submit.length];
    private double[] shareLeft = new double[submit.length]; // of T_AT
    private long[] state = new long[submit.length];

    GeneratedTasks(
            JobColumns jobs,
            @Nullable Draw batchArrival,
            @Nullable Draw userFacingArrival,
            long seed) {
        this.jobs = jobs;
        this.batchArrival = batchArrival;
        this.userFacingArrival = userFacingArrival;
        this.seed = seed;
    }

    @Override
    public boolean read(TaskBatch batch) {
        batch.isPlain = true;
        batch.size = jobs.hasGpus() ? fillWithGpus(batch) : fill(batch);
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
    private int fillWithGpus(TaskBatch batch) {
        int size = 0;
        int capacity = batch.capacity();
        while (size < capacity && hasNext()) {
            batch.setGpu(size, jobs.gpuMicros[job[0]]);
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
        batch.submitMicros[row] = submit[0];
        batch.durationMicros[row] = jobs.durationMicros[j];
        batch.cpuMicroCores[row] = jobs.cpuMicroCores[j];
        batch.memoryBytes[row] = jobs.memoryBytes[j];
        batch.jobId[row] = j + 1L;
        batch.taskIndex[row] = index[0];
        batch.priority[row] = jobs.priority[j];
        batch.taskClass[row] = jobs.isBatch[j] ? BATCH : USER_FACING;
        batch.outcome[row] = FINISHED;
    }

    private void begin(int j) {
        int slot = add();
        submit[slot] = jobs.arrivalMicros[j];
        job[slot] = j;
        index[slot] = -1;
        shareLeft[slot] = 1;
        state[slot] = seed + GOLDEN * (j + 1L) * 2;
        state[slot] = mix(state[slot]);
        next(slot);
        siftUp(slot);
    }

    /** Moves the job in this slot on to its next task. */
    private void next(int slot) {
        int j = job[slot];
        int left = jobs.tasks[j] - ++index[slot];
        Draw draw = jobs.isBatch[j] ? batchArrival : userFacingArrival;
        if (draw == null) {
            return;
        }
        state[slot] += GOLDEN;
        double uniform = ((mix(state[slot]) >>> 11) + 1) * UNIT; // in (0, 1]
        shareLeft[slot] *= left == 1 ? uniform : Math.exp(Math.log(uniform) / left);
        double seconds = draw.at(1 - shareLeft[slot]);
        long micros = jobs.arrivalMicros[j] + Math.max(0, Math.round(seconds * 1e6));
        submit[slot] = Math.max(submit[slot], micros); // root searches end an ulp high or low
    }

    private void advanceFirst() {
        if (index[0] + 1 < jobs.tasks[job[0]]) {
            next(0);
        } else {
            removeFirst();
        }
        siftDown();
    }

    /** A job is open once. */
    @Override
    boolean isBeforeInJob(int a, int b) {
        return false;
    }

    @Override
    void move(int from, int to) {
        submit[to] = submit[from];
        job[to] = job[from];
        index[to] = index[from];
        shareLeft[to] = shareLeft[from];
        state[to] = state[from];
    }

    @Override
    void resize(int capacity) {
        index = Arrays.copyOf(index, capacity);
        shareLeft = Arrays.copyOf(shareLeft, capacity);
        state = Arrays.copyOf(state, capacity);
    }

    private static long mix(long seed) {
        long z = seed;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** Nothing is left out. */
    @Override
    public Map<String, Long> leftOut() {
        return Map.of();
    }

    @Override
    public void close() {}
}
