package dev.stowage.model.cloud;

import dev.stowage.basis.Check;
import dev.stowage.model.Resources;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * A commitment that VMs of several types share: it is paid for all of its term, used or not. It
 * pays for VMs on demand that no commitment of their own type pays for.
 */
public sealed interface SharedPlan {
    /** Who sells it. */
    String provider();

    /** Kind, term and payment: {@code savings-plan-1y-no-upfront}. */
    String name();

    /** Length of the term. */
    int termMonths();

    /** What an hour of all of it costs, with its share of the payment at the start, USD; exact. */
    BigDecimal usdPerHour();

    /** Share of its cost that is paid at the start, in [0, 1]. */
    BigDecimal upfrontShare();

    /** True if it may pay for VMs of an offer. */
    boolean covers(VmOffer offer);

    /** What it is, for a line: how much of what. */
    String words();

    /** The price that an offer has under a plan of this name; empty if it has none. */
    static Optional<Commitment> priceOf(VmOffer offer, String name) {
        return offer.commitments().stream().filter(each -> each.name().equals(name)).findFirst();
    }

    private static String amount(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }

    /**
     * So much spending an hour, at the plan's prices of VMs. At each instant it pays first for the
     * VMs on which it saves the largest share, for parts of a VM too. (AWS sets off by the hour of
     * the clock, which never pays for less.)
     *
     * @param family types that it is for; empty for all types of the provider
     * @param usdPerHour what is spent each hour, above 0
     */
    record Spending(
            String provider,
            Optional<String> family,
            String name,
            int termMonths,
            BigDecimal usdPerHour,
            BigDecimal upfrontShare)
            implements SharedPlan {
        public Spending {
            Check.positive("termMonths", termMonths);
            Check.positive("usdPerHour", usdPerHour);
        }

        @Override
        public boolean covers(VmOffer offer) {
            return offer.type().provider().equals(provider)
                    && family.map(offer.type().family()::equals).orElse(true)
                    && priceOf(offer, name).isPresent();
        }

        /** What an hour of a VM that it covers takes of it, USD. */
        public BigDecimal rate(VmOffer offer) {
            return priceOf(offer, name).orElseThrow().effectiveUsdPerHour();
        }

        @Override
        public String words() {
            return "USD "
                    + amount(usdPerHour)
                    + " an hour"
                    + family.map(f -> " on " + f).orElse("");
        }
    }

    /**
     * vCPUs and memory of a family in a region, whatever VMs use them.
     *
     * @param cores how many vCPUs, at least 0
     * @param gib how much memory, at least 0
     * @param committed what both cost under the plan
     * @param onDemand what both cost on demand, which it saves
     */
    record Resource(
            String provider,
            String region,
            String family,
            String name,
            int termMonths,
            BigDecimal cores,
            BigDecimal gib,
            ResourcePrice committed,
            ResourcePrice onDemand)
            implements SharedPlan {
        public Resource {
            Check.positive("termMonths", termMonths);
            if (cores.signum() < 0 || gib.signum() < 0 || cores.signum() + gib.signum() == 0) {
                throw new IllegalArgumentException("cores = " + cores + ", gib = " + gib);
            }
        }

        @Override
        public BigDecimal usdPerHour() {
            return committed.usd(cores, gib);
        }

        @Override
        public BigDecimal upfrontShare() {
            return BigDecimal.ZERO;
        }

        @Override
        public boolean covers(VmOffer offer) {
            return offer.type().provider().equals(provider)
                    && offer.region().equals(region)
                    && offer.type().family().equals(family)
                    && priceOf(offer, name).isPresent();
        }

        @Override
        public String words() {
            return amount(cores)
                    + " vCPUs"
                    + (onDemand.usdPerGib().signum() > 0 ? " and " + amount(gib) + " GiB" : "")
                    + " of "
                    + family;
        }
    }

    /**
     * What a vCPU and a GiB cost an hour, USD. Where all types of a family have as much memory for
     * each vCPU, all counts as the price of vCPUs.
     */
    record ResourcePrice(BigDecimal usdPerCore, BigDecimal usdPerGib) {
        private static final int DIGITS = 12;

        public ResourcePrice {
            Check.positive("usdPerCore", usdPerCore);
            if (usdPerGib.signum() < 0) {
                throw new IllegalArgumentException("usdPerGib = " + usdPerGib);
            }
        }

        /** Of so much of both. */
        public BigDecimal usd(BigDecimal cores, BigDecimal gib) {
            return usdPerCore.multiply(cores).add(usdPerGib.multiply(gib));
        }

        /**
         * The prices at which two sizes cost what they do; empty if none is above 0 for vCPUs and
         * at least 0 for memory. To 12 digits.
         */
        public static Optional<ResourcePrice> of(
                Resources lean, BigDecimal leanUsd, Resources rich, BigDecimal richUsd) {
            BigDecimal det =
                    cores(lean).multiply(gib(rich)).subtract(cores(rich).multiply(gib(lean)));
            if (det.signum() == 0) {
                return Optional.of(
                        new ResourcePrice(shortened(leanUsd, cores(lean)), BigDecimal.ZERO));
            }
            BigDecimal core = leanUsd.multiply(gib(rich)).subtract(richUsd.multiply(gib(lean)));
            BigDecimal gib = richUsd.multiply(cores(lean)).subtract(leanUsd.multiply(cores(rich)));
            BigDecimal perCore = shortened(core, det);
            BigDecimal perGib = shortened(gib, det);
            return perCore.signum() > 0 && perGib.signum() >= 0
                    ? Optional.of(new ResourcePrice(perCore, perGib))
                    : Optional.empty();
        }

        private static BigDecimal shortened(BigDecimal of, BigDecimal by) {
            return of.divide(by, MathContext.DECIMAL128)
                    .setScale(DIGITS, java.math.RoundingMode.HALF_EVEN);
        }

        /** vCPUs of a size. */
        public static BigDecimal cores(Resources size) {
            return BigDecimal.valueOf(size.cpuMicroCores(), 6).stripTrailingZeros();
        }

        /** GiB of a size; exact. */
        public static BigDecimal gib(Resources size) {
            return BigDecimal.valueOf(size.memoryBytes())
                    .divide(BigDecimal.valueOf(Resources.BYTES_PER_GIB));
        }
    }
}
