package dev.stowage.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskClass;
import dev.stowage.model.TaskOutcome;
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
                            0,
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

    private static int[] dealt(int jobs, double seenSeconds) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        Dealer dealer = Dealer.of(joint(seenSeconds), TaskClass.BATCH, arrivals(), jobs, random);
        return IntStream.range(0, jobs).map(i -> dealer.next(true)).toArray();
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
    void jobsStayInTheirPartOfTheWindow() {
        int[] dealt = dealt(JOBS, WINDOW);
        for (int i = 0; i < JOBS; i++) {
            assertThat(dealt[i] / 32).isEqualTo(i / 32);
        }
        assertThat(dealt).isNotEqualTo(IntStream.range(0, JOBS).toArray());
    }

    @Test
    void jobsOfASessionKeepTheirDistances() {
        int[] dealt = dealt(JOBS, WINDOW);
        for (int session = 0; session < JOBS / 160; session++) { // 40 * 4 = 5 parts of 32
            int first = 160 * session;
            int at = IntStream.range(0, JOBS).filter(i -> dealt[i] == first).findAny().orElse(-1);
            int last =
                    IntStream.range(0, JOBS)
                            .filter(i -> dealt[i] == first + 4)
                            .findAny()
                            .orElse(-1);
            // alone they would be a third of the part apart, in any order
            assertThat(last - at).isBetween(3, 14);
        }
    }

    @Test
    void dealsOfAllWhatArrivesLater() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        Dealer dealer = Dealer.of(joint(WINDOW / 2), TaskClass.BATCH, arrivals(), 10, random);
        int[] later = IntStream.range(0, JOBS).map(i -> dealer.next(false)).toArray();
        assertThat(later).doesNotHaveDuplicates();
    }
}
