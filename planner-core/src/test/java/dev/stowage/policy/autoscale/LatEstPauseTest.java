package dev.stowage.policy.autoscale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decisions that are left out while nothing can follow from them change nothing. */
class LatEstPauseTest {
    private static final long PERIOD = 10_000;
    private static final long TICKS = 30_000; // five minutes
    private static final long SERVER = 8_000_000;

    /**
     * Rare bursts on one server: what arrived is answered 150 ms later, by all the CPU there is.
     */
    private static final class World implements FunctionView, ScalingActions {
        private static final int LATENCY_TICKS = 15;

        private final List<String> actions = new ArrayList<>();
        private final List<Long> arrivals = new ArrayList<>();
        private long tick;
        private long arrived;
        private long answered;
        private double used;
        private long cpu = 128_000;
        private boolean isThere = true;
        private final int mostAtOnce;

        World(int mostAtOnce) {
            this.mostAtOnce = mostAtOnce;
        }

        /** Moves on to a tick; true if a request came since the last one. */
        boolean step(SplittableRandom random) {
            tick++;
            long before = arrived;
            if (random.nextInt(120) == 0) {
                arrived += 1 + random.nextInt(mostAtOnce);
            }
            arrivals.add(arrived);
            if (tick > LATENCY_TICKS) {
                long due = arrivals.get((int) tick - 1 - LATENCY_TICKS);
                used += (due - answered) * 50_000.0;
                answered = due;
            }
            return arrived > before;
        }

        @Override
        public long nowMicros() {
            return tick * PERIOD;
        }

        @Override
        public int readyInstances() {
            return instances();
        }

        @Override
        public int instances() {
            return isThere ? 1 : 0;
        }

        @Override
        public long identity(int instance) {
            return 7;
        }

        @Override
        public boolean isReady(int instance) {
            return true;
        }

        @Override
        public int server(int instance) {
            return 0;
        }

        @Override
        public long cpuMicroCores(int instance) {
            return cpu;
        }

        @Override
        public long startMicros(int instance) {
            return 0;
        }

        @Override
        public long readyMicros(int instance) {
            return 0;
        }

        @Override
        public double cpuUsedMicros(int instance) {
            return used;
        }

        @Override
        public int inFlight(int instance) {
            return (int) (arrived - answered);
        }

        @Override
        public double cpuUsedMicros() {
            return used;
        }

        @Override
        public long arrived() {
            return arrived;
        }

        @Override
        public long answered() {
            return answered;
        }

        @Override
        public int waiting() {
            return arrived - answered > 20 ? (int) (arrived - answered - 20) : 0;
        }

        @Override
        public long instanceMicroCores() {
            return 128_000;
        }

        @Override
        public int servers() {
            return 1;
        }

        @Override
        public long freeMicroCores(int server) {
            return SERVER - cpu;
        }

        @Override
        public long freeBytes(int server) {
            return 1L << 30;
        }

        @Override
        public void setInstances(int instances) {
            throw new AssertionError("not LatEst's");
        }

        @Override
        public void resize(int instance, long cpuMicroCores) {
            throw new AssertionError("memory stays with it");
        }

        @Override
        public void start(int server, long cpuMicroCores) {
            throw new AssertionError("with its memory");
        }

        @Override
        public long bytes(int instance) {
            return 1;
        }

        @Override
        public long instanceBytes() {
            return 1;
        }

        @Override
        public double p99Millis() {
            throw new AssertionError("not read");
        }

        @Override
        public void resize(int instance, long cpuMicroCores, long bytes) {
            cpu = cpuMicroCores;
            actions.add(tick + ": " + cpuMicroCores);
        }

        @Override
        public void start(int server, long cpuMicroCores, long bytes) {
            actions.add(tick + ": start " + cpuMicroCores);
        }

        @Override
        public void stop(int instance) {
            isThere = false;
            actions.add(tick + ": stop");
        }

        @Override
        public void rejectGrowth() {
            actions.add(tick + ": rejected");
        }

        @Override
        public void setActivatorInPath(boolean isInPath) {
            throw new AssertionError("not LatEst's");
        }
    }

    private static LatEst latEst(boolean isPredicting, long delayMicros) {
        return new LatEst(new LatEst.Settings(isPredicting, PERIOD, delayMicros, 0.5, 0, false));
    }

    private static World run(LatEst latEst, int mostAtOnce, boolean isPausing, int[] decisions) {
        World world = new World(mostAtOnce);
        SplittableRandom random = new SplittableRandom(5);
        long next = 1;
        for (long tick = 1; tick <= TICKS && world.instances() > 0; tick++) {
            boolean hasCome = world.step(random);
            if (!isPausing || hasCome || tick >= next) {
                latEst.decide(world, world);
                decisions[0]++;
                long pause = latEst.pauseMicros(world);
                next = pause == Long.MAX_VALUE ? pause : tick + (pause + PERIOD - 1) / PERIOD;
            }
        }
        return world;
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "true, 70000", "false, 0", "false, 70000"})
    void leavesOutOnlyWhatChangesNothing(boolean isPredicting, long delayMicros) {
        int[] all = new int[1];
        int[] some = new int[1];
        World full = run(latEst(isPredicting, delayMicros), 30, false, all);
        World paused = run(latEst(isPredicting, delayMicros), 30, true, some);
        assertThat(full.actions).hasSizeGreaterThan(10);
        assertThat(paused.actions).isEqualTo(full.actions);
        assertThat(some[0]).isLessThan(all[0] / 2);
    }

    /**
     * While what it has is enough for the requests of the window it does not look at each of them.
     */
    @Test
    void doesNotLookAgainWhereItHasEnough() {
        int[] all = new int[1];
        int[] some = new int[1];
        World full = run(latEst(true, 0), 1, false, all);
        World paused = run(latEst(true, 0), 1, true, some);
        assertThat(full.actions).hasSizeGreaterThan(1);
        assertThat(paused.actions).isEqualTo(full.actions);
        assertThat(some[0]).isLessThan(all[0] / 25);
    }
}
