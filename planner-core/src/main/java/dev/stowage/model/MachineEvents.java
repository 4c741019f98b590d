package dev.stowage.model;

import dev.stowage.basis.Sha256;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The machine table of a trace: which machines there are and how their capacity changes, in order
 * of time (ties in order of the source). Immutable once built; machines are numbered from 0 in
 * order of their first appearance.
 *
 * <p>Removal is a capacity of 0 in both dimensions.
 */
public final class MachineEvents {
    private final int machines;
    private final long[] timeMicros;
    private final int[] machine;
    private final long[] cpuMicroCores;
    private final long[] memoryBytes;
    private final List<ServerExtras> extras; // empty if no machine has any

    /** Machines that have nothing besides CPU and memory. */
    public MachineEvents(
            int machines,
            long[] timeMicros,
            int[] machine,
            long[] cpuMicroCores,
            long[] memoryBytes) {
        this(machines, timeMicros, machine, cpuMicroCores, memoryBytes, List.of());
    }

    /**
     * Takes the columns without copying them.
     *
     * @param machines number of distinct machines
     * @param timeMicros microseconds since the start of the trace, ascending, at least 0
     * @param machine machine number, 0 to {@code machines - 1}
     * @param cpuMicroCores capacity from this event on; 0 with {@code memoryBytes} 0 = removed
     * @param memoryBytes capacity from this event on
     * @param extras what each machine has besides, as long as it is there; empty if no machine has
     *     anything
     */
    public MachineEvents(
            int machines,
            long[] timeMicros,
            int[] machine,
            long[] cpuMicroCores,
            long[] memoryBytes,
            List<ServerExtras> extras) {
        int n = timeMicros.length;
        if (machine.length != n || cpuMicroCores.length != n || memoryBytes.length != n) {
            throw new IllegalArgumentException(
                    "columns differ in length: "
                            + n
                            + ", "
                            + machine.length
                            + ", "
                            + cpuMicroCores.length
                            + ", "
                            + memoryBytes.length);
        }
        for (int i = 1; i < n; i++) {
            if (timeMicros[i] < timeMicros[i - 1]) {
                throw new IllegalArgumentException(
                        "timeMicros[" + i + "] = " + timeMicros[i] + " goes back");
            }
        }
        if (!extras.isEmpty() && extras.size() != machines) {
            throw new IllegalArgumentException(
                    "extras of " + extras.size() + " machines, expected " + machines);
        }
        this.extras = List.copyOf(extras);
        this.machines = machines;
        this.timeMicros = timeMicros;
        this.machine = machine;
        this.cpuMicroCores = cpuMicroCores;
        this.memoryBytes = memoryBytes;
    }

    /** Number of distinct machines. */
    public int machines() {
        return machines;
    }

    /** Number of events. */
    public int size() {
        return timeMicros.length;
    }

    public long timeMicros(int event) {
        return timeMicros[event];
    }

    public int machine(int event) {
        return machine[event];
    }

    public long cpuMicroCores(int event) {
        return cpuMicroCores[event];
    }

    public long memoryBytes(int event) {
        return memoryBytes[event];
    }

    /** What a machine has besides CPU and memory. */
    public ServerExtras extras(int machine) {
        return extras.isEmpty() ? ServerExtras.NONE : extras.get(machine);
    }

    /** True if the event takes the machine away. */
    public boolean isRemoval(int event) {
        return cpuMicroCores[event] == 0 && memoryBytes[event] == 0;
    }

    /** SHA-256 of all of it, in hexadecimal: tables that differ differ in it. O(events). */
    public String digest() {
        Sha256 digest = new Sha256();
        ByteBuffer row = ByteBuffer.allocate(4 * Long.BYTES);
        digest.add(row.putLong(0, machines).array());
        for (int i = 0; i < timeMicros.length; i++) {
            row.putLong(0, timeMicros[i]).putLong(8, machine[i]);
            row.putLong(16, cpuMicroCores[i]).putLong(24, memoryBytes[i]);
            digest.add(row.array());
        }
        for (ServerExtras each : extras) {
            digest.add(each.toString());
        }
        return digest.hex();
    }
}
