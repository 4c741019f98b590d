package dev.stowage.isolation;

import dev.stowage.basis.Check;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A number in [0, 1] for each shared resource; those that are not named have 0.
 *
 * @param named those above 0
 */
public record ResourceWeights(Map<SharedResource, Double> named) {
    /** 0 for each. */
    public static final ResourceWeights NONE = new ResourceWeights(Map.of());

    public ResourceWeights {
        EnumMap<SharedResource, Double> copy = new EnumMap<>(SharedResource.class);
        named.forEach(
                (resource, weight) ->
                        copy.put(resource, Check.inRange(resource.label(), weight, 0, 1)));
        named = Collections.unmodifiableMap(copy);
    }

    /** Each over what a server of another size relieves it by, at most 1. */
    ResourceWeights on(double coresRatio, double memoryRatio) {
        Map<SharedResource, Double> scaled = new EnumMap<>(SharedResource.class);
        named.forEach(
                (resource, weight) ->
                        scaled.put(
                                resource,
                                Math.min(1, weight / resource.relief(coresRatio, memoryRatio))));
        return new ResourceWeights(scaled);
    }

    /** The number of one resource. */
    public double of(SharedResource resource) {
        Double weight = named.get(resource);
        return weight == null ? 0 : weight;
    }
}
