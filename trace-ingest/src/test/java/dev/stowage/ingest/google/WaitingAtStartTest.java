package dev.stowage.ingest.google;

import static dev.stowage.ingest.google.MiniTrace.FINISH;
import static dev.stowage.ingest.google.MiniTrace.SCHEDULE;
import static dev.stowage.ingest.google.MiniTrace.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Progress;
import dev.stowage.ingest.extraction.ParameterExtraction;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.WorkloadModel;
import dev.stowage.workload.fit.FitOptions;
import dev.stowage.workload.fit.ModelFitter;
import dev.stowage.workload.synthesis.Generators;
import dev.stowage.workload.synthesis.SynthOptions;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work that waits when a trace begins is there when a drawn window begins, and doesn't arrive. */
final class WaitingAtStartTest {
    private static final int START = 600;
    private static final int ARRIVING = 40;
    private static final int WAITING = 27;
    private static final int RUNNING = 3;
    private static final int EARLY_SECONDS = 200;
    private static final int SEEDS = 150;

    @TempDir Path folder;
    private WorkloadModel model;

    /** A job every 50 s or so; 27 wait when it begins and start one after the other, three run. */
    @BeforeEach
    void fit() {
        MiniTrace mini = new MiniTrace(folder);
        for (int job = 1; job <= WAITING; job++) {
            life(mini, job, 0, START + 10 + 5 * job);
        }
        for (int job = WAITING + 1; job <= WAITING + RUNNING; job++) {
            life(mini, job, 0, 0);
        }
        for (int job = 1; job <= ARRIVING; job++) {
            int submit = START + 50 * job - job * job % 37;
            life(mini, WAITING + RUNNING + job, submit, submit + 1);
        }
        mini.ingest();
        model =
                ModelFitter.fit(
                        ParameterExtraction.extract(mini.trace(), Progress.NONE),
                        FitOptions.defaults("made", "0.0.0-test"),
                        Progress.NONE);
    }

    private static void life(MiniTrace mini, int job, int submit, int start) {
        mini.job(submit, job, SUBMIT).job(start, job, SCHEDULE);
        mini.task(submit, job, 0, SUBMIT).task(start, job, 0, SCHEDULE);
        int end = Math.max(START, start) + 20 + job;
        mini.task(end, job, 0, FINISH).job(end, job, FINISH);
    }

    @Test
    void isKeptApartFromArrivalsAndFromWhatRuns() {
        var jobs = Objects.requireNonNull(model.joint()).jobs();
        assertThat(jobs.stream().filter(JobPrototype::isWaiting)).hasSize(WAITING);
        assertThat(jobs.stream().filter(JobPrototype::isStanding)).hasSize(WAITING + RUNNING);
        assertThat(Objects.requireNonNull(model.arrivals()).total()).isEqualTo(ARRIVING);
    }

    /** Ten times the jobs are ten times what runs (Little's law); the queue is as it was. */
    @ParameterizedTest
    @CsvSource({"1, 30", "10, 57"})
    void isThereFromTheStartHoweverManyJobsArrive(int growth, int there) {
        Drawn drawn = drawn(Generators.FAITHFUL, growth, 1);
        assertThat(drawn.standing()).isEqualTo(there);
        assertThat(drawn.later()).isEqualTo(ARRIVING * growth);
        assertThat(drawn.early()).as("arrivals of the first 200 s").isBetween(growth, 8 * growth);
    }

    /** Sessions that began before the window go on in it: its beginning is as busy as the rest. */
    @Test
    void isThereInAnotherWindowTooWhoseBeginningIsAsBusyAsTheRest() {
        double early = 0;
        double later = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Drawn drawn = drawn(Generators.RESAMPLED, 1, seed);
            assertThat(drawn.standing()).isBetween(WAITING, 3 * WAITING);
            early += drawn.early();
            later += drawn.later();
        }
        double expected = later * EARLY_SECONDS / model.windowSeconds();
        assertThat(early).isCloseTo(expected, within(0.2 * expected));
    }

    /**
     * What was drawn.
     *
     * @param standing tasks of jobs that are there when the window begins
     * @param early tasks of arriving jobs, within 200 s
     * @param later tasks of all arriving jobs
     */
    private record Drawn(int standing, int early, int later) {}

    private Drawn drawn(String generator, int growth, int seed) {
        Workload workload =
                Generators.generate(
                        model,
                        new SynthOptions(
                                (long) ARRIVING * growth,
                                1,
                                1,
                                1,
                                SynthOptions.ScaleBy.COUNT,
                                generator,
                                seed,
                                0));
        int standing = 0;
        int early = 0;
        int later = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                for (int i = 0; i < batch.size; i++) {
                    long submit = batch.submitMicros[i];
                    if (batch.jobId[i] <= workload.standingJobs()) {
                        assertThat(submit).isZero();
                        standing++;
                    } else {
                        later++;
                        early += submit <= 1e6 * EARLY_SECONDS ? 1 : 0;
                    }
                }
            }
        }
        return new Drawn(standing, early, later);
    }
}
