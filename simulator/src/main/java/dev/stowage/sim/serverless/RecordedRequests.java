package dev.stowage.sim.serverless;

import java.util.random.RandomGenerator;

/** Requests as they were recorded, each with its own demand; nothing is drawn. */
public final class RecordedRequests implements Arrivals {
    private final long[] nanos;
    private final double[] demandNanos;

    /**
     * Of two columns.
     *
     * @param startMicros when each comes, ascending, at least 0
     * @param cpuMicros CPU time of each, above 0
     */
    public RecordedRequests(long[] startMicros, double[] cpuMicros) {
        if (startMicros.length != cpuMicros.length) {
            throw new IllegalArgumentException(
                    startMicros.length + " starts, but " + cpuMicros.length + " demands");
        }
        nanos = new long[startMicros.length];
        demandNanos = new double[startMicros.length];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Math.multiplyExact(startMicros[i], 1_000L);
            demandNanos[i] = cpuMicros[i] * 1_000;
            if (nanos[i] < (i == 0 ? 0 : nanos[i - 1])) {
                throw new IllegalArgumentException("start " + i + " is before the one before it");
            }
            if (!(demandNanos[i] > 0)) {
                throw new IllegalArgumentException("demand " + i + " = " + cpuMicros[i]);
            }
        }
    }

    @Override
    public boolean isDrawn() {
        return false;
    }

    @Override
    public long requests() {
        return nanos.length;
    }

    @Override
    public long endNanos() {
        return nanos.length == 0 ? 0 : nanos[nanos.length - 1];
    }

    @Override
    public Stream open(RandomGenerator random) {
        return new Stream() {
            private int next = -1;

            @Override
            public long nextNanos() {
                return ++next < nanos.length ? nanos[next] : Long.MAX_VALUE;
            }

            @Override
            public double demandNanos() {
                return demandNanos[next];
            }
        };
    }
}
