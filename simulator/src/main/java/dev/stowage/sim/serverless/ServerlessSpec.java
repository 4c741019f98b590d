package dev.stowage.sim.serverless;

import dev.stowage.basis.Check;
import dev.stowage.policy.PolicySpec;
import java.util.List;

/**
 * A run: functions on equal servers under one autoscaler.
 *
 * @param functions at least one
 * @param servers of which kind and how many
 * @param autoscaler as registered
 * @param clock when is measured and decided
 * @param seed root of the random streams
 */
public record ServerlessSpec(
        List<FunctionSpec> functions,
        Servers servers,
        PolicySpec autoscaler,
        Clock clock,
        long seed) {
    /** Equal servers. */
    public record Servers(int count, long microCores, long bytes) {
        public Servers {
            Check.positive("count", count);
            Check.positive("microCores", microCores);
            Check.positive("bytes", bytes);
        }
    }

    /**
     * When is measured and decided.
     *
     * @param phaseMicros from the start to the first regular decision, below the autoscaler's
     *     period
     * @param windowMicros length of the windows that the answer is in; a request belongs to that of
     *     its arrival
     * @param drainMicros how long the run waits for answers after the last request, at most
     */
    public record Clock(long phaseMicros, long windowMicros, long drainMicros) {
        /** Decisions from the start on, windows of 1 s, a minute to drain. */
        public static final Clock DEFAULT = new Clock(0, 1_000_000, 60_000_000);

        public Clock {
            Check.notNegative("phaseMicros", phaseMicros);
            Check.positive("windowMicros", windowMicros);
            Check.notNegative("drainMicros", drainMicros);
        }
    }

    public ServerlessSpec {
        functions = List.copyOf(functions);
        Check.positive("functions", functions.size());
        for (FunctionSpec function : functions) {
            if (function.instance().microCores() > servers.microCores()
                    || function.instance().bytes() > servers.bytes()) {
                throw new IllegalArgumentException(
                        "an instance of " + function.name() + " is larger than a server");
            }
        }
    }
}
