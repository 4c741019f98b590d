package dev.stowage.packing;

import dev.stowage.basis.Check;

/**
 * A dimension of a packing problem.
 *
 * @param name as in {@code cpu}
 * @param unit of its exact integer amounts, as in {@code micro-cores}
 */
public record PackingResource(String name, String unit) {
    public static final PackingResource CPU = new PackingResource("cpu", "micro-cores");
    public static final PackingResource MEMORY = new PackingResource("memory", "bytes");
    public static final PackingResource GPU = new PackingResource("gpu", "millionths");
    public static final PackingResource DISK = new PackingResource("disk", "bytes");
    public static final PackingResource NETWORK = new PackingResource("network", "bits/s");

    public PackingResource {
        Check.notBlank("name", name);
        Check.notBlank("unit", unit);
    }
}
