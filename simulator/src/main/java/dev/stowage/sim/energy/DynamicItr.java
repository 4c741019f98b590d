package dev.stowage.sim.energy;

/**
 * The delay of interrupts that the ixgbe driver sets by itself: by the bytes per microsecond of a
 * queue one of three classes, lowest latency, low latency and bulk. Source: {@code
 * ixgbe_update_itr} of Linux 5 (10 and 20 bytes per microsecond; 100,000, 20,000 and 12,000
 * interrupts a second).
 */
final class DynamicItr {
    private static final double LOWEST_BYTES = 10;
    private static final double LOW_BYTES = 20;

    private DynamicItr() {}

    /** Microseconds between interrupts at a rate of bytes. */
    static double micros(double bytesPerMicro) {
        return bytesPerMicro <= LOWEST_BYTES ? 10 : bytesPerMicro <= LOW_BYTES ? 50 : 84;
    }
}
