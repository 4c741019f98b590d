package dev.stowage.billing;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;

/**
 * What a vCPU and a GiB cost in a family, from the prices of two of its types: the one with the
 * least and the one with the most memory per vCPU. With one ratio, or if that gives a price below
 * 0, all counts as the price of vCPUs; which is the same if all types have the same ratio.
 *
 * @param usdPerCore share of a vCPU, in proportion
 * @param usdPerGib share of a GiB, in proportion
 */
record ResourcePrices(BigDecimal usdPerCore, BigDecimal usdPerGib) {
    private static final MathContext DIGITS = MathContext.DECIMAL128;
    private static final int MONEY_DIGITS = 18;

    static ResourcePrices of(List<VmOffer> offers) {
        Comparator<VmOffer> ratio = Comparator.comparing(o -> gib(o).divide(cores(o), DIGITS));
        VmOffer lean = offers.stream().min(ratio).orElseThrow();
        VmOffer rich = offers.stream().max(ratio).orElseThrow();
        BigDecimal det = cores(lean).multiply(gib(rich)).subtract(cores(rich).multiply(gib(lean)));
        if (det.signum() > 0) {
            BigDecimal core =
                    lean.usdPerHour()
                            .multiply(gib(rich))
                            .subtract(rich.usdPerHour().multiply(gib(lean)));
            BigDecimal gib =
                    rich.usdPerHour()
                            .multiply(cores(lean))
                            .subtract(lean.usdPerHour().multiply(cores(rich)));
            if (core.signum() >= 0 && gib.signum() >= 0 && core.signum() + gib.signum() > 0) {
                return new ResourcePrices(core.divide(det, DIGITS), gib.divide(det, DIGITS));
            }
        }
        return new ResourcePrices(BigDecimal.ONE, BigDecimal.ZERO);
    }

    /** What is paid for the vCPUs of a type, USD an hour; the rest is for its memory. */
    BigDecimal cpuUsd(VmOffer offer) {
        BigDecimal cpu = usdPerCore.multiply(cores(offer));
        BigDecimal all = cpu.add(usdPerGib.multiply(gib(offer)));
        return offer.usdPerHour()
                .multiply(cpu.divide(all, DIGITS))
                .setScale(MONEY_DIGITS, RoundingMode.HALF_EVEN);
    }

    private static BigDecimal cores(VmOffer offer) {
        return BigDecimal.valueOf(offer.type().capacity().cpuMicroCores())
                .divide(BigDecimal.valueOf(Resources.MICRO_CORES_PER_CORE));
    }

    private static BigDecimal gib(VmOffer offer) {
        return BigDecimal.valueOf(offer.type().capacity().memoryBytes())
                .divide(BigDecimal.valueOf(Resources.BYTES_PER_GIB));
    }
}
