package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A kind of virtual machine that a provider rents, in all of its regions.
 *
 * @param provider {@code aws}, {@code gcp}, {@code azure}, …
 * @param name as the provider writes it: {@code m7g.xlarge}
 * @param family group of types with the same ratio of memory to CPU and the same processor
 * @param category what its ratio of memory to CPU is meant for
 * @param architecture instruction set of its processor
 * @param capacity what the guest sees: vCPUs as cores, and memory; a vCPU may be half a core
 * @param features accelerators, local disk, measured speed, and whether its cores are its own
 */
public record VmType(
        String provider,
        String name,
        String family,
        Category category,
        Architecture architecture,
        Resources capacity,
        VmFeatures features) {
    /** Instruction set; a task built for one doesn't run on the other. */
    public enum Architecture {
        X86_64,
        ARM64
    }

    /** What a type is meant for, as providers group them. */
    public enum Category {
        GENERAL,
        COMPUTE,
        MEMORY,
        OTHER
    }

    public VmType {
        Check.notBlank("provider", provider);
        Check.notBlank("name", name);
        Check.notBlank("family", family);
        Check.positive("capacity.cpuMicroCores", capacity.cpuMicroCores());
        Check.positive("capacity.memoryBytes", capacity.memoryBytes());
    }

    /** A type with nothing besides CPU and memory. */
    public VmType(
            String provider,
            String name,
            String family,
            Category category,
            Architecture architecture,
            Resources capacity) {
        this(provider, name, family, category, architecture, capacity, VmFeatures.PLAIN);
    }

    /** Number of accelerators, at least 0; a fraction where a VM has a part of one. */
    public double gpus() {
        return features.gpus();
    }

    /** True if its vCPUs are shared with other VMs or throttled after a burst. */
    public boolean isSharedCore() {
        return features.isSharedCore();
    }

    /** Disk inside the server in GiB; 0 if it has none or nobody says. */
    public double localDiskGib() {
        return features.localDiskGib();
    }

    /** CoreMark iterations a second of the whole VM; empty if not measured. */
    public OptionalDouble cpuScore() {
        return features.cpuScore();
    }

    /** Name, size and kind in a few words. */
    public String describe() {
        return name
                + " ("
                + number(capacity.cores())
                + " vCPU, "
                + number(capacity.gib())
                + " GiB, "
                + category.name().toLowerCase(Locale.ROOT)
                + ", "
                + architecture.name().toLowerCase(Locale.ROOT)
                + ")";
    }

    private static String number(double value) {
        return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
    }
}
