package dev.stowage.model.node;

import dev.stowage.basis.Check;

/** A best-effort job: work without a bound on its latency. */
public record BatchProfile(String name, ParameterSet<BatchParameter> parameters) {
    public BatchProfile {
        Check.notBlank("name", name);
    }

    /** The value of a parameter. */
    public double of(BatchParameter key) {
        return parameters.of(key);
    }

    /** The same job with another value of a parameter. */
    public BatchProfile with(BatchParameter key, double value, ParameterSource source) {
        return new BatchProfile(name, parameters.with(key, value, source));
    }
}
