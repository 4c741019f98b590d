package dev.stowage.sim.cluster;

import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerFleet;
import dev.stowage.model.ServerType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The electric power of each server of a fleet.
 *
 * @param uniformMicroCores the CPU of every server whenever it is up, if all have one linear power
 *     model and one capacity; else 0
 * @param modelOf by server; a single entry if all are the same
 */
record ServerPower(long uniformMicroCores, List<PowerModel> modelOf) {
    private static final double NANO = 1e9;

    ServerPower {
        modelOf = List.copyOf(modelOf);
    }

    boolean isUniform() {
        return uniformMicroCores > 0;
    }

    static ServerPower of(ServerFleet fleet) {
        if (fleet instanceof ServerFleet.Recorded recorded) {
            return new ServerPower(0, List.of(recorded.power()));
        }
        List<ServerFleet.Group> groups = ((ServerFleet.Static) fleet).groups();
        long kinds =
                groups.stream()
                        .map(ServerFleet.Group::type)
                        .map(type -> List.of(type.power(), type.capacity().cpuMicroCores()))
                        .distinct()
                        .count();
        boolean isLinear = groups.stream().allMatch(group -> group.type().power().isLinear());
        if (kinds == 1 && isLinear) {
            ServerType type = groups.get(0).type();
            return new ServerPower(type.capacity().cpuMicroCores(), List.of(type.power()));
        }
        List<PowerModel> models = new ArrayList<>(fleet.size());
        groups.forEach(
                group -> models.addAll(Collections.nCopies(group.count(), group.type().power())));
        return new ServerPower(0, models);
    }

    /** True if nobody gave the watts of some server. */
    boolean isAssumed() {
        return modelOf.stream().anyMatch(PowerModel::assumed);
    }

    /** Power that so much CPU in use adds to the idle power of a server of this capacity, nW. */
    long dynamicNanoWatts(int server, long usedMicroCores, long capacityMicroCores) {
        if (capacityMicroCores == 0) {
            return 0;
        }
        PowerModel model = model(server);
        if (model.isLinear()) {
            return (long) (dynamicNanoWatts(server) / capacityMicroCores * usedMicroCores);
        }
        double use = Math.min(1, (double) usedMicroCores / capacityMicroCores);
        return (long) ((model.watts(use) - model.idleWatts()) * NANO);
    }

    private PowerModel model(int server) {
        return modelOf.get(modelOf.size() == 1 ? 0 : server);
    }

    /** Power of the server when it is up and empty, nW. */
    long idleNanoWatts(int server) {
        return (long) (model(server).idleWatts() * NANO);
    }

    /** Power added by a full load, nW. */
    double dynamicNanoWatts(int server) {
        return (model(server).peakWatts() - model(server).idleWatts()) * NANO;
    }
}
