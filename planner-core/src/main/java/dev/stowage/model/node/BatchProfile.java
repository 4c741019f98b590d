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
}
