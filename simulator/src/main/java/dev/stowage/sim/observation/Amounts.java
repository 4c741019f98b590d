package dev.stowage.sim.observation;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.sim.cluster.Cluster;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** What tasks ask for and what servers have of it, in words. */
final class Amounts {
    private Amounts() {}

    /** All that a task asks for. */
    static String asked(TaskView task) {
        List<String> parts = new ArrayList<>();
        addExtras(parts, task, task.gpuMicros(), task.diskBytes(), task.networkBitsPerSecond());
        PlacementConstraints constraints = task.constraints();
        return joined(task.cpuMicroCores(), task.memoryBytes(), parts)
                + (constraints == null ? "" : ", with " + constraints);
    }

    /** What a server has free of what the task asks for. */
    static String free(Cluster cluster, int server, TaskView task) {
        ServerExtras free = cluster.freeExtras(server);
        List<String> parts = new ArrayList<>();
        addExtras(parts, task, free.gpuMicros(), free.diskBytes(), free.networkBitsPerSecond());
        return joined(cluster.freeMicroCores(server), cluster.freeBytes(server), parts);
    }

    private static void addExtras(
            List<String> parts, TaskView task, long gpuMicros, long diskBytes, long bitsPerSecond) {
        if (task.gpuMicros() > 0) {
            parts.add(counted(gpuMicros, ServerExtras.MICROS_PER_GPU, "GPU"));
        }
        if (task.diskBytes() > 0) {
            parts.add(number((double) diskBytes / Resources.BYTES_PER_GIB) + " GiB of disk");
        }
        if (task.networkBitsPerSecond() > 0) {
            double gigabits = (double) bitsPerSecond / ServerExtras.BITS_PER_GIGABIT;
            parts.add(number(gigabits) + " Gbit/s of network");
        }
    }

    private static String joined(long cpuMicroCores, long memoryBytes, List<String> extras) {
        List<String> parts = new ArrayList<>();
        parts.add(counted(cpuMicroCores, Resources.MICRO_CORES_PER_CORE, "core"));
        parts.add(number((double) memoryBytes / Resources.BYTES_PER_GIB) + " GiB");
        parts.addAll(extras);
        int last = parts.size() - 1;
        return String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    private static String counted(long micros, long microsPerUnit, String unit) {
        return number((double) micros / microsPerUnit)
                + " "
                + unit
                + (micros == microsPerUnit ? "" : "s");
    }

    /** In six digits at most. */
    static String number(double value) {
        return new BigDecimal(value, new MathContext(6)).stripTrailingZeros().toPlainString();
    }
}
