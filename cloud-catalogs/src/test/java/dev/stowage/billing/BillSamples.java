package dev.stowage.billing;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.BillingRule.Rounding;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.SpotPrice;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;

/** Random and fixed inputs of bills. */
final class BillSamples {
    private static final long[] QUANTA = {1, 7, 60, 300, 3_600};
    private static final long[] MINIMUMS = {0, 60, 61, 600};

    private BillSamples() {}

    /** A rule drawn from all kinds. */
    static BillingRule rule(String provider, Random random) {
        return new BillingRule(
                provider,
                QUANTA[random.nextInt(QUANTA.length)],
                MINIMUMS[random.nextInt(MINIMUMS.length)],
                random.nextBoolean() ? Rounding.UP : Rounding.DOWN,
                "USD",
                "drawn");
    }

    /** Rules of providers {@code p0}, {@code p1} and {@code p2}. */
    static Function<String, BillingRule> rules(Random random) {
        List<BillingRule> rules =
                List.of(rule("p0", random), rule("p1", random), rule("p2", random));
        return provider -> rules.get(Integer.parseInt(provider.substring(1)));
    }

    static VmOffer offer(String provider, String region, String name, String usd, String spot) {
        VmType type =
                new VmType(
                        provider,
                        name,
                        "f",
                        VmType.Category.GENERAL,
                        VmType.Architecture.X86_64,
                        Resources.ofCoresAndGib(2, 8));
        return new VmOffer(
                type,
                region,
                new BigDecimal(usd),
                "drawn",
                LocalDate.of(2026, 7, 20),
                Optional.of(new SpotPrice(new BigDecimal(spot), "drawn", OptionalDouble.empty())),
                List.of());
    }

    static List<VmOffer> offers(Random random) {
        List<VmOffer> offers = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            String usd = BigDecimal.valueOf(1 + random.nextInt(100_000_000), 7).toPlainString();
            String spot = BigDecimal.valueOf(1 + random.nextInt(1_000_000), 6).toPlainString();
            VmOffer drawn =
                    offer("p" + random.nextInt(3), "r" + random.nextInt(2), "t" + i, usd, spot);
            offers.add(random.nextInt(3) == 0 ? drawn : withPlan(drawn, random));
        }
        return offers;
    }

    /** With prices under a plan that types share. */
    private static VmOffer withPlan(VmOffer offer, Random random) {
        BigDecimal rate = offer.usdPerHour().multiply(BigDecimal.valueOf(1 + random.nextInt(9), 1));
        List<Commitment> commitments = new ArrayList<>();
        for (Commitment.Kind kind : Commitment.Kind.values()) {
            commitments.add(new Commitment(kind, 12, rate, BigDecimal.ZERO, "drawn"));
        }
        return new VmOffer(
                offer.type(),
                offer.region(),
                offer.usdPerHour(),
                offer.source(),
                offer.date(),
                offer.spot(),
                commitments);
    }

    /** A plan that covers some of what was drawn, or nothing. */
    private static Optional<SharedPlan> plan(Random random) {
        BigDecimal usd = BigDecimal.valueOf(1 + random.nextInt(200_000), 4);
        return switch (random.nextInt(4)) {
            case 0 ->
                    Optional.of(
                            new SharedPlan.Spending(
                                    "p" + random.nextInt(3),
                                    random.nextBoolean() ? Optional.of("f") : Optional.empty(),
                                    "savings-plan-1y-no-upfront",
                                    12,
                                    usd,
                                    BigDecimal.valueOf(random.nextInt(3), 1)));
            case 1 ->
                    Optional.of(
                            new SharedPlan.Resource(
                                    "p" + random.nextInt(3),
                                    "r" + random.nextInt(2),
                                    "f",
                                    "committed-use-1y-no-upfront",
                                    12,
                                    BigDecimal.valueOf(1 + random.nextInt(20)),
                                    BigDecimal.valueOf(random.nextInt(40)),
                                    new SharedPlan.ResourcePrice(
                                            BigDecimal.valueOf(1, 7), BigDecimal.valueOf(1, 8)),
                                    new SharedPlan.ResourcePrice(
                                            BigDecimal.valueOf(2, 8), BigDecimal.valueOf(1, 9))));
            default -> Optional.empty();
        };
    }

    static VmUsage usage(VmOffer offer, long mostSeconds, Random random) {
        long start = random.nextLong(mostSeconds);
        long worked = start + random.nextLong(mostSeconds);
        boolean isSpot = random.nextInt(4) == 0;
        boolean isInterrupted = isSpot && random.nextBoolean();
        long end = isInterrupted ? worked : worked + random.nextInt(100);
        return new VmUsage(offer, isSpot, 1 + random.nextInt(4), start, worked, end, isInterrupted);
    }

    static Metering metering(long mostSeconds, Random random) {
        List<VmOffer> offers = offers(random);
        List<VmUsage> vms = new ArrayList<>();
        for (int i = 0; i < random.nextInt(12); i++) {
            vms.add(usage(offers.get(random.nextInt(offers.size())), mostSeconds, random));
        }
        List<DataTransfer> transfers = new ArrayList<>();
        for (int i = 0; i < random.nextInt(3); i++) {
            transfers.add(
                    new DataTransfer(
                            "p" + random.nextInt(3),
                            "r0",
                            random.nextLong(mostSeconds),
                            BigDecimal.valueOf(random.nextInt(10_000), 3),
                            BigDecimal.valueOf(random.nextInt(200), 3)));
        }
        List<Purchase> purchases = new ArrayList<>();
        for (VmOffer offer : offers) {
            for (int i = 0; i < random.nextInt(3); i++) {
                purchases.add(new Purchase(offer, commitment(12 * (i + 1), random), 1 + i));
            }
        }
        return new Metering(
                vms,
                transfers,
                purchases,
                plan(random),
                random.nextLong(2 * mostSeconds),
                random.nextBoolean()
                        ? Optional.empty()
                        : Optional.of(LocalDate.of(2027, 12, 30).plusDays(random.nextInt(90))));
    }

    private static Commitment commitment(int months, Random random) {
        return new Commitment(
                Commitment.Kind.RESERVED,
                months,
                BigDecimal.valueOf(1 + random.nextInt(10_000), 4),
                random.nextBoolean() ? BigDecimal.ZERO : BigDecimal.valueOf(random.nextInt(9_999)),
                "drawn");
    }
}
