package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.billing.ChargedTime.Step;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Charges for the time of VMs by the billing rules of their providers. Commitments pay first for
 * VMs on demand of their type and region that are of use, then for idle ones.
 */
final class VmCharges {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final Function<String, BillingRule> rules;
    private final BillingMonths months;
    private final long periodSeconds;
    private final Map<Type, List<Purchase>> purchases = new HashMap<>();
    private final Map<Type, Time> time = new TreeMap<>(Type.ORDER);

    /** A type at one place and price. */
    private record Type(String provider, String region, String name, boolean isSpot) {
        static final Comparator<Type> ORDER =
                Comparator.comparing(Type::provider)
                        .thenComparing(Type::region)
                        .thenComparing(Type::name)
                        .thenComparing(Type::isSpot);

        static Type of(VmOffer offer, boolean isSpot) {
            return new Type(offer.type().provider(), offer.region(), offer.type().name(), isSpot);
        }
    }

    /** What was charged of a type. */
    private record Time(VmOffer offer, BigDecimal usdPerHour, ChargedTime charged) {}

    /**
     * Time on demand that no commitment paid for.
     *
     * @param offer of the type
     * @param steps its charged VMs over time
     */
    record OnDemand(VmOffer offer, List<Step> steps) {}

    VmCharges(Metering metering, Function<String, BillingRule> rules, BillingMonths months) {
        this.rules = rules;
        this.months = months;
        this.periodSeconds = metering.periodSeconds();
        for (Purchase purchase : metering.purchases()) {
            purchases
                    .computeIfAbsent(Type.of(purchase.offer(), false), t -> new ArrayList<>())
                    .add(purchase);
        }
        metering.vms().forEach(this::add);
    }

    private void add(VmUsage usage) {
        Type type = Type.of(usage.offer(), usage.isSpot());
        Time known =
                time.computeIfAbsent(
                        type, t -> new Time(usage.offer(), usage.usdPerHour(), new ChargedTime()));
        if (known.usdPerHour.compareTo(usage.usdPerHour()) != 0) {
            throw new IllegalArgumentException(
                    type + " at " + known.usdPerHour + " and " + usage.usdPerHour() + " USD");
        }
        long from = usage.startSeconds();
        long to = Math.addExact(from, chargedSeconds(usage));
        known.charged.add(usage.count(), from, usage.workedUntilSeconds(), to);
    }

    private long chargedSeconds(VmUsage usage) {
        long ran = usage.endSeconds() - usage.startSeconds();
        return usage.isInterrupted()
                ? ran
                : rules.apply(usage.offer().type().provider())
                        .chargedSeconds(Math.multiplyExact(ran, MICROS_PER_SECOND));
    }

    /** Charges by type and month; those on demand that are left go to {@code onDemand} too. */
    List<Charge> charges(List<OnDemand> onDemand) {
        List<Charge> charges = new ArrayList<>();
        time.forEach(
                (type, used) -> {
                    List<Step> steps = used.charged.steps(months);
                    if (type.isSpot) {
                        charge(charges, used, Pricing.SPOT, Optional.empty(), steps);
                        return;
                    }
                    List<Step> left = steps;
                    for (Purchase purchase : purchases.getOrDefault(type, List.of())) {
                        List<Step> covered = new ArrayList<>();
                        left = split(left, purchase.count(), covered);
                        charge(charges, used, Pricing.COMMITTED, Optional.of(purchase), covered);
                    }
                    charge(charges, used, Pricing.ON_DEMAND, Optional.empty(), left);
                    onDemand.add(new OnDemand(used.offer, left));
                });
        return charges;
    }

    /**
     * Moves up to {@code most} VMs of each step within the period to {@code covered}; returns what
     * is left.
     */
    private List<Step> split(List<Step> steps, long most, List<Step> covered) {
        List<Step> left = new ArrayList<>();
        for (Step whole : steps) {
            if (whole.toSeconds() > periodSeconds) {
                left.add(
                        whole.between(
                                Math.max(periodSeconds, whole.fromSeconds()), whole.toSeconds()));
            }
            if (whole.fromSeconds() >= periodSeconds) {
                continue;
            }
            Step step =
                    whole.between(whole.fromSeconds(), Math.min(periodSeconds, whole.toSeconds()));
            long taken = Math.min(step.charged(), most);
            long working = step.charged() - step.idle();
            long takenIdle = Math.max(0, taken - working);
            covered.add(step.of(taken, takenIdle));
            if (taken < step.charged()) {
                left.add(step.of(step.charged() - taken, step.idle() - takenIdle));
            }
        }
        left.sort(Comparator.comparingLong(Step::fromSeconds));
        return left;
    }

    private static void charge(
            List<Charge> charges,
            Time used,
            Pricing pricing,
            Optional<Purchase> purchase,
            List<Step> steps) {
        BigDecimal unitPrice = pricing == Pricing.COMMITTED ? BigDecimal.ZERO : used.usdPerHour;
        VmOffer offer = used.offer;
        Item item =
                new Item(
                        Kind.VM,
                        offer.type().provider(),
                        offer.region(),
                        offer.type().name(),
                        pricing,
                        unitPrice,
                        Optional.of(offer),
                        purchase);
        int from = 0;
        while (from < steps.size()) {
            int month = steps.get(from).month();
            int to = from;
            while (to < steps.size() && steps.get(to).month() == month) {
                to++;
            }
            charges.add(ofMonth(item, steps.subList(from, to)));
            from = to;
        }
    }

    private static Charge ofMonth(Item item, List<Step> steps) {
        long charged = 0;
        long idle = 0;
        for (Step step : steps) {
            charged = Math.addExact(charged, Math.multiplyExact(step.charged(), step.seconds()));
            idle = Math.addExact(idle, Math.multiplyExact(step.idle(), step.seconds()));
        }
        BigDecimal seconds = BigDecimal.valueOf(charged);
        return new Charge(
                item,
                steps.get(0).month(),
                steps.get(0).fromSeconds(),
                steps.get(steps.size() - 1).toSeconds(),
                seconds,
                idle,
                item.unitPrice().multiply(seconds));
    }
}
