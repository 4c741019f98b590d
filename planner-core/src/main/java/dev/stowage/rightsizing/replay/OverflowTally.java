package dev.stowage.rightsizing.replay;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.ReplicaLives;
import dev.stowage.rightsizing.evidence.UseRow;
import java.util.ArrayList;
import java.util.List;

/** How much of the use of each service is of replicas that have no item of their own. */
final class OverflowTally {
    private final double[] cpu; // by service
    private final double[] cpuWithout;
    private final double[] memory;
    private final double[] memoryWithout;
    private final long[] rows; // of those without
    private final int[] most; // replicas at once

    OverflowTally(ReplicaLives lives) {
        int services = lives.services();
        cpu = new double[services];
        cpuWithout = new double[services];
        memory = new double[services];
        memoryWithout = new double[services];
        rows = new long[services];
        most = new int[services];
        count(lives);
    }

    private void count(ReplicaLives lives) {
        int[] now = new int[most.length];
        int[] ended = lives.ended();
        int end = 0;
        for (int replica : lives.began()) {
            while (lives.last(ended[end]) <= lives.first(replica)) {
                now[lives.service(ended[end++])]--;
            }
            int service = lives.service(replica);
            most[service] = Math.max(most[service], ++now[service]);
        }
    }

    void add(UseRow row, boolean isWithout) {
        double ofCpu = (double) Math.max(0, row.cpuMicroCores) * row.micros();
        double ofMemory = (double) Math.max(0, row.memoryBytes) * row.micros();
        cpu[row.service] += ofCpu;
        memory[row.service] += ofMemory;
        if (isWithout) {
            cpuWithout[row.service] += ofCpu;
            memoryWithout[row.service] += ofMemory;
            rows[row.service]++;
        }
    }

    List<ReplayResult.Overflow> services(PlacementPlan plan) {
        List<ReplayResult.Overflow> found = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            if (rows[i] > 0) {
                found.add(
                        new ReplayResult.Overflow(
                                plan.services().get(i).name(),
                                plan.services().get(i).replicas(),
                                most[i],
                                rows[i],
                                cpu[i] > 0 ? cpuWithout[i] / cpu[i] : 0,
                                memory[i] > 0 ? memoryWithout[i] / memory[i] : 0));
            }
        }
        return found;
    }
}
