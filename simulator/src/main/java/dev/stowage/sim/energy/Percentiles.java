package dev.stowage.sim.energy;

/**
 * How the percentiles of response time are found, and how long Linux is followed.
 *
 * <p>The formula falls short of the model's own, mostly by a few percent, at high utilisation with
 * long delays by up to 18.5 %. Who seeks the cheapest setting that meets a target finds those where
 * it falls short.
 */
enum Percentiles {
    /** By {@link CoalescedQueue}. */
    FORMULA(1),
    /**
     * By {@link dev.stowage.sim.energy.response.ResponseTimes}, with so many minutes of ondemand
     * that one seed differs from another by less than 1 %.
     */
    EXACT(10);

    private final int minutes;

    Percentiles(int minutes) {
        this.minutes = minutes;
    }

    /** How long {@link Ondemand} is followed. */
    int minutes() {
        return minutes;
    }
}
