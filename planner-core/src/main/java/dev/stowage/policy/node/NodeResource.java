package dev.stowage.policy.node;

/** A resource of which a server has so many units, each with one owner at a time. */
public enum NodeResource {
    /** Physical cores, with all their hardware threads. */
    CORES("core"),
    /** Ways of the last-level cache. */
    WAYS("way"),
    /** Whole GB of memory. */
    MEMORY("GB"),
    /** Parts of the disk's bandwidth. */
    DISK("part of the disk"),
    /** Parts of the network's bandwidth. */
    NETWORK("part of the network");

    private final String unit;

    NodeResource(String unit) {
        this.unit = unit;
    }

    /** What one of it is called. */
    public String unit() {
        return unit;
    }
}
