package dev.stowage.workload.synthesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.ModelReader;
import dev.stowage.workload.Models;
import dev.stowage.workload.Parameter;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TraceProvenance;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.WorkloadModels;
import dev.stowage.workload.fit.JobSamples;
import dev.stowage.workload.fit.ParameterSamples;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Draws of another window differ as windows do, and keep what days have in common. */
class ResampledGeneratorTest {
    private static final int DAY = 86_400;
    private static final int DAYS = 16;
    private static final int SEEDS = 80;

    private static WorkloadModel model;
    private static int recordedJobs;
    private static double[] recordedByDay;

    /** Sessions of five jobs in working hours only, on days that are between calm and busy. */
    @BeforeAll
    static void fit() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
        ParameterSamples.Builder builder = ParameterSamples.builder();
        JobSamples jobs = new JobSamples();
        recordedByDay = new double[DAYS];
        int session = 0;
        for (int day = 0; day < DAYS; day++) {
            long sessions = Math.round(20 * Math.exp(0.8 * random.nextGaussian()));
            for (int s = 0; s < sessions; s++, session++) {
                double start = day * DAY + 8 * 3600 + random.nextInt(8 * 3600);
                for (int j = 0; j < 5; j++) {
                    add(builder, jobs, start + 7 * j, 60 + 10 * random.nextDouble(), session);
                    recordedByDay[day]++;
                    recordedJobs++;
                }
            }
        }
        model = Models.fit(builder.jobs(jobs).build(provenance(recordedJobs)));
    }

    private static void add(
            ParameterSamples.Builder builder,
            JobSamples jobs,
            double at,
            double seconds,
            int session) {
        builder.countJob(TaskClass.BATCH);
        builder.add(TaskClass.BATCH, Parameter.JOB_ARRIVAL, at);
        builder.add(TaskClass.BATCH, Parameter.JOB_DURATION, seconds);
        builder.add(TaskClass.BATCH, Parameter.TASKS_PER_JOB, 1);
        builder.add(TaskClass.BATCH, Parameter.TASK_DURATION, seconds);
        jobs.addArrival(TaskClass.BATCH, at);
        jobs.addJob(TaskClass.BATCH, at, false, 1, session)
                .add(
                        new JobSamples.Shape(TaskOutcome.FINISHED, 1, 1, 2, TaskDemands.NONE),
                        seconds,
                        0);
    }

    private static TraceProvenance provenance(int jobs) {
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        double window = (double) DAYS * DAY;
        tables.put(TraceProvenance.JOBS, new TraceProvenance.Table(jobs, 0, window));
        tables.put(TraceProvenance.TASKS, new TraceProvenance.Table(jobs, 0, window));
        return new TraceProvenance(
                "days",
                "none",
                "",
                "all",
                Resources.ofCoresAndGib(1, 1),
                tables,
                List.of(),
                List.of());
    }

    private static double[] arrivals(String generator, long jobs, int seed) {
        SynthOptions options =
                new SynthOptions(jobs, 1, 1, 1, SynthOptions.ScaleBy.COUNT, generator, seed, 0);
        Workload workload = Generators.generate(model, options);
        double[] seconds = new double[1024];
        int size = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    if (size == seconds.length) {
                        seconds = Arrays.copyOf(seconds, 2 * size);
                    }
                    seconds[size++] = batch.submitMicros[i] / 1e6;
                }
            }
        }
        return Arrays.copyOf(seconds, size);
    }

    private static double[] counts(double[] seconds, int span) {
        double[] counts = new double[DAYS * DAY / span];
        for (double at : seconds) {
            counts[(int) (at / span)]++;
        }
        return counts;
    }

    private static double variance(double[] values) {
        double mean = Arrays.stream(values).average().orElseThrow();
        return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1);
    }

    @Test
    void drawsTotalsThatVaryAtLeastAsThoseOfDaysDo() {
        double[] totals = new double[SEEDS];
        double[] logarithms = new double[SEEDS];
        for (int seed = 0; seed < SEEDS; seed++) {
            totals[seed] = arrivals(Generators.RESAMPLED, recordedJobs, seed).length;
            logarithms[seed] = Math.log(totals[seed]);
        }
        // Closed form for independent days: the variance of a sum of days.
        double ofDays = DAYS * variance(recordedByDay);
        assertThat(variance(totals)).isGreaterThan(0.8 * ofDays);
        Arrays.sort(logarithms);
        assertThat(Math.exp(logarithms[SEEDS / 2]))
                .isCloseTo(recordedJobs, within(0.2 * recordedJobs));
        double[] faithful = new double[10];
        Arrays.setAll(faithful, i -> arrivals(Generators.FAITHFUL, recordedJobs, i).length);
        assertThat(variance(faithful)).isZero();
    }

    @Test
    void keepsTheTimeOfDayAndSessionsTogether() {
        double[] seconds = arrivals(Generators.RESAMPLED, recordedJobs, 3);
        long atWork =
                Arrays.stream(seconds)
                        .filter(at -> at % DAY > 7 * 3600 && at % DAY < 18 * 3600)
                        .count();
        assertThat(atWork).isEqualTo(seconds.length);
        assertThat(seconds.length % 5).isZero();
    }

    @Test
    void differsFromSeedToSeedInEveryHour() {
        double[] one = counts(arrivals(Generators.RESAMPLED, recordedJobs, 1), 3600);
        double[] two = counts(arrivals(Generators.RESAMPLED, recordedJobs, 2), 3600);
        assertThat(correlation(one, two)).isLessThan(0.8);
        assertThat(arrivals(Generators.RESAMPLED, recordedJobs, 1))
                .isEqualTo(arrivals(Generators.RESAMPLED, recordedJobs, 1));
    }

    private static double correlation(double[] one, double[] two) {
        double[] sum = new double[one.length];
        Arrays.setAll(sum, i -> one[i] + two[i]);
        double covariance = (variance(sum) - variance(one) - variance(two)) / 2;
        return covariance / Math.sqrt(variance(one) * variance(two));
    }

    /** Nine times the users: the largest minute grows by less than the mean does. */
    @Test
    void growsByUsersAndNotByBursts() {
        double ratio = 0;
        for (int seed = 0; seed < 20; seed++) {
            double[] once = arrivals(Generators.RESAMPLED, recordedJobs, seed);
            double[] more = arrivals(Generators.RESAMPLED, 9L * recordedJobs, seed);
            double growth = (double) more.length / once.length;
            ratio += peak(more) / peak(once) / growth / 20;
        }
        assertThat(ratio).isLessThan(0.6);
    }

    private static double peak(double[] seconds) {
        return Arrays.stream(counts(seconds, 60)).max().orElseThrow();
    }

    @Test
    void refusesAModelWithoutWholeJobs() {
        assertThatThrownBy(
                        () ->
                                Generators.generate(
                                        WorkloadModels.load("google-2011"),
                                        new SynthOptions(
                                                10,
                                                1,
                                                1,
                                                1,
                                                SynthOptions.ScaleBy.COUNT,
                                                Generators.RESAMPLED,
                                                1,
                                                0)))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("does not have the tasks of all of its window");
    }

    /** Six digits of a submit may round up to behind the end of a long window. */
    @Test
    void readsBackAJobAtTheVeryEndOfALongWindow() {
        ParameterSamples.Builder builder = ParameterSamples.builder();
        JobSamples jobs = new JobSamples();
        for (int job = 0; job < 50; job++) {
            add(builder, jobs, Math.min(25_000.0 * job, 1_209_348.6), 60 + job, job);
        }
        Map<String, TraceProvenance.Table> tables = new LinkedHashMap<>();
        tables.put(TraceProvenance.JOBS, new TraceProvenance.Table(50, 0, 1_209_349));
        tables.put(TraceProvenance.TASKS, new TraceProvenance.Table(50, 0, 1_209_349));
        TraceProvenance days = provenance(50);
        WorkloadModel ofDays =
                Models.fit(
                        builder.jobs(jobs)
                                .build(
                                        new TraceProvenance(
                                                days.trace(),
                                                days.format(),
                                                "",
                                                days.classRule(),
                                                days.machine(),
                                                tables,
                                                List.of(),
                                                List.of())));
        JointModel joint = ModelReader.read("long", ofDays.toJson()).joint();
        assertThat(joint).isNotNull();
        assertThat(joint.jobs().get(49).atSeconds()).isLessThanOrEqualTo(joint.windowSeconds());
    }
}
