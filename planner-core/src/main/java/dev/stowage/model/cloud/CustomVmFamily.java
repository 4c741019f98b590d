package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.CustomSizeRule.Size;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A family of VMs whose size the customer chooses, in one region: so much for each vCPU and for
 * each GiB. Its VMs are x86.
 *
 * @param provider who rents it
 * @param family {@code n2}, …
 * @param region as the provider writes it
 * @param usdPerVcpuHour price of a vCPU, USD an hour, above 0; exact
 * @param usdPerGibHour price of a GiB, USD an hour, above 0; exact
 * @param rule which sizes there are
 * @param source who published the prices
 * @param date when they held
 * @param cpuScorePerVcpu CoreMark iterations a second of one vCPU; empty if not measured
 */
public record CustomVmFamily(
        String provider,
        String family,
        String region,
        BigDecimal usdPerVcpuHour,
        BigDecimal usdPerGibHour,
        CustomSizeRule rule,
        String source,
        LocalDate date,
        OptionalDouble cpuScorePerVcpu) {
    private static final BigDecimal MIB_PER_GIB = BigDecimal.valueOf(1024);

    /** Families whose custom types carry no family in their name, as Google's first. */
    private static final String UNNAMED_FAMILY = "n1";

    public CustomVmFamily {
        Check.notBlank("provider", provider);
        Check.notBlank("family", family);
        Check.notBlank("region", region);
        Check.notBlank("source", source);
        Check.positive("usdPerVcpuHour", usdPerVcpuHour);
        Check.positive("usdPerGibHour", usdPerGibHour);
        if (cpuScorePerVcpu.isPresent()) {
            Check.positive("cpuScorePerVcpu", cpuScorePerVcpu.getAsDouble());
        }
    }

    /** A family whose CPU nobody measured. */
    public CustomVmFamily(
            String provider,
            String family,
            String region,
            BigDecimal usdPerVcpuHour,
            BigDecimal usdPerGibHour,
            CustomSizeRule rule,
            String source,
            LocalDate date) {
        this(
                provider,
                family,
                region,
                usdPerVcpuHour,
                usdPerGibHour,
                rule,
                source,
                date,
                OptionalDouble.empty());
    }

    /** Price of a size, legal or not, USD an hour; exact. */
    public BigDecimal usdPerHour(Size size) {
        BigDecimal gib = BigDecimal.valueOf(size.mib()).divide(MIB_PER_GIB);
        return usdPerVcpuHour
                .multiply(BigDecimal.valueOf(size.vcpus()))
                .add(usdPerGibHour.multiply(gib));
    }

    /**
     * The cheapest legal size that has at least {@code need} of both; of equal prices the one with
     * fewer vCPUs. Empty if there is none that large. O(number of legal vCPU counts).
     */
    public Optional<VmOffer> cheapestCovering(Resources need) {
        Size best = null;
        BigDecimal bestUsd = null;
        for (int vcpus : rule.vcpus()) {
            Size size =
                    vcpus < need.cores()
                            ? null
                            : rule.smallest(vcpus, need.memoryBytes()).orElse(null);
            if (size != null) {
                BigDecimal usd = usdPerHour(size);
                if (bestUsd == null || usd.compareTo(bestUsd) < 0) {
                    best = size;
                    bestUsd = usd;
                }
            }
        }
        return Optional.ofNullable(best).map(this::legal);
    }

    /**
     * The offer of one size.
     *
     * @throws InputException if the rules don't allow it; names the nearest that they allow
     */
    public VmOffer offer(Resources size) {
        return CustomSizeRule.exact(size)
                .filter(rule::allows)
                .map(this::legal)
                .orElseThrow(() -> refused(size));
    }

    /** What the provider calls a size: {@code n2-custom-4-8192}. */
    public String typeName(Size size) {
        String prefix = family.equals(UNNAMED_FAMILY) ? "" : family + "-";
        return prefix + "custom-" + size.vcpus() + "-" + size.mib();
    }

    private VmOffer legal(Size size) {
        OptionalDouble score =
                cpuScorePerVcpu.isPresent()
                        ? OptionalDouble.of(cpuScorePerVcpu.getAsDouble() * size.vcpus())
                        : OptionalDouble.empty();
        VmType type =
                new VmType(
                        provider,
                        typeName(size),
                        family,
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        size.resources(),
                        new VmFeatures(0, false, 0, score));
        return new VmOffer(type, region, usdPerHour(size), source, date);
    }

    private InputException refused(Resources size) {
        List<String> nearest = rule.nearest(size).stream().map(this::typeName).toList();
        return InputException.at(
                "custom size of " + provider + " " + family,
                size.cores() + " vCPU with " + size.gib() + " GiB",
                "a size that the provider sells",
                "The nearest are " + String.join(", ", nearest) + ".");
    }
}
