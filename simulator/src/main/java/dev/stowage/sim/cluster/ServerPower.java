package dev.stowage.sim.cluster;

import dev.stowage.model.PowerModel;
import dev.stowage.model.ServerFleet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The electric power of each server of a fleet.
 *
 * @param isUniform true if all servers have one power model and one CPU capacity that never changes
 * @param modelOf by server; a single entry if all are the same
 */
record ServerPower(boolean isUniform, List<PowerModel> modelOf) {
    private static final double NANO = 1e9;

    ServerPower {
        modelOf = List.copyOf(modelOf);
    }

    static ServerPower of(ServerFleet fleet) {
        if (fleet instanceof ServerFleet.Recorded recorded) {
            return new ServerPower(false, List.of(recorded.power()));
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
            return new ServerPower(true, List.of(groups.get(0).type().power()));
        }
        List<PowerModel> models = new ArrayList<>(fleet.size());
        groups.forEach(
                group -> models.addAll(Collections.nCopies(group.count(), group.type().power())));
        return new ServerPower(false, models);
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
