package dev.stowage.ingest.azure;

import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.model.Resources;
import java.util.Map;

/** Picks a value for each bucket and counts the virtual machines in it. */
final class BucketAmounts {
    private final String rule;
    private final Buckets coreBuckets;
    private final Buckets gibBuckets;
    private final long[] cores;
    private final long[] memory;

    BucketAmounts(SourceSchema vms, String rule) {
        this.rule = rule;
        coreBuckets = new Buckets(vms.field("cores").words());
        gibBuckets = new Buckets(vms.field("memory").words());
        cores = new long[coreBuckets.count()];
        memory = new long[gibBuckets.count()];
    }

    /** Cores of a virtual machine. */
    long cpuMicroCores(long value) {
        return half(coreBuckets, (int) value) * (Resources.MICRO_CORES_PER_CORE / 2);
    }

    /** Its memory. */
    long memoryBytes(long value) {
        return half(gibBuckets, (int) value) * (Resources.BYTES_PER_GIB / 2);
    }

    /** Takes note of a virtual machine. */
    void count(long coresValue, long memoryValue) {
        cores[(int) coresValue]++;
        memory[(int) memoryValue]++;
    }

    /** Adds what was counted. */
    void putFacts(Map<String, Long> facts) {
        for (int i = 0; i < cores.length; i++) {
            facts.put("tasks.cores" + coreBuckets.range(i), cores[i]);
        }
        for (int i = 0; i < memory.length; i++) {
            facts.put("tasks.memoryGib" + gibBuckets.range(i), memory[i]);
        }
    }

    /** Twice the value, which may end in a half. */
    private long half(Buckets buckets, int bucket) {
        long edge = 2 * buckets.edge(bucket);
        if (buckets.isOpen(bucket)) {
            return rule.equals("edge") ? edge : 2 * edge;
        }
        return rule.equals("middle") ? buckets.floor(bucket) + buckets.edge(bucket) : edge;
    }
}
