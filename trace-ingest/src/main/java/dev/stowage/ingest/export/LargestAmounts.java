package dev.stowage.ingest.export;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.Resources;

/** What 1.0 stands for in a format whose amounts are shares of the largest machine. */
final class LargestAmounts {
    private LargestAmounts() {}

    /**
     * The machine that was asked for, or that the trace was read with if it holds everything, or
     * the smallest one of whole cores and GiB that does.
     *
     * @throws InputException if the one that was asked for is too small
     */
    static Resources machine(ExportRequest request) {
        Resources largest = largest(request.trace());
        if (request.machine() != null) {
            if (!holds(request.machine(), largest)) {
                throw InputException.at(
                        "--machine",
                        spelling(request.machine())
                                + ", with amounts of up to "
                                + spelling(largest),
                        "at least the largest request and machine of the trace",
                        "Leave --machine out to have one chosen.");
            }
            return request.machine();
        }
        Resources known = request.trace().manifest().machine();
        return known != null && holds(known, largest) ? known : roundedUp(largest);
    }

    private static boolean holds(Resources machine, Resources largest) {
        return machine.cpuMicroCores() >= largest.cpuMicroCores()
                && machine.memoryBytes() >= largest.memoryBytes();
    }

    private static Resources roundedUp(Resources amounts) {
        long core = Resources.MICRO_CORES_PER_CORE;
        long gib = Resources.BYTES_PER_GIB;
        return new Resources(
                Math.max(1, (amounts.cpuMicroCores() + core - 1) / core) * core,
                Math.max(1, (amounts.memoryBytes() + gib - 1) / gib) * gib);
    }

    private static Resources largest(CanonicalTrace trace) {
        long cpu = 0;
        long memory = 0;
        for (CanonicalTable table :
                new CanonicalTable[] {CanonicalTable.TASKS, CanonicalTable.MACHINES}) {
            if (!trace.has(table)) {
                continue;
            }
            try (TableRows rows =
                    TableRows.open(trace.path(), table, "cpu_micro_cores", "memory_bytes")) {
                while (rows.next()) {
                    cpu = Math.max(cpu, rows.value(0));
                    memory = Math.max(memory, rows.value(1));
                }
            }
        }
        return new Resources(cpu, memory);
    }

    /** As {@code --machine} takes it: reading it gives the same integers. */
    static String spelling(Resources machine) {
        RowText text = new RowText();
        text.putQuotient(machine.cpuMicroCores(), Resources.MICRO_CORES_PER_CORE).put('c');
        text.putQuotient(machine.memoryBytes(), Resources.BYTES_PER_GIB).put('g');
        return text.toString();
    }
}
