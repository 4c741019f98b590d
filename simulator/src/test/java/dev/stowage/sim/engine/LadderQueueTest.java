package dev.stowage.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ladder queue against {@link PriorityQueue}, whatever the times look like. */
class LadderQueueTest {
    private record Event(long time, long key) {}

    private static final Comparator<Event> ORDER =
            Comparator.comparingLong(Event::time).thenComparingLong(Event::key);

    private final LadderQueue ladder = new LadderQueue();
    private final PriorityQueue<Event> oracle = new PriorityQueue<>(ORDER);
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
            case "burst" -> () -> random.nextInt(500) == 0 ? random.nextInt(1_000_000) : 1_000_000;
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

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void givesAMillionEventsOfAllShapesInTheOrderOfAPriorityQueue(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String[] shapes = {"exponential", "heavy tail", "grid", "zero", "near and far", "burst"};
        int operations = 0;
        while (operations < 250_000) {
            LongSupplier increment = increments(shapes[random.nextInt(shapes.length)], random);
            double growth = 0.3 + 0.4 * random.nextDouble();
            int phase = random.nextInt(20_000);
            for (int i = 0; i < phase; i++) {
                if (oracle.isEmpty() || random.nextDouble() < growth) {
                    add(now + increment.getAsLong());
                } else {
                    pollBoth();
                }
            }
            operations += phase;
            if (random.nextInt(4) == 0) {
                assertThat(events(ladder)).isEqualTo(oracle.stream().sorted(ORDER).toList());
            }
        }
        while (!oracle.isEmpty()) {
            pollBoth();
        }
    }

    @Test
    void ordersTiesByKeyWhateverTheOrderOfAdding() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long time = random.nextInt(100) < 90 ? 70 : random.nextInt(100);
            long key = random.nextLong(1L << 40);
            ladder.add(time, key);
            oracle.add(new Event(time, key));
        }
        while (!oracle.isEmpty()) {
            pollBoth();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 60", "0, 300", "30000, 300"}) // without and with a rung below
    void takesManyEventsInTheMiddleOfThoseThatAreDue(int far, int due) {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < far; i++) {
            add(random.nextLong(3_000_000_000L));
        }
        for (int i = 0; i < due; i++) {
            add(1000 + 500 * (i / 2));
        }
        for (int round = 0; round < 20; round++) {
            assertThat(ladder.peekTime()).isEqualTo(oracle.element().time());
            for (int i = 0; i < 3000; i++) {
                add(1000 + random.nextInt(15_000));
            }
            for (int i = 0; i < 2000; i++) {
                pollBoth();
            }
        }
        while (!oracle.isEmpty()) {
            pollBoth();
        }
    }

    @Test
    void takesTimesUpToTheLastOne() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            add(random.nextInt(3) == 0 ? Long.MAX_VALUE - 1 - random.nextInt(9) : i);
            add(random.nextLong(Long.MAX_VALUE));
        }
        for (int i = 0; i < 30_000; i++) {
            pollBoth();
        }
        for (int i = 0; i < 2_000; i++) {
            add(now + random.nextLong(Long.MAX_VALUE - now));
        }
        while (!oracle.isEmpty()) {
            pollBoth();
        }
    }

    @Test
    void takesEventsInFrontOfThoseAlreadyGiven() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200_000; i++) {
            if (oracle.isEmpty() || random.nextInt(100) < 55) {
                add(random.nextInt(1_000_000));
            } else {
                pollBoth();
            }
        }
        while (!oracle.isEmpty()) {
            pollBoth();
        }
    }

    @Test
    void goesOnAsBeforeWhenItsEventsAreAddedToAnother() {
        SplittableRandom random = new SplittableRandom(1);
        LongSupplier increment = increments("exponential", random);
        LadderQueue current = ladder;
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 3000; i++) {
                long time = now + increment.getAsLong();
                current.add(time, keys);
                oracle.add(new Event(time, keys++));
            }
            for (int i = 0; i < 2000; i++) {
                Event expected = oracle.remove();
                assertThat(current.peekTime()).isEqualTo(expected.time());
                assertThat(current.poll()).isEqualTo(expected.key());
                now = expected.time();
            }
            LadderQueue restored = new LadderQueue();
            current.forEach(restored::add);
            assertThat(events(current)).isEqualTo(events(restored)).hasSize(oracle.size());
            current = restored;
        }
    }

    private static List<Event> events(LadderQueue queue) {
        List<Event> events = new ArrayList<>();
        queue.forEach((time, key) -> events.add(new Event(time, key)));
        return events;
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
                        if (ladder.peekTime() < i) {
                            throw new AssertionError("time goes back at " + i);
                        }
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
