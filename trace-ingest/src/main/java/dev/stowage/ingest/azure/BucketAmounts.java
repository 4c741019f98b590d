package dev.stowage.ingest.azure;

import dev.stowage.model.Resources;
import java.util.Map;

/** Picks a value for each bucket and counts the virtual machines in it. */
final class BucketAmounts implements AzureAssembly.Amounts {
    private final String rule;
    private final long[] cores = new long[Buckets.CORES.count()];
    private final long[] memory = new long[Buckets.MEMORY_GIB.count()];

    BucketAmounts(String rule) {
        this.rule = rule;
    }

    @Override
    public long cpuMicroCores(long value) {
        return half(Buckets.CORES, (int) value) * (Resources.MICRO_CORES_PER_CORE / 2);
    }

    @Override
    public long memoryBytes(long value) {
        return half(Buckets.MEMORY_GIB, (int) value) * (Resources.BYTES_PER_GIB / 2);
    }

    @Override
    public void count(long coresValue, long memoryValue) {
        cores[(int) coresValue]++;
        memory[(int) memoryValue]++;
    }

    @Override
    public void putFacts(Map<String, Long> facts) {
        for (int i = 0; i < cores.length; i++) {
            facts.put("tasks.cores" + Buckets.CORES.range(i), cores[i]);
        }
        for (int i = 0; i < memory.length; i++) {
            facts.put("tasks.memoryGib" + Buckets.MEMORY_GIB.range(i), memory[i]);
        }
    }

    @Override
    public void putParameters(Map<String, String> parameters) {
        parameters.put("bucket", rule);
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
