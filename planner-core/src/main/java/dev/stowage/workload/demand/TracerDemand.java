package dev.stowage.workload.demand;

import dev.stowage.basis.Check;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;

/**
 * A demand made by rule: the shapes that the paper evaluates on. The paper names shape, timing,
 * increment and duration; the levels are ours. An oscillation falls by what it rose, so that it
 * stays near the base however long it goes on; its mean is the base and half a step. The random
 * shape wanders, and its level grows with the root of the time.
 *
 * @param shape rising and falling
 * @param isPeriodic true if changes come every {@code intervalSeconds}; else times between them are
 *     exponential with that mean
 * @param isStatic true if each change is {@code step}; else a random share of twice that, drawn for
 *     CPU and memory apart
 * @param durationSeconds total, at least 1
 * @param intervalSeconds time between changes, at least 1
 * @param base demand at the start, and the least ever
 * @param step change of each resource
 * @param seed of the draws
 */
public record TracerDemand(
        DemandShape shape,
        boolean isPeriodic,
        boolean isStatic,
        long durationSeconds,
        long intervalSeconds,
        Resources base,
        Resources step,
        long seed) {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    public TracerDemand {
        Check.positive("durationSeconds", durationSeconds);
        Check.positive("intervalSeconds", intervalSeconds);
    }

    /** The shape as in the paper: a day, changes every 10 min, 4 cores and 8 GiB at the start. */
    public static TracerDemand of(DemandShape shape, long seed) {
        return new TracerDemand(
                shape,
                shape != DemandShape.RANDOM,
                shape == DemandShape.GRADUAL,
                86_400,
                600,
                Resources.ofCoresAndGib(4, 8),
                shape == DemandShape.GRADUAL
                        ? Resources.ofCoresAndGib(1, 2)
                        : Resources.ofCoresAndGib(16, 32),
                seed);
    }

    /** The demand; the same for the same parameters. */
    public ServiceDemand demand() {
        RandomGenerator random = Seeds.stream(seed, "demand", 0);
        long end = Math.multiplyExact(durationSeconds, MICROS_PER_SECOND);
        Levels levels = new Levels();
        long now = 0;
        for (int change = 0; now < end; change++) {
            levels.add(now, base);
            now += gap(random);
            if (shape == DemandShape.OSCILLATING && change % 2 == 1) {
                levels.toBase();
            } else {
                levels.move(direction(now, end, random), random);
            }
        }
        return levels.until(end);
    }

    private long gap(RandomGenerator random) {
        double mean = intervalSeconds * (double) MICROS_PER_SECOND;
        return isPeriodic
                ? (long) mean
                : Math.max(MICROS_PER_SECOND, (long) (-mean * Math.log1p(-random.nextDouble())));
    }

    private int direction(long now, long end, RandomGenerator random) {
        return switch (shape) {
            case GRADUAL -> now <= end / 2 ? 1 : -1;
            case OSCILLATING -> 1;
            case RANDOM -> random.nextBoolean() ? 1 : -1;
        };
    }

    /** Levels as they come. */
    private final class Levels {
        private static final int MILLI = 1_000;

        private long[] start = new long[16];
        private long[] cpu = new long[16];
        private long[] memory = new long[16];
        private int size;
        private long aboveCpu;
        private long aboveMemory;

        void add(long now, Resources least) {
            if (size == start.length) {
                start = Arrays.copyOf(start, 2 * size);
                cpu = Arrays.copyOf(cpu, 2 * size);
                memory = Arrays.copyOf(memory, 2 * size);
            }
            start[size] = now;
            cpu[size] = least.cpuMicroCores() + aboveCpu;
            memory[size] = least.memoryBytes() + aboveMemory;
            size++;
        }

        void toBase() {
            aboveCpu = 0;
            aboveMemory = 0;
        }

        void move(int direction, RandomGenerator random) {
            LongUnaryOperator change =
                    most ->
                            direction
                                    * (isStatic
                                            ? most
                                            : most * random.nextInt(2 * MILLI + 1) / MILLI);
            aboveCpu = Math.max(0, aboveCpu + change.applyAsLong(step.cpuMicroCores()));
            aboveMemory = Math.max(0, aboveMemory + change.applyAsLong(step.memoryBytes()));
        }

        ServiceDemand until(long end) {
            return new ServiceDemand(
                    Arrays.copyOf(start, size),
                    Arrays.copyOf(cpu, size),
                    Arrays.copyOf(memory, size),
                    end);
        }
    }
}
