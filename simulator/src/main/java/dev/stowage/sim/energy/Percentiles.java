package dev.stowage.sim.energy;

/**
 * How the percentiles of response time are found.
 *
 * <p>The formula falls short of simulated requests, mostly by a few percent, at high utilisation
 * with long delays by up to 18.5 %. Who seeks the cheapest setting that meets a target finds those
 * where it falls short. So what is set is checked by requests that are simulated one by one, other
 * ones than those of the trials.
 */
public enum Percentiles {
    /** By {@link CoalescedQueue}. */
    FORMULA(0, 0),
    /** Of requests of one core, as many as it serves in a trial of a few seconds. */
    TRIAL(100_000, 1),
    /** Of so many that another run of as many differed by 1.7 % at most. */
    CHECK(1_000_000, 2);

    private final int requests;
    private final int stream;

    Percentiles(int requests, int stream) {
        this.requests = requests;
        this.stream = stream;
    }

    /** Requests to simulate; 0 for none. */
    int requests() {
        return requests;
    }

    /** Number of their stream of random numbers, so that each has requests of its own. */
    int stream() {
        return stream;
    }
}
