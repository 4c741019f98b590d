package dev.stowage.workflow.start;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import dev.stowage.model.TaskBatch;
import dev.stowage.model.TaskSource;
import dev.stowage.model.Workload;
import dev.stowage.workflow.compare.TypicalCluster;
import java.util.Optional;

/**
 * The servers that a first scenario counts.
 *
 * @param type of them
 * @param count so many that the mean load keeps six tenths of them busy: a beginning for {@code
 *     simulate}
 * @param because where the size comes from
 */
record FirstServers(ServerType type, int count, String because) {
    /** The least that a scenario takes: a thousandth of a core, and of a GiB. */
    private static final Resources LEAST =
            new Resources(
                    Resources.MICRO_CORES_PER_CORE / 1000, Resources.BYTES_PER_GIB / 1000 + 1);

    /** The most that a scenario takes. */
    private static final Resources MOST =
            new Resources(
                    65_536 * Resources.MICRO_CORES_PER_CORE, (1L << 20) * Resources.BYTES_PER_GIB);

    private static final FirstServers ASSUMED =
            new FirstServers(
                    ServerType.of(
                            "16c64g",
                            new Resources(
                                    16 * Resources.MICRO_CORES_PER_CORE,
                                    64 * Resources.BYTES_PER_GIB)),
                    1,
                    "assumed: no task says what it needs");

    /** For the tasks of a trace, of the sizes that its machines have. */
    static FirstServers of(CanonicalTrace trace) {
        return trace.has(CanonicalTable.TASKS)
                ? of(trace.workload(), trace.machineEvents())
                : ASSUMED;
    }

    /** For any tasks. */
    static FirstServers of(Workload workload, Optional<MachineEvents> machines) {
        Asked asked = Asked.of(workload);
        TypicalCluster cluster =
                TypicalCluster.of(machines, workload, Math.max(1, asked.lastMicros));
        if (cluster.fleet() instanceof ServerFleet.Static owned) {
            ServerFleet.Group group = owned.groups().get(0);
            Resources capacity = group.type().capacity();
            if (!MOST.covers(capacity)) {
                return new FirstServers(
                        ASSUMED.type,
                        1,
                        "assumed: the tasks ask for more than a server may have (65,536 cores,"
                                + " 1,048,576 GiB); is it their unit?");
            }
            if (capacity.covers(LEAST)) {
                return new FirstServers(asked.roomFor(group.type()), group.count(), cluster.size());
            }
        }
        return ASSUMED;
    }

    /**
     * What typical servers don't know: disk and network that tasks ask for, and their last submit.
     */
    private static final class Asked {
        /** So many of the largest request find room on a server, as of cores and memory. */
        private static final int ROOM = 4;

        private long lastMicros;
        private long diskBytes;
        private long networkBits;

        static Asked of(Workload workload) {
            Asked asked = new Asked();
            TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
            try (TaskSource source = workload.open()) {
                while (source.read(batch)) {
                    asked.lastMicros =
                            Math.max(asked.lastMicros, batch.submitMicros[batch.size - 1]);
                    for (int i = 0; i < batch.size && !batch.isPlain; i++) {
                        asked.diskBytes = Math.max(asked.diskBytes, batch.diskBytes[i]);
                        asked.networkBits =
                                Math.max(asked.networkBits, batch.networkBitsPerSecond[i]);
                    }
                }
            }
            return asked;
        }

        ServerType roomFor(ServerType type) {
            return new ServerType(
                    type.name(),
                    type.capacity(),
                    type.power(),
                    type.monthlyUsd(),
                    ServerExtras.of(
                            type.extras().gpuMicros(),
                            ROOM * diskBytes,
                            ROOM * networkBits,
                            type.extras().attributes()));
        }
    }

    /** As {@code --servers} takes them. */
    String spec() {
        return count + "x" + FirstScenario.cores(type) + "c" + FirstScenario.gib(type) + "g";
    }
}
