package dev.stowage.model.node;

import dev.stowage.basis.Check;

/**
 * A latency-critical service.
 *
 * @param name how scenarios call it
 * @param isStateless true if it can be moved without its data
 * @param parameters all that the model knows of it
 */
public record ServiceProfile(
        String name, boolean isStateless, ParameterSet<ServiceParameter> parameters) {
    public ServiceProfile {
        Check.notBlank("name", name);
    }

    /** The value of a parameter. */
    public double of(ServiceParameter key) {
        return parameters.of(key);
    }

    /** The same service under another name. */
    public ServiceProfile as(String newName) {
        return new ServiceProfile(newName, isStateless, parameters);
    }

    /** The same service with another value of a parameter. */
    public ServiceProfile with(ServiceParameter key, double value, ParameterSource source) {
        return new ServiceProfile(name, isStateless, parameters.with(key, value, source));
    }

    /** The least whole GB of memory with which it does not swap. */
    public int residentWholeGb() {
        return (int) Math.ceil(of(ServiceParameter.RESIDENT_GB));
    }
}
