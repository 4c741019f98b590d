package dev.stowage.sim.cluster;

import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import java.util.Arrays;

/** The GPUs, disk and network of each server of a fleet, by server number. */
@SuppressWarnings("ArrayRecordComponent") // shared on purpose, never compared
record ExtraAmounts(long[] gpuMicros, long[] diskBytes, long[] bitsPerSecond) {
    static ExtraAmounts of(ServerFleet fleet) {
        int size = fleet.size();
        ExtraAmounts amounts = new ExtraAmounts(new long[size], new long[size], new long[size]);
        if (fleet instanceof ServerFleet.Static groups) {
            int server = 0;
            for (ServerFleet.Group group : groups.groups()) {
                amounts.set(server, server + group.count(), group.type().extras());
                server += group.count();
            }
        } else if (fleet instanceof ServerFleet.Recorded recorded) {
            for (int machine = 0; machine < size; machine++) {
                amounts.set(machine, machine + 1, recorded.events().extras(machine));
            }
        }
        return amounts;
    }

    private void set(int from, int to, ServerExtras extras) {
        Arrays.fill(gpuMicros, from, to, extras.gpuMicros());
        Arrays.fill(diskBytes, from, to, extras.diskBytes());
        Arrays.fill(bitsPerSecond, from, to, extras.networkBitsPerSecond());
    }

    boolean haveGpus() {
        return Arrays.stream(gpuMicros).anyMatch(each -> each != 0);
    }

    /** True if no server has any of it. */
    boolean areNone() {
        return Arrays.stream(gpuMicros).allMatch(each -> each == 0)
                && Arrays.stream(diskBytes).allMatch(each -> each == 0)
                && Arrays.stream(bitsPerSecond).allMatch(each -> each == 0);
    }
}
