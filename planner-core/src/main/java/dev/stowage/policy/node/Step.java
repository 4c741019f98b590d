package dev.stowage.policy.node;

import java.util.List;

/** What PARTIES moves by one step: the positions of its two wheels. */
enum Step {
    CORE,
    CACHE,
    FREQUENCY,
    MEMORY,
    DISK;

    /** The wheels, each turned in this order. Source: Figure 4; the order in it is ours. */
    private static final List<Step> COMPUTE = List.of(CORE, CACHE, FREQUENCY);

    private static final List<Step> STORAGE = List.of(MEMORY, DISK);

    /** The wheel that this is on. */
    List<Step> wheel() {
        return isStorage() ? STORAGE : COMPUTE;
    }

    /** The wheel that this is not on. */
    List<Step> otherWheel() {
        return isStorage() ? COMPUTE : STORAGE;
    }

    /** True on the storage wheel. */
    boolean isStorage() {
        return this == MEMORY || this == DISK;
    }

    /** The next position of the same wheel. */
    Step next() {
        List<Step> wheel = wheel();
        return wheel.get((wheel.indexOf(this) + 1) % wheel.size());
    }

    /** The conserved resource; a frequency is none. */
    NodeResource resource() {
        return switch (this) {
            case CORE -> NodeResource.CORES;
            case CACHE -> NodeResource.WAYS;
            case MEMORY -> NodeResource.MEMORY;
            case DISK -> NodeResource.DISK;
            case FREQUENCY -> throw new IllegalStateException("a frequency has no units");
        };
    }
}
