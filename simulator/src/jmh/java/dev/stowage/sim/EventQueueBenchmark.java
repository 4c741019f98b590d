package dev.stowage.sim;

import dev.stowage.sim.engine.LadderQueue;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The hold operation (take the least event, add one an increment later) at a constant number of
 * pending events, for the ladder queue and {@link PriorityQueue} in the same run.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EventQueueBenchmark {
    private static final int INCREMENTS = 1 << 16;

    private record Event(long time, long key) {}

    /** Pending events. */
    @Param({"1000", "10000", "100000", "1000000"})
    private int pending;

    /** Distribution of the increments: spread, or on a grid of 100 times, or those of a cluster. */
    @Param({"exponential", "grid", "log-normal"})
    private String increments;

    private final long[] increment = new long[INCREMENTS];
    private LadderQueue ladder;
    private PriorityQueue<Event> priorityQueue;
    private int next;
    private long keys;

    /** Fills both queues and lets them reach their steady state. */
    @Setup
    public void fill() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < INCREMENTS; i++) {
            increment[i] =
                    switch (increments) {
                        case "grid" -> random.nextInt(100) * 10_000_000L;
                        case "exponential" -> (long) (-3e8 * Math.log(1 - random.nextDouble()));
                        case "log-normal" -> // durations of the neutral workload
                                (long) (1e6 * clip(300 * Math.exp(1.2 * normal(random))));
                        default -> throw new IllegalArgumentException(increments);
                    };
        }
        ladder = new LadderQueue();
        priorityQueue =
                new PriorityQueue<>(
                        Comparator.comparingLong(Event::time).thenComparingLong(Event::key));
        for (int i = 0; i < pending; i++) {
            long time = nextIncrement();
            ladder.add(time, keys);
            priorityQueue.add(new Event(time, keys++));
        }
        for (int i = 0; i < 3 * pending; i++) {
            ladder();
            priorityQueue();
        }
    }

    private static double clip(double seconds) {
        return Math.min(86_400, Math.max(1, seconds));
    }

    private static double normal(SplittableRandom random) { // Box, Muller
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return radius * Math.cos(2 * Math.PI * random.nextDouble());
    }

    private long nextIncrement() {
        return increment[next++ & (INCREMENTS - 1)];
    }

    /** One hold of the ladder queue. */
    @Benchmark
    public long ladder() {
        long now = ladder.peekTime();
        long key = ladder.poll();
        ladder.add(now + nextIncrement(), keys++);
        return key;
    }

    /** One hold of the library's heap. */
    @Benchmark
    public long priorityQueue() {
        Event event = priorityQueue.poll();
        priorityQueue.add(new Event(event.time() + nextIncrement(), keys++));
        return event.key();
    }
}
