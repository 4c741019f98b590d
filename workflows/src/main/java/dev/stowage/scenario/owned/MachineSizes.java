package dev.stowage.scenario.owned;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The machines of a trace (of a snapshot of a cluster, say) that are up when it ends, by size.
 * Machines whose CPU differs by less than a tenth of a core and whose memory by less than a tenth
 * of a GiB are taken together, each with the least that one of them has: nodes of one make differ
 * by a few MiB in what is allocatable.
 */
public final class MachineSizes {
    private static final long CPU_STEP = Resources.MICRO_CORES_PER_CORE / 10;
    private static final long MEMORY_STEP = Resources.BYTES_PER_GIB / 10;

    /**
     * Machines alike.
     *
     * @param capacity the least that one of them has
     * @param extras the same for all; attributes only those that were asked for
     */
    public record Size(Resources capacity, ServerExtras extras, int count) {}

    private record Step(long cpu, long memory, ServerExtras extras) {}

    private MachineSizes() {}

    /**
     * The sizes, in order of their first machine.
     *
     * @param trace folder of a canonical trace
     * @param attributes names of attributes that are kept; others are dropped
     * @throws InputException if it has no machines, or none is up when it ends
     */
    public static List<Size> of(Path trace, Set<String> attributes) {
        MachineEvents events =
                CanonicalTrace.open(trace)
                        .machineEvents()
                        .orElseThrow(
                                () ->
                                        InputException.of(
                                                trace,
                                                "a trace without machines",
                                                "one that says which machines there are",
                                                "Give their number by type and count."));
        long[] cpu = new long[events.machines()];
        long[] memory = new long[events.machines()];
        for (int i = 0; i < events.size(); i++) {
            cpu[events.machine(i)] = events.cpuMicroCores(i);
            memory[events.machine(i)] = events.memoryBytes(i);
        }
        Map<Step, Size> sizes = new LinkedHashMap<>();
        for (int machine = 0; machine < cpu.length; machine++) {
            if (cpu[machine] > 0 && memory[machine] > 0) {
                ServerExtras extras = kept(events.extras(machine), attributes);
                sizes.merge(
                        new Step(cpu[machine] / CPU_STEP, memory[machine] / MEMORY_STEP, extras),
                        new Size(new Resources(cpu[machine], memory[machine]), extras, 1),
                        MachineSizes::together);
            }
        }
        if (sizes.isEmpty()) {
            throw InputException.of(
                    trace,
                    "no machine that is up when the trace ends",
                    "machines that are there",
                    "Give their number by type and count.");
        }
        return new ArrayList<>(sizes.values());
    }

    private static Size together(Size a, Size b) {
        return new Size(
                new Resources(
                        Math.min(a.capacity().cpuMicroCores(), b.capacity().cpuMicroCores()),
                        Math.min(a.capacity().memoryBytes(), b.capacity().memoryBytes())),
                a.extras(),
                a.count() + b.count());
    }

    private static ServerExtras kept(ServerExtras all, Set<String> attributes) {
        Map<String, String> left = new TreeMap<>(all.attributes());
        left.keySet().retainAll(attributes);
        return ServerExtras.of(all.gpuMicros(), all.diskBytes(), all.networkBitsPerSecond(), left);
    }
}
