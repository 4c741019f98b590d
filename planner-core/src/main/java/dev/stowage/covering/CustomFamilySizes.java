package dev.stowage.covering;

import dev.stowage.basis.Check;
import dev.stowage.covering.CoverItem.Pricing;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.CustomSizeRule;
import dev.stowage.model.cloud.CustomSizeRule.Size;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmOffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.math3.util.ArithmeticUtils;

/** The custom sizes of one family, with its vCPUs counted by their speed. */
public final class CustomFamilySizes implements CustomSizes {
    private static final double MIB_PER_GIB = 1024;

    private static final double NANO = 1e9;
    private static final int BYTES_PER_MIB_BITS = 20;

    private final CustomVmFamily family;
    private final double coresPerVcpu;
    private final int[] vcpus;
    private final double nanoUsdPerVcpu;
    private final double nanoUsdPerMib;

    /**
     * @param coresPerVcpu what a vCPU of this family counts for, above 0: 1 if a vCPU is a vCPU
     */
    public CustomFamilySizes(CustomVmFamily family, double coresPerVcpu) {
        this.family = family;
        this.coresPerVcpu = Check.positive("coresPerVcpu", coresPerVcpu);
        this.vcpus = family.rule().vcpus().stream().mapToInt(n -> n).toArray();
        this.nanoUsdPerVcpu = family.usdPerVcpuHour().doubleValue() * NANO;
        this.nanoUsdPerMib = family.usdPerGibHour().doubleValue() * NANO / MIB_PER_GIB;
    }

    @Override
    public String family() {
        return family.family();
    }

    @Override
    public Optional<CoverItem> cheapestCovering(Resources need) {
        int count = fewest(need);
        return count == 0 ? Optional.empty() : Optional.of(item(count, mib(count, need)));
    }

    /** Without an offer made of it: this is asked for thousands of sizes that nobody rents. */
    @Override
    public long nanoUsdCovering(Resources need) {
        int count = fewest(need);
        return count == 0 ? NONE : nanoUsd(count, mib(count, need));
    }

    /** The least legal number of vCPUs, because more only cost more; 0 if no size is so large. */
    private int fewest(Resources need) {
        long vcpuMicros = (long) Math.ceil(need.cpuMicroCores() / coresPerVcpu);
        for (int count : vcpus) {
            if (count * Resources.MICRO_CORES_PER_CORE >= vcpuMicros
                    && mib(count, need) <= Math.min(most(count), family.rule().maxMib())) {
                return count;
            }
        }
        return 0;
    }

    private long most(int count) {
        return family.rule().maxMibPerVcpu() * count;
    }

    /** The least legal memory of so many vCPUs that is at least what is needed. */
    private long mib(int count, Resources need) {
        CustomSizeRule rule = family.rule();
        long least = rule.minMibPerVcpu() * count;
        long needed = -Math.floorDiv(-need.memoryBytes(), 1L << BYTES_PER_MIB_BITS);
        long step = rule.stepMib();
        return step * -Math.floorDiv(-Math.max(least, needed), step);
    }

    private long nanoUsd(int count, long mib) {
        return Math.round(count * nanoUsdPerVcpu + mib * nanoUsdPerMib);
    }

    private CoverItem item(int count, long mib) {
        VmOffer offer = family.offer(new Size(count, mib).resources());
        Resources capacity = offer.type().capacity();
        long cpu = (long) (capacity.cpuMicroCores() * coresPerVcpu);
        return new CoverItem(
                offer,
                new Resources(cpu, capacity.memoryBytes()),
                Pricing.ON_DEMAND,
                nanoUsd(count, mib),
                1);
    }

    @Override
    public double nanoUsdPerCore() {
        return nanoUsdPerVcpu / coresPerVcpu;
    }

    @Override
    public double nanoUsdPerGib() {
        return nanoUsdPerMib * MIB_PER_GIB;
    }

    @Override
    public double leastGibPerCore() {
        return family.rule().minMibPerVcpu() / MIB_PER_GIB / coresPerVcpu;
    }

    @Override
    public double mostGibPerCore() {
        return family.rule().maxMibPerVcpu() / MIB_PER_GIB / coresPerVcpu;
    }

    /** Cores that are no whole vCPUs are rounded down, which leaves no multiple in common. */
    @Override
    public Resources unit() {
        long step = Arrays.stream(vcpus).reduce(0, ArithmeticUtils::gcd);
        long cpu = coresPerVcpu == 1 ? step * Resources.MICRO_CORES_PER_CORE : 1;
        return new Resources(cpu, family.rule().stepMib() << BYTES_PER_MIB_BITS);
    }

    @Override
    public Resources largest() {
        int most = vcpus[vcpus.length - 1];
        long cpu = (long) (most * coresPerVcpu * Resources.MICRO_CORES_PER_CORE);
        return new Resources(cpu, family.rule().maxMib() << BYTES_PER_MIB_BITS);
    }
}
