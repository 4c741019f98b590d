package dev.stowage.workload.prototype;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
import dev.stowage.workload.Arrivals;
import dev.stowage.workload.JobPrototype;
import dev.stowage.workload.JointModel;
import dev.stowage.workload.Spread;
import dev.stowage.workload.TaskDemands;
import dev.stowage.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DealerTest {
    private static final int JOBS = 320;
    private static final double WINDOW = 10_000;

    /** Jobs at equal distances; of every 40 the first five are a session. */
    private static JointModel joint(double seenSeconds) {
        List<JobPrototype> jobs = new ArrayList<>();
        for (int i = 0; i < JOBS; i++) {
            int session = i % 40 < 5 ? i / 40 : JobPrototype.NO_SESSION;
            double at = seenSeconds * i / JOBS;
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
            jobs.add(new JobPrototype(TaskClass.BATCH, at, false, 1, session, List.of(tasks)));
        }
        return new JointModel(seenSeconds, 1, jobs);
    }

    private static Arrivals arrivals() {
        List<Long> counts = Collections.nCopies(10, 32L);
        return new Arrivals(WINDOW / 10, Map.of(TaskClass.BATCH, counts), List.of(), 0, 0);
    }

    private static Dealer dealer(JointModel joint, long jobs, RandomGenerator random) {
        double until = Math.min(WINDOW, joint.seenSeconds(arrivals().windowSeconds()));
        SessionMoves moves = new SessionMoves(joint.jobs(), until, 3);
        return Dealer.of(joint, TaskClass.BATCH, arrivals(), jobs, moves, random);
    }

    private static int[] dealt(int jobs, double seenSeconds) {
        return dealt(jobs, seenSeconds, 5);
    }

    /** Jobs that arrive at equal distances, too. */
    private static int[] dealt(int jobs, double seenSeconds, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        Dealer dealer = dealer(joint(seenSeconds), jobs, random);
        double gap = seenSeconds / jobs;
        return IntStream.range(0, jobs)
                .map(i -> dealer.next(gap * i, gap * (i + 1), true))
                .toArray();
    }

    private static int place(int[] dealt, int prototype) {
        return IntStream.range(0, dealt.length)
                .filter(i -> dealt[i] == prototype)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void asManyJobsAsThereArePrototypesGetEachOnce() {
        assertThat(dealt(JOBS, WINDOW)).doesNotHaveDuplicates().hasSize(JOBS);
        assertThat(dealt(JOBS, WINDOW / 2)).doesNotHaveDuplicates().hasSize(JOBS);
    }

    @Test
    void anyNumberOfJobsGetsEachAsOftenAsItsShareRoundedUpOrDown() {
        int[] dealt = dealt(750, WINDOW);
        for (int prototype = 0; prototype < JOBS; prototype++) {
            int wanted = prototype;
            assertThat(IntStream.of(dealt).filter(p -> p == wanted).count()).isBetween(2L, 3L);
        }
        assertThat(IntStream.of(dealt(32, WINDOW)).distinct().count()).isEqualTo(32);
    }

    @Test
    void jobsStayNearTheirPlaceInTheWindow() {
        int[] dealt = dealt(JOBS, WINDOW); // ten parts of 32
        for (int i = 0; i < JOBS; i++) {
            assertThat(dealt[i]).isBetween(i - 32, i + 32);
        }
        assertThat(dealt).isNotEqualTo(IntStream.range(0, JOBS).toArray());
    }

    @Test
    void noJobIsEarlyOrLateOnAverage() {
        for (int prototype : new int[] {63, 64, 79, 95}) { // ends and beginning of a part, middle
            double sum = 0;
            for (int seed = 0; seed < 400; seed++) {
                sum += place(dealt(JOBS, WINDOW, seed), prototype) - prototype;
            }
            assertThat(sum / 400).isBetween(-2.5, 2.5); // 9.2 / sqrt(400) = 0.5 is the error
        }
    }

    @Test
    void dealsOfAllWhatArrivesLater() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        Dealer dealer = dealer(joint(WINDOW / 2), 10, random);
        int[] later = IntStream.range(0, JOBS).map(i -> dealer.next(i, i + 1, false)).toArray();
        assertThat(later).doesNotHaveDuplicates();
    }
}
