package dev.stowage.model;

import dev.stowage.basis.Check;

/**
 * A time in which some servers are down for planned work; it may come again.
 *
 * @param firstServer lowest number of its servers
 * @param servers how many there are from there on, at least 1
 * @param startMicros when it begins, on the workload's clock, at least 0
 * @param lengthMicros how long it lasts, above 0
 * @param everyMicros from one beginning to the next, above the length; 0 = once
 */
public record MaintenanceWindow(
        int firstServer, int servers, long startMicros, long lengthMicros, long everyMicros) {
    public MaintenanceWindow {
        Check.notNegative("firstServer", (long) firstServer);
        Check.positive("servers", servers);
        Check.notNegative("startMicros", startMicros);
        Check.positive("lengthMicros", lengthMicros);
        if (everyMicros != 0 && everyMicros <= lengthMicros) {
            throw new IllegalArgumentException(
                    "everyMicros = "
                            + everyMicros
                            + ", expected 0 or above lengthMicros = "
                            + lengthMicros);
        }
    }

    /** The number of its last server. */
    public long lastServer() {
        return firstServer + (long) servers - 1;
    }

    /** The same of those of its servers that are below {@code limit}, above the first one. */
    MaintenanceWindow within(int limit) {
        return lastServer() < limit
                ? this
                : new MaintenanceWindow(
                        firstServer, limit - firstServer, startMicros, lengthMicros, everyMicros);
    }
}
