package dev.stowage.sim.energy.response;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * A core and its requests; times in microseconds.
 *
 * @param rate requests per microsecond
 * @param delayMicros of an interrupt after the first request of its batch; 0 for none
 * @param serviceMicros mean of an exponential time
 * @param baseMicros what a response takes besides
 * @param sleeps states by rising residency
 */
public record BatchCore(
        double rate,
        double delayMicros,
        double serviceMicros,
        double baseMicros,
        List<Sleep> sleeps) {
    public BatchCore {
        Check.positive("rate", rate);
        Check.notNegative("delayMicros", delayMicros);
        Check.positive("serviceMicros", serviceMicros);
        Check.notNegative("baseMicros", baseMicros);
        sleeps = List.copyOf(sleeps);
    }

    /**
     * A sleep state.
     *
     * @param exitMicros how long it takes to leave it
     * @param residencyMicros gaps from this long on are spent in it or a deeper one
     */
    public record Sleep(double exitMicros, double residencyMicros) {}

    /** The same without sleep. */
    BatchCore awake() {
        return new BatchCore(rate, delayMicros, serviceMicros, baseMicros, List.of());
    }
}
