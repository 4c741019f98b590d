package dev.stowage.covering;

import dev.stowage.model.Check;
import dev.stowage.model.CustomSizeRule.Size;
import dev.stowage.model.CustomVmFamily;
import dev.stowage.model.Resources;
import dev.stowage.model.VmOffer;
import java.util.Optional;

/** The custom sizes of one family, with its vCPUs counted by their speed. */
public final class CustomFamilySizes implements CustomSizes {
    private static final double MIB_PER_GIB = 1024;

    private final CustomVmFamily family;
    private final double coresPerVcpu;

    /**
     * @param coresPerVcpu what a vCPU of this family counts for, above 0: 1 if a vCPU is a vCPU
     */
    public CustomFamilySizes(CustomVmFamily family, double coresPerVcpu) {
        this.family = family;
        this.coresPerVcpu = Check.positive("coresPerVcpu", coresPerVcpu);
    }

    @Override
    public Optional<CoverItem> cheapestCovering(Resources need) {
        long vcpuMicros = (long) Math.ceil(need.cpuMicroCores() / coresPerVcpu);
        for (int vcpus : family.rule().vcpus()) {
            if (vcpus * Resources.MICRO_CORES_PER_CORE >= vcpuMicros) {
                Optional<Size> size = family.rule().smallest(vcpus, need.memoryBytes());
                if (size.isPresent()) {
                    return size.map(this::item); // more vCPUs only cost more
                }
            }
        }
        return Optional.empty();
    }

    private CoverItem item(Size size) {
        VmOffer offer = family.offer(size.resources());
        Resources capacity = offer.type().capacity();
        long cpu = (long) (capacity.cpuMicroCores() * coresPerVcpu);
        return CoverItem.of(offer, new Resources(cpu, capacity.memoryBytes()));
    }

    @Override
    public double nanoUsdPerCore() {
        return family.usdPerVcpuHour().doubleValue() * 1e9 / coresPerVcpu;
    }

    @Override
    public double nanoUsdPerGib() {
        return family.usdPerGibHour().doubleValue() * 1e9;
    }

    @Override
    public double leastGibPerCore() {
        return family.rule().minMibPerVcpu() / MIB_PER_GIB / coresPerVcpu;
    }

    @Override
    public double mostGibPerCore() {
        return family.rule().maxMibPerVcpu() / MIB_PER_GIB / coresPerVcpu;
    }

    @Override
    public Resources largest() {
        int vcpus = family.rule().vcpus().get(family.rule().vcpus().size() - 1);
        long cpu = (long) (vcpus * coresPerVcpu * Resources.MICRO_CORES_PER_CORE);
        return new Resources(cpu, family.rule().maxMib() << 20);
    }
}
