package dev.stowage.sim.stacked;

import java.util.List;

/**
 * What memory that is near is worth: largest loads on four architectures, with near memory over
 * those with far memory, of services that hold any load with the far one.
 *
 * @param pairs of service and architecture
 * @param hurt where the near memory is worse
 */
public record MemoryLatency(int pairs, int hurt, double meanGain, double mostGain) {
    private static final int ARCHITECTURES = 4;

    /** Of some services. */
    public static MemoryLatency of(StackedModel model, List<StackedService> services) {
        int pairs = 0;
        int hurt = 0;
        double sum = 0;
        double most = 0;
        for (StackedService service : services) {
            for (int on = 0; on < ARCHITECTURES; on++) {
                double far = largest(model, service, on);
                double near = largest(model, service, on + ARCHITECTURES);
                if (far > 0) {
                    pairs++;
                    hurt += near < far - 1e-6 ? 1 : 0;
                    sum += near / far - 1;
                    most = Math.max(most, near / far - 1);
                }
            }
        }
        return new MemoryLatency(pairs, hurt, sum / pairs, most);
    }

    /**
     * Largest load of a service on an architecture of Table III.
     *
     * @param architecture from 0
     */
    public static double largest(StackedModel model, StackedService service, int architecture) {
        return model.largestOn(service, Architecture.ALL.get(architecture));
    }
}
