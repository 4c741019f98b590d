package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Which numbers of vCPUs and which amounts of memory a provider sells together as a custom VM.
 * Memory beyond the ratio (extended memory) is not sold here, because nobody publishes its price in
 * our sources.
 *
 * @param vcpus legal numbers of vCPUs, rising, each at least 1
 * @param minMibPerVcpu least memory for each vCPU in MiB
 * @param maxMibPerVcpu most memory for each vCPU in MiB
 * @param stepMib memory is sold in whole multiples of this, MiB
 * @param maxMib most memory of one VM in MiB
 */
public record CustomSizeRule(
        List<Integer> vcpus, long minMibPerVcpu, long maxMibPerVcpu, long stepMib, long maxMib) {
    private static final long BYTES_PER_MIB = 1L << 20;

    /**
     * A size, legal or not.
     *
     * @param vcpus number of vCPUs
     * @param mib memory in MiB
     */
    public record Size(int vcpus, long mib) {
        /** As a vector of resources. */
        public Resources resources() {
            return new Resources(
                    Math.multiplyExact(vcpus, Resources.MICRO_CORES_PER_CORE),
                    Math.multiplyExact(mib, BYTES_PER_MIB));
        }
    }

    public CustomSizeRule {
        vcpus = List.copyOf(vcpus);
        if (vcpus.isEmpty() || vcpus.get(0) < 1) {
            throw new IllegalArgumentException("vcpus = " + vcpus + ", expected numbers above 0");
        }
        for (int i = 1; i < vcpus.size(); i++) {
            if (vcpus.get(i) <= vcpus.get(i - 1)) {
                throw new IllegalArgumentException("vcpus = " + vcpus + ", expected rising");
            }
        }
        Check.positive("minMibPerVcpu", minMibPerVcpu);
        Check.positive("stepMib", stepMib);
        Check.positive("maxMib", maxMib);
        if (maxMibPerVcpu < minMibPerVcpu) {
            throw new IllegalArgumentException(
                    "maxMibPerVcpu = " + maxMibPerVcpu + ", expected at least " + minMibPerVcpu);
        }
    }

    /** True if the provider sells it. */
    public boolean allows(Size size) {
        return vcpus.contains(size.vcpus())
                && size.mib() % stepMib == 0
                && size.mib() >= leastMib(size.vcpus())
                && size.mib() <= mostMib(size.vcpus());
    }

    /**
     * The legal size of {@code vcpus} vCPUs with the least memory that is at least {@code
     * memoryBytes}; empty if there is none that large, or if that number of vCPUs is not sold.
     */
    public Optional<Size> smallest(int vcpus, long memoryBytes) {
        if (!this.vcpus.contains(vcpus)) {
            return Optional.empty();
        }
        long needMib = roundUp(-Math.floorDiv(-memoryBytes, BYTES_PER_MIB));
        long mib = Math.max(leastMib(vcpus), needMib);
        return mib <= mostMib(vcpus) ? Optional.of(new Size(vcpus, mib)) : Optional.empty();
    }

    /** The size that has exactly these resources; empty if they are no whole vCPUs or MiB. */
    public static Optional<Size> exact(Resources resources) {
        long vcpus = resources.cpuMicroCores() / Resources.MICRO_CORES_PER_CORE;
        boolean isWhole =
                resources.cpuMicroCores() % Resources.MICRO_CORES_PER_CORE == 0
                        && resources.memoryBytes() % BYTES_PER_MIB == 0
                        && vcpus <= Integer.MAX_VALUE;
        return isWhole
                ? Optional.of(new Size((int) vcpus, resources.memoryBytes() / BYTES_PER_MIB))
                : Optional.empty();
    }

    /**
     * Legal sizes nearest to {@code wanted}, at most four: of the numbers of vCPUs next to it,
     * below and above, with the memory next to it; and the smallest that has at least as much of
     * both.
     */
    public List<Size> nearest(Resources wanted) {
        Set<Size> sizes = new LinkedHashSet<>();
        double cores = wanted.cores();
        OptionalInt below = vcpus.stream().mapToInt(n -> n).filter(n -> n <= cores).max();
        OptionalInt above = vcpus.stream().mapToInt(n -> n).filter(n -> n >= cores).min();
        below.ifPresent(n -> clamped(n, wanted.memoryBytes()).ifPresent(sizes::add));
        above.ifPresent(n -> clamped(n, wanted.memoryBytes()).ifPresent(sizes::add));
        for (int n : vcpus) {
            Optional<Size> covering =
                    n < cores ? Optional.empty() : smallest(n, wanted.memoryBytes());
            if (covering.isPresent()) {
                sizes.add(covering.get());
                break;
            }
        }
        return List.copyOf(new ArrayList<>(sizes));
    }

    /** The legal memory of a number of vCPUs that is nearest to {@code memoryBytes}. */
    private Optional<Size> clamped(int vcpus, long memoryBytes) {
        long wanted = roundUp(-Math.floorDiv(-memoryBytes, BYTES_PER_MIB));
        long mib = Math.max(leastMib(vcpus), Math.min(mostMib(vcpus), wanted));
        Size size = new Size(vcpus, mib);
        return allows(size) ? Optional.of(size) : Optional.empty();
    }

    private long leastMib(int vcpus) {
        return roundUp(Math.multiplyExact(minMibPerVcpu, vcpus));
    }

    private long mostMib(int vcpus) {
        long most = Math.min(maxMib, Math.multiplyExact(maxMibPerVcpu, vcpus));
        return most - most % stepMib;
    }

    private long roundUp(long mib) {
        return Math.multiplyExact(-Math.floorDiv(-mib, stepMib), stepMib);
    }
}
