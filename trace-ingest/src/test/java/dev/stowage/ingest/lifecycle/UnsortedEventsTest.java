package dev.stowage.ingest.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskOutcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UnsortedEventsTest {
    private static final LifecycleEvent[] ALL = LifecycleEvent.values();

    private record Event(long job, LifecycleEvent kind, long time) {}

    private static Lifecycles pair(List<Event> events) {
        UnsortedEvents unsorted = new UnsortedEvents(0);
        events.forEach(e -> unsorted.add(e.job, 0, e.kind, e.time, false));
        return unsorted.pair((row, event) -> {});
    }

    @Test
    void anEvictionAndTheNextSubmitMayFallIntoOneInstant() {
        Lifecycles tasks =
                pair(
                        List.of(
                                new Event(1, LifecycleEvent.SUBMIT, 20),
                                new Event(1, LifecycleEvent.EVICT, 20),
                                new Event(1, LifecycleEvent.SCHEDULE, 10),
                                new Event(1, LifecycleEvent.SUBMIT, 5)));
        assertThat(tasks.outcome(0)).isEqualTo(TaskOutcome.PENDING);
        assertThat(tasks.resubmissions(0)).isEqualTo(1);
        assertThat(tasks.durationMicros(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(tasks.facts("")).containsEntry("submitsWhileAlive", 0L);
    }

    @Test
    void aWholeLifeMayFallIntoOneInstant() {
        Lifecycles tasks =
                pair(
                        List.of(
                                new Event(1, LifecycleEvent.FINISH, 7),
                                new Event(1, LifecycleEvent.SCHEDULE, 7),
                                new Event(1, LifecycleEvent.ENABLE, 7),
                                new Event(1, LifecycleEvent.SUBMIT, 7)));
        assertThat(tasks.outcome(0)).isEqualTo(TaskOutcome.FINISHED);
        assertThat(tasks.durationMicros(0)).isZero();
        assertThat(tasks.isSubmitCensored(0)).isFalse();
    }

    /** Two copies of any history, one behind the other or row by row, are that history. */
    @Test
    void aHistoryThatIsThereTwiceCountsOnce() {
        Random random = new Random(2);
        for (int round = 0; round < 200; round++) {
            List<Event> once = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                once.add(new Event(i % 4, ALL[random.nextInt(ALL.length)], 3L * i));
            }
            List<Event> twice = new ArrayList<>(once);
            twice.addAll(once);
            Lifecycles a = pair(once);
            Lifecycles b = pair(twice);
            for (int job = 0; job < 4; job++) {
                int one = a.find(job, 0);
                int other = b.find(job, 0);
                assertThat(b.attempts(other)).isEqualTo(a.attempts(one));
                assertThat(b.resubmissions(other)).isEqualTo(a.resubmissions(one));
                assertThat(b.failures(other)).isEqualTo(a.failures(one));
                assertThat(b.outcome(other)).isEqualTo(a.outcome(one));
                assertThat(b.durationMicros(other)).isEqualTo(a.durationMicros(one));
            }
            long repeated = Lifecycles.REPEATED.stream().mapToLong(b.facts("")::get).sum();
            assertThat(repeated).isPositive();
        }
    }

    @Test
    void pairsShuffledEventsAsSortedOnes() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                // no two of one job at one time: their order would count
                events.add(new Event(i % 4, ALL[random.nextInt(ALL.length)], 3L * i));
            }
            Lifecycles sorted = pair(events);
            List<Event> shuffled = new ArrayList<>(events);
            Collections.shuffle(shuffled, random);
            Lifecycles paired = pair(shuffled);
            assertThat(paired.facts("")).isEqualTo(sorted.facts(""));
            for (int job = 0; job < 4; job++) {
                int a = sorted.find(job, 0);
                int b = paired.find(job, 0);
                assertThat(paired.outcome(b)).isEqualTo(sorted.outcome(a));
                assertThat(paired.durationMicros(b)).isEqualTo(sorted.durationMicros(a));
                assertThat(paired.attempts(b)).isEqualTo(sorted.attempts(a));
            }
        }
    }
}
