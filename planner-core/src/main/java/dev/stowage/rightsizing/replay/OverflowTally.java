package dev.stowage.rightsizing.replay;

import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.evidence.ReplicaLives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * How much of the use of each service is of more replicas than are packed: while {@code n} of them
 * run and {@code p} have a place, {@code (n - p) / n} of what they use together.
 *
 * <p>Hot: one call a change of what a service uses.
 */
final class OverflowTally {
    private final int[] places; // items with a server, by service
    private final int[] running;
    private final int[] most; // replicas at once
    private final long[] rows; // of replicas that share an item
    private final long[] since;
    private final Amounts cpu;
    private final Amounts memory;

    /** Use over time, by service. */
    private static final class Amounts {
        private final double[] now;
        private final double[] all;
        private final double[] without;

        Amounts(int services) {
            now = new double[services];
            all = new double[services];
            without = new double[services];
        }

        void book(int service, double micros, double shareWithout) {
            all[service] += now[service] * micros;
            without[service] += now[service] * micros * shareWithout;
        }

        double share(int service) {
            return all[service] > 0 ? without[service] / all[service] : 0;
        }
    }

    OverflowTally(ReplicaLives lives, IntPredicate isPlaced, long startMicros) {
        int services = lives.services();
        places = new int[services];
        Arrays.setAll(places, s -> (int) Arrays.stream(lives.itemsOf(s)).filter(isPlaced).count());
        running = new int[services];
        most = new int[services];
        rows = new long[services];
        since = new long[services];
        Arrays.fill(since, startMicros);
        cpu = new Amounts(services);
        memory = new Amounts(services);
    }

    /** Books the time since the last change of a service. */
    private void book(int service, long micros) {
        int n = running[service];
        double share = n > places[service] ? (double) (n - places[service]) / n : 0;
        cpu.book(service, (double) micros - since[service], share);
        memory.book(service, (double) micros - since[service], share);
        since[service] = micros;
    }

    /** One replica more or less. */
    void run(int service, long micros, int change) {
        book(service, micros);
        running[service] += change;
        most[service] = Math.max(most[service], running[service]);
    }

    /** A service is measured to use so much more or less. */
    void change(int service, long micros, long ofCpu, long ofMemory) {
        book(service, micros);
        cpu.now[service] += ofCpu;
        memory.now[service] += ofMemory;
    }

    /** A measurement of a replica that has no item of its own. */
    void without(int service) {
        rows[service]++;
    }

    List<ReplayResult.Overflow> services(PlacementPlan plan, long endMicros) {
        List<ReplayResult.Overflow> found = new ArrayList<>();
        for (int i = 0; i < rows.length; i++) {
            book(i, endMicros);
            if (most[i] > places[i]) {
                found.add(
                        new ReplayResult.Overflow(
                                plan.services().get(i).name(),
                                places[i],
                                most[i],
                                rows[i],
                                cpu.share(i),
                                memory.share(i)));
            }
        }
        return found;
    }
}
