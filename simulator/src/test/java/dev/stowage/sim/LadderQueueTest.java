package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ladder queue against {@link PriorityQueue}, whatever the times look like. */
class LadderQueueTest {
    private record Event(long time, long key) {}

    private final LadderQueue ladder = new LadderQueue();
    private final PriorityQueue<Event> oracle =
            new PriorityQueue<>(
                    Comparator.comparingLong(Event::time).thenComparingLong(Event::key));
    private long keys;
    private long now;

    private void add(long time) {
        long key = keys++;
        ladder.add(time, key);
        oracle.add(new Event(time, key));
    }

    private void pollBoth() {
        Event expected = oracle.remove();
        if (expected.key() % 3 == 0) { // with and without a look before
            assertThat(ladder.peekTime()).isEqualTo(expected.time());
            assertThat(ladder.peekKey()).isEqualTo(expected.key());
        }
        assertThat(ladder.poll()).isEqualTo(expected.key());
        assertThat(ladder.size()).isEqualTo(oracle.size());
        now = expected.time();
    }

    private static LongSupplier increments(String shape, SplittableRandom random) {
        return switch (shape) {
            case "exponential" -> () -> (long) (-1e6 * Math.log(1 - random.nextDouble()));
            case "heavy tail" -> () -> (long) Math.exp(40 * random.nextDouble());
            case "grid" -> () -> random.nextInt(4) * 1000L;
            case "zero" -> () -> 0;
            case "near and far" ->
                    () -> random.nextInt(3) == 0 ? 1_000_000_000_000L : random.nextInt(3);
            case "ties far away" -> () -> random.nextInt(2) == 0 ? 1_000_000 : random.nextInt(50);
            default -> throw new IllegalArgumentException(shape);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exponential",
                "heavy tail",
                "grid",
                "zero",
                "near and far",
                "ties far away"
            })
    void givesEventsInTheOrderOfAPriorityQueue(String shape) {
        for (int seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            LongSupplier increment = increments(shape, random);
            for (int phase = 0; phase < 6; phase++) {
                int operations = random.nextInt(2000);
                double growth = random.nextDouble();
                for (int i = 0; i < operations; i++) {
                    if (oracle.isEmpty() || random.nextDouble() < growth) {
                        add(now + increment.getAsLong());
                    } else {
                        pollBoth();
                    }
                }
            }
            while (!oracle.isEmpty()) {
                pollBoth();
            }
            assertThat(ladder.peekTime()).as("seed %s", seed).isEqualTo(LadderQueue.NONE);
        }
    }

    @Test
    void takesEventsBeforeTheEarliestThatIsDue() {
        for (int i = 0; i < 5000; i++) {
            add(1_000_000);
        }
        assertThat(ladder.peekTime()).isEqualTo(1_000_000); // all of them are due next
        for (int i = 5000; i > 0; i--) {
            add(i);
        }
        while (!oracle.isEmpty()) {
            pollBoth();
        }
    }

    @Test
    void doesNotCollapseOnTies() {
        int events = 1_000_000;
        Assertions.assertTimeout(
                Duration.ofSeconds(20), // about 0.1 s; a quadratic step would take hours
                () -> {
                    for (int i = 0; i < events; i++) {
                        ladder.add(500_000_000, i);
                    }
                    for (int i = 0; i < events; i++) { // one short event after the other before it
                        assertThat(ladder.peekTime() >= i).isTrue();
                        ladder.add(i, events + i);
                        if (ladder.poll() != events + i) {
                            throw new AssertionError("out of order at " + i);
                        }
                    }
                    for (int i = 0; i < events; i++) {
                        if (ladder.poll() != i) {
                            throw new AssertionError("out of order at " + i);
                        }
                    }
                });
    }

    @Test
    void refusesToGiveWhatItDoesNotHave() {
        assertThat(ladder.peekTime()).isEqualTo(LadderQueue.NONE);
        assertThatThrownBy(ladder::poll).isInstanceOf(IllegalStateException.class);
    }
}
