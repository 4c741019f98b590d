package dev.stowage.sim.energy;

import dev.stowage.model.node.ParameterSet;

/** A service whose requests come over the network, each core with a queue of its own. */
public record NetworkService(String name, ParameterSet<RequestParameter> parameters) {
    /** The value of a parameter. */
    public double of(RequestParameter key) {
        return parameters.of(key);
    }
}
