package dev.stowage.sim.cluster;

import dev.stowage.model.MachineEvents;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerExtras;
import dev.stowage.model.ServerFleet;
import dev.stowage.policy.admission.DeclaredServers;
import dev.stowage.policy.placement.TaskView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The capacities that the servers of a fleet ever have, less those that another covers. A check
 * costs O(capacities kept), one for a homogeneous fleet; of a task that asks for more than CPU and
 * memory O(groups).
 */
public final class LargestCapacities implements DeclaredServers {
    private final long[] cpuMicroCores; // descending, then memory is ascending
    private final long[] memoryBytes;
    private final ServerFleet fleet;
    private final Overcommit overcommit;
    private final List<Offer> offers; // of recorded machines

    /**
     * What a recorded machine has at some time.
     *
     * @param capacity as far as tasks may be given of it
     * @param extras what it has besides
     */
    private record Offer(Resources capacity, ServerExtras extras) {}

    private LargestCapacities(
            List<Resources> kept, ServerFleet fleet, Overcommit overcommit, Set<Offer> offers) {
        this.fleet = fleet;
        this.overcommit = overcommit;
        this.offers = List.copyOf(offers);
        cpuMicroCores = kept.stream().mapToLong(Resources::cpuMicroCores).toArray();
        memoryBytes = kept.stream().mapToLong(Resources::memoryBytes).toArray();
    }

    /** The largest capacities of a fleet, whenever a server has them. */
    public static LargestCapacities of(ServerFleet fleet) {
        return of(fleet, Overcommit.NONE);
    }

    /** The largest amounts that tasks may be given on any server of a fleet. */
    static LargestCapacities of(ServerFleet fleet, Overcommit overcommit) {
        List<Resources> all = new ArrayList<>();
        Set<Offer> offers = new LinkedHashSet<>();
        if (fleet instanceof ServerFleet.Static groups) {
            groups.groups().forEach(group -> all.add(group.type().capacity()));
        } else if (fleet instanceof ServerFleet.Recorded recorded) {
            MachineEvents events = recorded.events();
            for (int i = 0; i < events.size(); i++) {
                if (!events.isRemoval(i)) {
                    Resources capacity =
                            new Resources(events.cpuMicroCores(i), events.memoryBytes(i));
                    all.add(capacity);
                    offers.add(offer(events, i, overcommit));
                }
            }
        }
        all.replaceAll(overcommit::schedulable);
        return new LargestCapacities(notCovered(all), fleet, overcommit, offers);
    }

    private static Offer offer(MachineEvents events, int event, Overcommit overcommit) {
        Resources capacity = new Resources(events.cpuMicroCores(event), events.memoryBytes(event));
        return new Offer(overcommit.schedulable(capacity), events.extras(events.machine(event)));
    }

    /**
     * For each server of a fleet the largest capacities that it ever has; equal ones are one
     * object. O(servers + machine events).
     */
    static LargestCapacities[] byServer(ServerFleet fleet, Overcommit overcommit) {
        LargestCapacities[] byServer = new LargestCapacities[fleet.size()];
        if (fleet instanceof ServerFleet.Static groups) {
            int server = 0;
            for (ServerFleet.Group group : groups.groups()) {
                LargestCapacities one = of(new ServerFleet.Static(List.of(group)), overcommit);
                Arrays.fill(byServer, server, server + group.count(), one);
                server += group.count();
            }
        } else if (fleet instanceof ServerFleet.Recorded recorded) {
            fill(byServer, recorded, overcommit);
        }
        return byServer;
    }

    private static void fill(
            LargestCapacities[] byServer, ServerFleet.Recorded fleet, Overcommit overcommit) {
        List<Set<Offer>> offers = new ArrayList<>();
        for (int server = 0; server < byServer.length; server++) {
            offers.add(new LinkedHashSet<>());
        }
        MachineEvents events = fleet.events();
        for (int i = 0; i < events.size(); i++) {
            if (!events.isRemoval(i)) {
                offers.get(events.machine(i)).add(offer(events, i, overcommit));
            }
        }
        Map<Set<Offer>, LargestCapacities> made = new HashMap<>();
        for (int server = 0; server < byServer.length; server++) {
            byServer[server] =
                    made.computeIfAbsent(offers.get(server), ever -> of(ever, fleet, overcommit));
        }
    }

    private static LargestCapacities of(
            Set<Offer> offers, ServerFleet.Recorded fleet, Overcommit overcommit) {
        List<Resources> capacities = offers.stream().map(Offer::capacity).toList();
        return new LargestCapacities(notCovered(capacities), fleet, overcommit, offers);
    }

