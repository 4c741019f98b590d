package dev.stowage.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JobSubsetTest {
    private static final int JOBS = 1000;
    private static final long SECOND = 1_000_000;
    private static final long LENGTH = 10_000 * SECOND;

    /** One task a job, every second; a few jobs hold most of the work. */
    private static long seconds(long job) {
        return Math.max(1, 5000 / (1 + job * 7 % JOBS));
    }

    private static final class Jobs implements Workload {
        @Override
        public String name() {
            return "jobs";
        }

        @Override
        public TaskSource open() {
            return new TaskSource() {
                private long job;

                @Override
                @SuppressWarnings("EnumOrdinal") // what TaskBatch defines
                public boolean read(TaskBatch batch) {
                    batch.size = 0;
                    batch.isPlain = true;
                    for (; job < JOBS && batch.size < batch.capacity(); job++) {
                        int at = batch.size++;
                        batch.submitMicros[at] = job * SECOND;
                        batch.durationMicros[at] = seconds(job) * SECOND;
                        batch.cpuMicroCores[at] = 1_000_000;
                        batch.jobId[at] = job;
                        TaskClass ofJob = job % 4 == 0 ? TaskClass.USER_FACING : TaskClass.BATCH;
                        batch.taskClass[at] = (byte) ofJob.ordinal();
                    }
                    return batch.size > 0;
                }

                @Override
                public Map<String, Long> leftOut() {
                    return Map.of();
                }

                @Override
                public void close() {}
            };
        }
    }

    private static ObservedWorkload side(LongPredicate isChosen) {
        TraceProvenance.Table window = new TraceProvenance.Table(JOBS, 0, JOBS);
        TraceProvenance provenance =
                new TraceProvenance(
                        "jobs",
                        "none",
                        "",
                        "",
                        Resources.ofCoresAndGib(1, 1),
                        Map.of(TraceProvenance.TASKS, window),
                        List.of(),
                        List.of());
        return new ObservedWorkload(
                "jobs",
                ParameterSamples.builder().build(provenance),
                new ArrivalCounts(0, JOBS * SECOND),
                new JobTable(Map.of(), 0, JOBS),
                new ObservedWorkload.Tasks(new Jobs(), isChosen, 0, LENGTH, JOBS, JOBS, 1));
    }

    private static long[] taken(LongPredicate isChosen, double share, long seed) {
        LongPredicate isTaken = JobSubset.of(side(isChosen), 0, LENGTH, share, seed);
        return LongStream.range(0, JOBS).filter(isTaken).toArray();
    }

    private static double work(LongStream jobs) {
        return jobs.mapToDouble(JobSubsetTest::seconds).sum();
    }

    @Test
    void takesEverySoManythJobOfEachClassWithItsShareOfTheWork() {
        double all = work(LongStream.range(0, JOBS));
        for (long seed = 1; seed <= 20; seed++) {
            long[] half = taken(job -> true, 0.5, seed);
            assertThat(half).hasSize(JOBS / 2);
            assertThat(LongStream.of(half).filter(job -> job % 4 == 0).count())
                    .isBetween(124L, 126L);
            // of each class as much as the largest job that is or is not among them, and half
            assertThat(work(LongStream.of(half)))
                    .isCloseTo(all / 2, within(0.5 * 5000 + 0.5 * 1250));
        }
        assertThat(taken(job -> true, 0.5, 1)).isNotEqualTo(taken(job -> true, 0.5, 2));
    }

    @Test
    void takesOnlyJobsThatAreChosenAndAllOfThemAtAShareOfOne() {
        assertThat(taken(job -> job < 300, 1, 3)).hasSize(300);
        assertThat(taken(job -> job < 300, 0.1, 3)).hasSize(30);
        assertThat(LongStream.of(taken(job -> job < 300, 0.1, 3))).allMatch(job -> job < 300);
    }
}
