package dev.stowage.model.node;

import dev.stowage.basis.Check;
import java.util.List;

/**
 * A server.
 *
 * @param name how scenarios call it
 * @param frequenciesGhz the frequency levels of its cores, rising; the last is the highest one
 *     (turbo)
 * @param nominalLevel index of the level at which cores start
 * @param parameters all else that the model knows of it
 * @param bandwidthIsolation how much of the memory bandwidth that other slices ask for a slice does
 *     not feel, from 0 (all is felt) to 1; the pool is one slice
 */
public record NodeProfile(
        String name,
        List<Double> frequenciesGhz,
        int nominalLevel,
        ParameterSet<NodeParameter> parameters,
        double bandwidthIsolation) {
    /** Without isolation. */
    public NodeProfile(
            String name,
            List<Double> frequenciesGhz,
            int nominalLevel,
            ParameterSet<NodeParameter> parameters) {
        this(name, frequenciesGhz, nominalLevel, parameters, 0);
    }

    public NodeProfile {
        Check.notBlank("name", name);
        frequenciesGhz = List.copyOf(frequenciesGhz);
        double below = 0;
        for (double each : frequenciesGhz) {
            if (!(each > below)) {
                throw new IllegalArgumentException(
                        "frequenciesGhz = " + frequenciesGhz + ", expected rising ones above 0");
            }
            below = each;
        }
        Check.inRange("nominalLevel", nominalLevel, 0, frequenciesGhz.size() - 1);
        Check.inRange("bandwidthIsolation", bandwidthIsolation, 0, 1);
    }

    /** The value of a parameter. */
    public double of(NodeParameter key) {
        return parameters.of(key);
    }

    /** The value of one that counts something. */
    public int whole(NodeParameter key) {
        return parameters.whole(key);
    }

    /** The level of the highest frequency. */
    public int highestLevel() {
        return frequenciesGhz.size() - 1;
    }

    /** The same node with another value of a parameter. */
    public NodeProfile with(NodeParameter key, double value, ParameterSource source) {
        return new NodeProfile(
                name,
                frequenciesGhz,
                nominalLevel,
                parameters.with(key, value, source),
                bandwidthIsolation);
    }

    /** The same node under a level of isolation. */
    public NodeProfile isolated(double ofBandwidth) {
        return new NodeProfile(name, frequenciesGhz, nominalLevel, parameters, ofBandwidth);
    }
}
