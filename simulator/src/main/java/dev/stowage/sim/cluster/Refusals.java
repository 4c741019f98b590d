package dev.stowage.sim.cluster;

import dev.stowage.model.AttributePredicate;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.ServerExtras;
import dev.stowage.policy.placement.TaskView;
import java.util.ArrayList;
import java.util.List;

/** Why a server does not take a task, in words that are the same for the same reason. Cold. */
final class Refusals {
    private Refusals() {}

    /**
     * The reason that matters most to someone who wonders why a task waits: first what will never
     * change, then what may.
     */
    static String of(Cluster cluster, Claims claims, int server, TaskView task) {
        AttributePredicate unmet = claims.unmet(server, task);
        if (unmet != null) {
            return "does not meet " + new PlacementConstraints(List.of(unmet), false, false);
        }
        if (!cluster.couldEverHold(server, task)) {
            return tooLittle(cluster.neverEnough(server, task)) + " even when empty";
        }
        if (!cluster.isUp(server)) {
            return "down";
        }
        List<String> lacking =
                lacking(
                        task,
                        cluster.freeMicroCores(server),
                        cluster.freeBytes(server),
                        claims.free(server));
        lacking.addAll(claims.lacking(server, task));
        if (!lacking.isEmpty()) {
            return tooLittle(lacking);
        }
        if (claims.isTooCloseOnServer(server, task)) {
            return "runs a task of the same job (different-machines)";
        }
        if (claims.isTooCloseInDomain(server, task)) {
            return "its failure domain runs a task of the same job (different-domains)";
        }
        throw new IllegalStateException("server " + server + " takes the task");
    }

    /** Names of the resources of which there is less than the task asks for. */
    static List<String> lacking(
            TaskView task, long cpuMicroCores, long memoryBytes, ServerExtras extras) {
        List<String> names = new ArrayList<>();
        addIf(task.cpuMicroCores() > cpuMicroCores, "CPU", names);
        addIf(task.memoryBytes() > memoryBytes, "memory", names);
        addIf(task.gpuMicros() > extras.gpuMicros(), "GPU", names);
        addIf(task.diskBytes() > extras.diskBytes(), "disk", names);
        addIf(task.networkBitsPerSecond() > extras.networkBitsPerSecond(), "network", names);
        return names;
    }

    private static void addIf(boolean isLacking, String name, List<String> names) {
        if (isLacking) {
            names.add(name);
        }
    }

    private static String tooLittle(List<String> names) {
        if (names.isEmpty()) {
            return "too little CPU and memory"; // each at another time
        }
        int last = names.size() - 1;
        String most = String.join(", ", names.subList(0, last));
        return "too little " + (last == 0 ? "" : most + " and ") + names.get(last);
    }
}
