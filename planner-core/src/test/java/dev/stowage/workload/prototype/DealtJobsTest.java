package dev.stowage.workload.prototype;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.basis.Seeds;
import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.Spread;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DealtJobsTest {
    private static final double WINDOW = 10_000;
    private static final int JOBS = 400;

    /** A job as it is told. */
    private record Dealt(int prototype, double seconds) {}

    private static JobPrototype job(TaskClass taskClass, double at, int session) {
        TaskGroup tasks =
                new TaskGroup(
                        1,
                        TaskOutcome.FINISHED,
                        0,
                        1,
                        1,
                        TaskDemands.NONE,
                        Spread.constant(9),
                        Spread.constant(0));
        return new JobPrototype(taskClass, at, false, 1, session, List.of(tasks));
    }

    /**
     * Every fifth job is user-facing; the first five jobs of every 40, and the last five, are a
     * session of one user-facing job and four batch jobs.
     */
    private static JointModel joint(double seenSeconds) {
        List<JobPrototype> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            boolean isSession = i % 40 < 5 || i >= JOBS - 5;
            TaskClass taskClass = i % 5 == 0 ? TaskClass.USER_FACING : TaskClass.BATCH;
            int session = isSession ? i / 20 : JobPrototype.NO_SESSION;
            jobs.add(job(taskClass, seenSeconds * i / JOBS, session));
        }
        return new JointModel(seenSeconds, 1, jobs);
    }

    private static Arrivals arrivals(double grainSeconds) {
        Map<TaskClass, List<Long>> counts =
                Map.of(
                        TaskClass.BATCH,
                        Collections.nCopies(10, 32L),
                        TaskClass.USER_FACING,
                        Collections.nCopies(10, 8L));
        return new Arrivals(WINDOW / 10, counts, List.of(), grainSeconds, 0);
    }

    /** Random arrivals of random classes, four of five batch. */
    private static List<Dealt> dealt(int n, double seenSeconds, double grainSeconds, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] seconds = random.doubles(n, 0, WINDOW).sorted().toArray();
        byte[] classes = new byte[n];
        for (int i = 0; i < n; i++) {
            classes[i] = number(i % 5 == 0 ? TaskClass.USER_FACING : TaskClass.BATCH);
        }
        List<Dealt> dealt = new ArrayList<>();
        DealtJobs.deal(
                arrivals(grainSeconds),
                joint(seenSeconds),
                seconds,
                classes,
                seed,
                taskClass -> Seeds.stream(seed, "jobs." + taskClass, 0),
                (number, prototype, at) -> {
                    assertThat(number).isEqualTo(dealt.size());
                    dealt.add(new Dealt(prototype, at));
                });
        return dealt;
    }

    @SuppressWarnings("EnumOrdinal") // what the generator hands over
    private static byte number(TaskClass taskClass) {
        return (byte) taskClass.ordinal();
    }

    private static double[] arrivalsOf(List<Dealt> dealt, int prototype) {
        return dealt.stream()
                .filter(job -> job.prototype() == prototype)
                .mapToDouble(Dealt::seconds)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {WINDOW, WINDOW / 2})
    void everyArrivalIsOneJobInOrderOfTime(double seenSeconds) {
        for (long seed = 0; seed < 20; seed++) {
            List<Dealt> dealt = dealt(JOBS, seenSeconds, 0, seed);
            assertThat(dealt).hasSize(JOBS);
            assertThat(dealt.stream().map(Dealt::seconds)).isSorted();
            assertThat(dealt.stream().filter(job -> job.prototype() % 5 == 0)).hasSize(JOBS / 5);
        }
    }

    @Test
    void asManyAsThereArePrototypesAreEachOnce() {
        List<Dealt> dealt = dealt(JOBS, WINDOW, 0, 3);
        assertThat(dealt.stream().map(Dealt::prototype))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, JOBS).boxed().toList());
    }

    @Test
    void jobsOfASessionKeepTheirDistancesWhateverTheirClassAndMoveByAMinuteAtMost() {
        double gap = WINDOW / JOBS;
        double[] moved = new double[50 * 9];
        int size = 0;
        for (int seed = 0; seed < 50; seed++) {
            List<Dealt> dealt = dealt(JOBS, WINDOW, 0, seed);
            for (int first = 40; first < JOBS; first += 40) {
                double at = arrivalsOf(dealt, first)[0];
                assertThat(at).isBetween(gap * first - 60, gap * first + 60);
                moved[size++] = at - gap * first;
                for (int next = 1; next < 5; next++) {
                    assertThat(arrivalsOf(dealt, first + next)[0] - at)
                            .isEqualTo(next * gap, within(1e-6));
                }
            }
        }
        assertThat(Arrays.stream(moved).average().orElseThrow()).isBetween(-6.0, 6.0);
        assertThat(Arrays.stream(moved).max().orElseThrow()).isBetween(55.0, 60.0);
    }

    @Test
    void theFirstAndTheLastSessionStayInsideTheWindow() {
        for (int first : new int[] {0, JOBS - 5}) {
            double least = Double.POSITIVE_INFINITY;
            double greatest = 0;
            for (int seed = 0; seed < 50; seed++) {
                List<Dealt> dealt = dealt(JOBS, WINDOW, 0, seed);
                double at = arrivalsOf(dealt, first)[0];
                double last = arrivalsOf(dealt, first + 4)[0];
                assertThat(last - at).isEqualTo(4 * WINDOW / JOBS, within(1e-6));
                least = Math.min(least, at);
                greatest = Math.max(greatest, last);
            }
            assertThat(least).isBetween(0.0, WINDOW);
            assertThat(greatest).isBetween(0.0, WINDOW);
            assertThat(Math.min(least, WINDOW - greatest)).isLessThan(0.001);
        }
    }

    @Test
    void copiesOfASessionKeepTheirDistances() {
        List<Dealt> dealt = dealt(3 * JOBS, WINDOW, 0, 7);
        double[] first = arrivalsOf(dealt, 81);
        double[] last = arrivalsOf(dealt, 84);
        assertThat(first).hasSize(3);
        assertThat(last).hasSize(3);
        for (int copy = 0; copy < 3; copy++) {
            assertThat(last[copy] - first[copy]).isEqualTo(3 * WINDOW / JOBS, within(1e-6));
        }
        assertThat(first[1] - first[0]).isGreaterThan(1);
    }

    @Test
    void whatMovesKeepsToTheGrain() {
        List<Dealt> dealt = dealt(JOBS, WINDOW, 1, 7);
        for (int first = 41; first < JOBS; first += 40) {
            double at = arrivalsOf(dealt, first)[0];
            assertThat(at).isEqualTo(Math.rint(at));
        }
    }
}
