package dev.stowage.sim.serverless;

import java.util.random.RandomGenerator;

/** When requests of a function arrive and what they need. */
public interface Arrivals {
    /** The requests of one run, in order of time. */
    interface Stream {
        /** Goes to the next request; its time, or {@link Long#MAX_VALUE} if there is none. */
        long nextNanos();

        /** CPU time in nanoseconds that the request needs. */
        double demandNanos();
    }

    /** Opens the requests of a run. */
    Stream open(RandomGenerator random);

    /** True if another seed gives other requests. */
    boolean isDrawn();

    /** {@link #requests} of those whose number is drawn or follows from rates. */
    long UNKNOWN = -1;

    /** How many the input has, whatever the seed; {@link #UNKNOWN} where it does not say. */
    default long requests() {
        return UNKNOWN;
    }

    /** When the last one may come. */
    long endNanos();
}