    private static List<Resources> notCovered(List<Resources> all) {
        List<Resources> kept = new ArrayList<>();
        all.stream()
                .distinct()
                .sorted(
                        Comparator.comparingLong(Resources::cpuMicroCores)
                                .thenComparingLong(Resources::memoryBytes)
                                .reversed())
                .forEach(
                        capacity -> {
                            if (kept.isEmpty()
                                    || kept.get(kept.size() - 1).memoryBytes()
                                            < capacity.memoryBytes()) {
                                kept.add(capacity);
                            }
                        });
        return kept;
    }

    /**
     * CPU of all declared servers together, each with the most that it ever has, millionths of a
     * core. O(servers + machine events).
     */
    public double totalMicroCores() {
        return total(true);
    }

    /** Memory of all declared servers together, each with the most that it ever has, bytes. */
    public double totalBytes() {
        return total(false);
    }

    private double total(boolean isCpu) {
        double total = 0;
        if (fleet instanceof ServerFleet.Static groups) {
            for (ServerFleet.Group group : groups.groups()) {
                total += (double) group.count() * amount(group.type().capacity(), isCpu);
            }
        } else if (fleet instanceof ServerFleet.Recorded recorded) {
            long[] most = new long[fleet.size()];
            MachineEvents events = recorded.events();
            for (int i = 0; i < events.size(); i++) {
                Resources capacity = new Resources(events.cpuMicroCores(i), events.memoryBytes(i));
                int machine = events.machine(i);
                most[machine] = Math.max(most[machine], amount(capacity, isCpu));
            }
            for (long each : most) {
                total += each;
            }
        }
        return total;
    }

    private long amount(Resources capacity, boolean isCpu) {
        Resources schedulable = overcommit.schedulable(capacity);
        return isCpu ? schedulable.cpuMicroCores() : schedulable.memoryBytes();
    }

    /** The largest CPU capacity of any server, millionths of a core; 0 if there is none. */
    long largestMicroCores() {
        return cpuMicroCores.length == 0 ? 0 : cpuMicroCores[0];
    }

    /** The largest memory capacity of any server, bytes; 0 if there is none. */
    long largestBytes() {
        return memoryBytes.length == 0 ? 0 : memoryBytes[memoryBytes.length - 1];
    }

    @Override
    public boolean couldHold(TaskView task) {
        return couldHoldPlain(task) && (task.isPlain() || couldSatisfy(task));
    }

    private boolean couldSatisfy(TaskView task) {
        PlacementConstraints constraints = task.constraints();
        if (fleet instanceof ServerFleet.Static groups) {
            return groups.groups().stream()
                    .anyMatch(
                            group ->
                                    overcommit
                                                    .schedulable(group.type().capacity())
                                                    .covers(asked(task))
                                            && has(group.type().extras(), task)
                                            && (constraints == null
                                                    || constraints.holdFor(
                                                            group.type().extras().attributes())));
        }
        return offers.stream()
                .anyMatch(
                        offer ->
                                offer.capacity().covers(asked(task))
                                        && has(offer.extras(), task)
                                        && (constraints == null
                                                || constraints.holdFor(
                                                        offer.extras().attributes())));
    }

    /**
     * Names of the resources of which no server ever has as much as the task asks for; empty if it
     * is only that none has enough of all at the same time.
     */
    List<String> neverEnough(TaskView task) {
        ServerExtras most = ServerExtras.NONE;
        if (fleet instanceof ServerFleet.Static groups) {
            for (ServerFleet.Group group : groups.groups()) {
                most = larger(most, group.type().extras());
            }
        }
        for (Offer offer : offers) {
            most = larger(most, offer.extras());
        }
        return Refusals.lacking(task, largestMicroCores(), largestBytes(), most);
    }

    private static ServerExtras larger(ServerExtras one, ServerExtras other) {
        return ServerExtras.of(
                Math.max(one.gpuMicros(), other.gpuMicros()),
                Math.max(one.diskBytes(), other.diskBytes()),
                Math.max(one.networkBitsPerSecond(), other.networkBitsPerSecond()),
                Map.of());
    }

    private static Resources asked(TaskView task) {
        return new Resources(task.cpuMicroCores(), task.memoryBytes());
    }

    private static boolean has(ServerExtras extras, TaskView task) {
        return extras.gpuMicros() >= task.gpuMicros()
                && extras.diskBytes() >= task.diskBytes()
                && extras.networkBitsPerSecond() >= task.networkBitsPerSecond();
    }

    private boolean couldHoldPlain(TaskView task) {
        long cpu = task.cpuMicroCores();
        long memory = task.memoryBytes();
        for (int i = 0; i < cpuMicroCores.length && cpuMicroCores[i] >= cpu; i++) {
            if (memoryBytes[i] >= memory) {
                return true;
            }
        }
        return false;
    }
}
