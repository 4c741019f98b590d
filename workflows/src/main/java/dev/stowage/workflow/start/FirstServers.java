package dev.stowage.workflow.start;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.trace.CanonicalTrace;
import dev.stowage.model.MachineEvents;
import dev.stowage.model.Resources;
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
        TypicalCluster cluster =
                TypicalCluster.of(machines, workload, Math.max(1, lastSubmit(workload)));
        if (cluster.fleet() instanceof ServerFleet.Static owned) {
            ServerFleet.Group group = owned.groups().get(0);
            if (group.type().capacity().covers(LEAST)) {
                return new FirstServers(group.type(), group.count(), cluster.size());
            }
        }
        return ASSUMED;
    }

    private static long lastSubmit(Workload workload) {
        long last = 0;
        TaskBatch batch = new TaskBatch(TaskBatch.DEFAULT_CAPACITY);
        try (TaskSource source = workload.open()) {
            while (source.read(batch)) {
                last = Math.max(last, batch.submitMicros[batch.size - 1]);
            }
        }
        return last;
    }

    /** As {@code --servers} takes them. */
    String spec() {
        return count + "x" + FirstScenario.cores(type) + "c" + FirstScenario.gib(type) + "g";
    }
}
