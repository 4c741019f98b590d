package dev.stowage.ingest.extraction;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.lifecycle.KeyIndex;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.similarity.JobTable;
import dev.stowage.similarity.JointParameter;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * A sample of jobs with the sums over their tasks: those with a small hash, fewer and fewer as more
 * come, so that memory is bounded and the order of the tasks does not matter.
 *
 * <p>Source: Gibbons, Distinct sampling for highly-accurate answers to distinct values queries,
 * VLDB 2001.
 */
final class JobSums {

    /** Sums of a job: tasks, then a count and a sum of each of the others, then class, priority. */
    private static final int TASKS = 0;

    private static final int DURATIONS = 1;
    private static final int CPUS = 3;
    private static final int MEMORIES = 5;
    private static final int CLASS = 7;
    private static final int PRIORITY = 8;
    private static final int GPUS = 9; // a sum only
    private static final int FIELDS = 10;

    private final int most;
    private JobSample sample = JobSample.ALL;
    private KeyIndex index = new KeyIndex();
    private double[] sums = new double[FIELDS << 8];
    private long jobs;

    /** Of at most so many jobs. */
    JobSums(int most) {
        this.most = most;
    }

    /**
     * Takes a task of a job into account.
     *
     * @param isOpen true if nobody saw its end
     */
    void add(TaskClass jobClass, TaskColumns tasks, int row, boolean isOpen) {
        long job = tasks.jobId(row);
        if (!sample.keeps(job)) {
            return;
        }
        int before = index.size();
        int at = FIELDS * index.findOrAdd(job, 0);
        if (index.size() > before) {
            if (at == sums.length) {
                sums = Arrays.copyOf(sums, 2 * at);
            }
            sums[at + CLASS] = jobClass == TaskClass.USER_FACING ? 1 : 0;
            sums[at + PRIORITY] = tasks.priority(row);
        }
        sums[at + TASKS]++;
        boolean isFinished = tasks.outcome(row) == TaskOutcome.FINISHED && !isOpen;
        add(at + DURATIONS, isFinished ? tasks.durationMicros(row) : ABSENT, MICROS_PER_SECOND);
        add(at + CPUS, tasks.cpuMicroCores(row), Resources.MICRO_CORES_PER_CORE);
        add(at + MEMORIES, tasks.memoryBytes(row), Resources.BYTES_PER_GIB);
        sums[at + GPUS] += tasks.gpuMicros(row) / (double) ServerExtras.MICROS_PER_GPU;
        while (index.size() > most) {
            halve();
        }
    }

    private void add(int at, long value, double unit) {
        if (value != ABSENT) {
            sums[at]++;
            sums[at + 1] += value / unit;
        }
    }

    private void halve() {
        sample = new JobSample(sample.share() / 2);
        KeyIndex fewer = new KeyIndex();
        for (int i = 0; i < index.size(); i++) {
            if (sample.keeps(index.job(i))) {
                int to = fewer.findOrAdd(index.job(i), 0);
                System.arraycopy(sums, FIELDS * i, sums, FIELDS * to, FIELDS);
            }
        }
        Arrays.fill(sums, FIELDS * fewer.size(), sums.length, 0);
        index = fewer;
    }

    /** Counts a job that has tasks, in the sample or not. */
    void countJob() {
        jobs++;
    }

    /** The jobs of the sample. */
    JobTable table() {
        int n = index.size();
        Map<JointParameter, double[]> columns = new EnumMap<>(JointParameter.class);
        for (JointParameter parameter : JointParameter.values()) {
            double[] column = new double[n];
            for (int i = 0; i < n; i++) {
                column[i] = value(FIELDS * i, parameter);
            }
            boolean isOfSome = Arrays.stream(column).anyMatch(value -> value > 0);
            if (parameter != JointParameter.GPU || isOfSome) {
                columns.put(parameter, column);
            }
        }
        return new JobTable(columns, n, jobs);
    }

    private double value(int at, JointParameter parameter) {
        return switch (parameter) {
            case CLASS -> sums[at + CLASS];
            case PRIORITY -> sums[at + PRIORITY];
            case TASKS -> sums[at + TASKS];
            case DURATION -> mean(at + DURATIONS);
            case CPU -> mean(at + CPUS);
            case MEMORY -> mean(at + MEMORIES);
            case GPU -> sums[at + GPUS] / sums[at + TASKS];
        };
    }

    private double mean(int at) {
        return sums[at] == 0 ? Double.NaN : sums[at + 1] / sums[at];
    }
}
