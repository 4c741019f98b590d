package dev.stowage.workload.growth;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.UsageBatch;
import dev.stowage.model.UsageSource;
import dev.stowage.model.Workload;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A workload with more or fewer jobs of each class: of n jobs {@code round(n * growth)}, whole jobs
 * only. Each is there as often as the whole part of the factor says; which of them once more is
 * drawn by seed, if not all or none are. A copy is submitted with its job and has a number of its
 * own, so that bursts grow as everything else does. Tasks of jobs that are dropped are counted as
 * {@code thinned}.
 *
 * <p>Memory: that of {@link JobCensus} and 4 bytes a job. Safe for use by several threads; a pass
 * is not.
 */
public final class GrownWorkload extends ChangedWorkload {
    private final Demand demand;
    private final JobCensus jobs;
    private final int[] times; // that a job is there
    private final long firstFree; // number of a job

    private GrownWorkload(Workload base, Demand demand, JobCensus jobs, int[] times) {
        super(base);
        this.demand = demand;
        this.jobs = jobs;
        this.times = times;
        this.firstFree = jobs.largestId() + 1;
        long most = Arrays.stream(times).max().orElse(0);
        if (Math.multiplyHigh(most, jobs.size()) != 0
                || Long.MAX_VALUE - most * jobs.size() < firstFree) {
            throw InputException.at(
                    "growth",
                    "job number " + jobs.largestId(),
                    "numbers that leave room for copies",
                    null);
        }
    }

    /** Reads the base once, and lets it grow by the factors of {@code demand}. */
    public static GrownWorkload of(Workload base, Demand demand, long seed) {
        return of(base, demand, JobCensus.of(base), seed);
    }

    private static GrownWorkload of(Workload base, Demand demand, JobCensus jobs, long seed) {
        int[] times = new int[jobs.size()];
        for (TaskClass taskClass : TaskClass.values()) {
            grow(
                    jobs,
                    places(jobs, taskClass),
                    demand.growth(taskClass),
                    Seeds.mix(seed, "growth", 0),
                    times);
        }
        return new GrownWorkload(base, demand, jobs, times);
    }

    /** The same growth by other jobs, without another pass over the base. */
    public GrownWorkload redrawn(long seed) {
        return of(base, demand, jobs, seed);
    }

    /** True if another seed may choose other jobs. */
    public boolean isDrawn() {
        for (TaskClass taskClass : TaskClass.values()) {
            int n = places(jobs, taskClass).length;
            long once = onceMore(n, demand.growth(taskClass));
            if (once > 0 && once < n) {
                return true;
            }
        }
        return false;
    }

    @SuppressWarnings("EnumOrdinal") // as TaskBatch has it
    private static int[] places(JobCensus jobs, TaskClass taskClass) {
        return IntStream.range(0, jobs.size())
                .filter(place -> jobs.taskClass(place) == taskClass.ordinal())
                .toArray();
    }

    /** Of {@code n} jobs those that are there once more than the whole part of the factor says. */
    private static long onceMore(int n, double factor) {
        return Math.round(n * factor) - (long) n * (int) Math.floor(factor);
    }

    private static void grow(JobCensus jobs, int[] own, double factor, long seed, int[] times) {
        int n = own.length;
        long[] order = new long[n]; // a random number, and the job in the low half
        for (int i = 0; i < n; i++) {
            times[own[i]] = (int) Math.floor(factor);
            long random = (long) (Seeds.uniform(seed, jobs.id(own[i]), 0) * (1L << 31));
            order[i] = random << 32 | own[i];
        }
        Arrays.sort(order);
        long once = onceMore(n, factor);
        for (int i = 0; i < once; i++) {
            times[(int) order[i]]++;
        }
    }

    /** Jobs of each class in the base. */
    public Map<TaskClass, Long> before() {
        return count(false);
    }

    /** Jobs of each class now. */
    public Map<TaskClass, Long> after() {
        return count(true);
    }

    private Map<TaskClass, Long> count(boolean isGrown) {
        Map<TaskClass, Long> counts = new EnumMap<>(TaskClass.class);
        for (TaskClass taskClass : TaskClass.values()) {
            counts.put(taskClass, 0L);
        }
        TaskClass[] classes = TaskClass.values();
        for (int place = 0; place < jobs.size(); place++) {
            counts.merge(classes[jobs.taskClass(place)], isGrown ? times[place] : 1L, Long::sum);
        }
        return counts;
    }

    /** Number of a job's copy; the job itself is copy 0. */
    private long copyId(int place, int copy) {
        return copy == 0 ? jobs.id(place) : firstFree + (copy - 1L) * jobs.size() + place;
    }

    @Override
    public TaskSource open() {
        return new Copies(base.open());
    }

    @Override
    public Optional<UsageSource> usage() {
        return base.usage().map(Measurements::new);
    }

    /** One pass. */
    private final class Copies extends Tasks {
        private final TaskBatch read = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        private int row;
        private int copy;
        private long thinned;

        Copies(TaskSource from) {
            super(from);
        }

        @Override
        public boolean read(TaskBatch batch) {
            batch.size = 0;
            batch.isPlain = true;
            while (batch.size < batch.capacity() && hasRow()) {
                int place = jobs.place(read.jobId[row]);
                if (copy < times[place]) {
                    batch.append(read, row);
                    batch.jobId[batch.size - 1] = copyId(place, copy++);
                }
                if (copy >= times[place]) {
                    thinned += times[place] == 0 ? 1 : 0;
                    row++;
                    copy = 0;
                }
            }
            return batch.size > 0;
        }

        private boolean hasRow() {
            if (row < read.size) {
                return true;
            }
            row = 0;
            return from.read(read);
        }

        @Override
        public Map<String, Long> leftOut() {
            Map<String, Long> leftOut = new LinkedHashMap<>(from.leftOut());
            if (thinned > 0) {
                leftOut.put("thinned", thinned);
            }
            return leftOut;
        }
    }

    /** One pass over what was measured; copies use what their jobs did. */
    private final class Measurements implements UsageSource {
        private final UsageSource from;
        private final UsageBatch read = new UsageBatch(UsageBatch.DEFAULT_CAPACITY);
        private int row;
        private int copy;

        Measurements(UsageSource from) {
            this.from = from;
        }

        @Override
        public boolean read(UsageBatch batch) {
            batch.size = 0;
            while (batch.size < batch.capacity() && hasRow()) {
                int place = jobs.place(read.jobId[row]);
                int most = place < 0 ? 0 : times[place];
                if (copy < most) {
                    put(batch, batch.size++, copyId(place, copy++));
                }
                if (copy >= most) {
                    row++;
                    copy = 0;
                }
            }
            return batch.size > 0;
        }

        private void put(UsageBatch batch, int at, long jobId) {
            batch.startMicros[at] = read.startMicros[row];
            batch.endMicros[at] = read.endMicros[row];
            batch.jobId[at] = jobId;
            batch.taskIndex[at] = read.taskIndex[row];
            batch.cpuMicroCores[at] = read.cpuMicroCores[row];
            batch.memoryBytes[at] = read.memoryBytes[row];
        }

        private boolean hasRow() {
            if (row < read.size) {
                return true;
            }
            row = 0;
            return from.read(read);
        }

        @Override
        public void close() {
            from.close();
        }
    }
}
