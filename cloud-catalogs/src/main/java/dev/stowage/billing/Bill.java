package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.billing.Charge.Kind;
import dev.stowage.billing.Charge.Pricing;
import dev.stowage.billing.VmCharges.OnDemand;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.VmExtra;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a period costs, line by line, in exact decimal money. The lines are in the order of
 * provider, region, kind, name and pricing.
 *
 * @param currency ISO 4217 code
 * @param months that it is billed in
 * @param charges what each thing costs in each month, exact
 * @param lines what each thing costs over the period, in cents that add up to the total
 * @param total the exact sum in whole cents, rounded half up
 */
public record Bill(
        String currency,
        BillingMonths months,
        List<Charge> charges,
        List<BillLine> lines,
        BigDecimal total) {
    private static final String USD = "USD";
    private static final String EGRESS = "egress";
    private static final Comparator<Item> ORDER =
            Comparator.comparing(Item::provider)
                    .thenComparing(Item::region)
                    .thenComparing(Item::kind)
                    .thenComparing(Item::name)
                    .thenComparing(Item::pricing)
                    .thenComparing(Item::unitPrice);

    public Bill {
        charges = List.copyOf(charges);
        lines = List.copyOf(lines);
    }

    /**
     * The bill of a period. O(n log n) in the number of VM usages.
     *
     * @param rules how each provider charges, by name
     * @throws IllegalArgumentException if a type has two prices on demand or spot in one region, or
     *     the providers charge in different currencies
     * @throws ArithmeticException beyond 2^63 seconds of VMs
     */
    public static Bill of(Metering metering, Function<String, BillingRule> rules) {
        BillingMonths months = new BillingMonths(metering.start());
        List<OnDemand> onDemand = new ArrayList<>();
        List<Charge> vms = new VmCharges(metering, rules, months).charges(onDemand);
        List<Charge> charges = new ArrayList<>(vms);
        SharedCharges plans = new SharedCharges(metering, months, onDemand);
        charges.addAll(plans.charges());
        charges.addAll(new SustainedUseCharges(rules, months).charges(onDemand, plans.credits()));
        charges.addAll(new CommitmentCharges(metering, months).charges(vms));
        vms.forEach(vm -> extras(vm, charges));
        metering.transfers().forEach(transfer -> charges.add(egress(transfer, months)));
        charges.sort(Comparator.comparing(Charge::item, ORDER).thenComparing(Charge::month));
        return new Bill(
                currency(charges, rules),
                months,
                charges,
                lines(charges),
                Cents.total(charges.stream().map(Charge::usdSeconds).toList()));
    }

    /** The exact sum; to 34 digits. */
    public BigDecimal exactTotal() {
        return charges.stream()
                .map(Charge::usdSeconds)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(Charge.SECONDS_PER_HOUR, MathContext.DECIMAL128);
    }

    /** Seconds of VMs that are charged, whatever pays for them. */
    public long chargedVmSeconds() {
        return vmLines().mapToLong(line -> line.quantity().longValueExact()).sum();
    }

    /** Seconds of VMs that are charged but of no use, whatever pays for them. */
    public long idleVmSeconds() {
        return vmLines().mapToLong(BillLine::idleSeconds).sum();
    }

    private Stream<BillLine> vmLines() {
        return lines.stream().filter(line -> line.item().kind() == Kind.VM);
    }

    /** What VMs need beside themselves, for as long as they are charged. */
    private static void extras(Charge vm, List<Charge> charges) {
        Item of = vm.item();
        for (VmExtra extra : of.offer().orElseThrow().extras()) {
            Item item =
                    new Item(
                            Kind.EXTRA,
                            of.provider(),
                            of.region(),
                            extra.item(),
                            Pricing.ON_DEMAND,
                            extra.usdPerHour(),
                            Optional.empty(),
                            Optional.empty());
            charges.add(
                    new Charge(
                            item,
                            vm.month(),
                            vm.fromSeconds(),
                            vm.toSeconds(),
                            vm.quantity(),
                            vm.idleSeconds(),
                            vm.quantity().multiply(extra.usdPerHour())));
        }
    }

    private static Charge egress(DataTransfer data, BillingMonths months) {
        Item item =
                new Item(
                        Kind.EGRESS,
                        data.provider(),
                        data.region(),
                        EGRESS,
                        Pricing.ON_DEMAND,
                        data.usdPerGib(),
                        Optional.empty(),
                        Optional.empty());
        return new Charge(
                item,
                months.at(data.atSeconds()),
                data.atSeconds(),
                data.atSeconds() + 1,
                data.gib(),
                0,
                data.gib().multiply(data.usdPerGib()).multiply(Charge.SECONDS_PER_HOUR));
    }

    private static String currency(List<Charge> charges, Function<String, BillingRule> rules) {
        TreeSet<String> currencies = new TreeSet<>();
        charges.forEach(c -> currencies.add(rules.apply(c.item().provider()).currency()));
        if (currencies.size() > 1) {
            throw new IllegalArgumentException("currencies " + currencies + ", expected one");
        }
        return currencies.isEmpty() ? USD : currencies.first();
    }

    private static List<BillLine> lines(List<Charge> charges) {
        Map<Item, List<Charge>> items = new LinkedHashMap<>();
        charges.forEach(c -> items.computeIfAbsent(c.item(), i -> new ArrayList<>()).add(c));
        List<BillLine> exact = new ArrayList<>();
        items.forEach((item, of) -> exact.add(line(item, of)));
        List<BigDecimal> amounts = Cents.split(exact.stream().map(BillLine::usdSeconds).toList());
        List<BillLine> lines = new ArrayList<>();
        for (int i = 0; i < exact.size(); i++) {
            BillLine line = exact.get(i);
            lines.add(
                    new BillLine(
                            line.item(),
                            line.quantity(),
                            line.idleSeconds(),
                            line.usdSeconds(),
                            amounts.get(i)));
        }
        return lines;
    }

    private static BillLine line(Item item, List<Charge> charges) {
        BigDecimal quantity = BigDecimal.ZERO;
        BigDecimal usdSeconds = BigDecimal.ZERO;
        long idle = 0;
        for (Charge charge : charges) {
            quantity = quantity.add(charge.quantity());
            usdSeconds = usdSeconds.add(charge.usdSeconds());
            idle = Math.addExact(idle, charge.idleSeconds());
        }
        return new BillLine(item, quantity, idle, usdSeconds, BigDecimal.ZERO);
    }
}
