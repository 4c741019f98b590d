package dev.stowage.isolation;

import dev.stowage.basis.Check;

/**
 * How much of each resource a slice has for itself.
 *
 * @param name {@code native}, {@code cgroups}, {@code vanguard}, {@code frimics}, or one's own
 * @param isDynamic true if slices can be made, resized and removed while they run
 * @param factors by resource: 0 = one pool for all, 1 = private
 * @param source where the factors are from
 */
public record IsolationLevel(
        String name, boolean isDynamic, ResourceWeights factors, String source) {
    public IsolationLevel {
        Check.notBlank("name", name);
        Check.notBlank("source", source);
    }
}
