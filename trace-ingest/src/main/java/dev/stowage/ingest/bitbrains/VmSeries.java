package dev.stowage.ingest.bitbrains;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

/** What is known of one virtual machine beside its measurements. */
final class VmSeries {
    private final String name;
    private long firstSeen = Long.MAX_VALUE;
    private long mostCores = ABSENT;
    private long mostMemory = ABSENT;
    private long lastCores = ABSENT;
    private long lastMemory = ABSENT;
    private long changes;

    VmSeries(String name) {
        this.name = name;
    }

    /** It was measured, provisioned or not. */
    void see(long timeMicros) {
        firstSeen = Math.min(firstSeen, timeMicros);
    }

    /**
     * It was provisioned.
     *
     * @param microCores number of its cores, above 0
     * @param memoryBytes capacity; 0 if it is not known
     */
    void provisioned(long microCores, long memoryBytes) {
        boolean isChange =
                lastCores != ABSENT && (lastCores != microCores || lastMemory != memoryBytes);
        changes += isChange ? 1 : 0;
        lastCores = microCores;
        lastMemory = memoryBytes;
        mostCores = Math.max(mostCores, microCores);
        mostMemory = Math.max(mostMemory, memoryBytes == 0 ? ABSENT : memoryBytes);
    }

    String name() {
        return name;
    }

    /** Its first timestamp, provisioned or not. */
    long firstSeenMicros() {
        return firstSeen;
    }

    /** The largest number of cores that it ever had, in micro-cores, or absent. */
    long mostMicroCores() {
        return mostCores;
    }

    /** The largest memory that it ever had, or absent. */
    long mostMemoryBytes() {
        return mostMemory;
    }

    /** How often its capacity differs from that of the row above. */
    long changes() {
        return changes;
    }
}
