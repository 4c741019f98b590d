package dev.stowage.catalog.imports;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceRow;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import dev.stowage.catalog.gather.TypeNames;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Pages of SKUs of Google's Cloud Billing catalogue. They price a core, a GiB and an accelerator of
 * a family in some regions, on demand, on spot and committed; a machine costs what its parts do.
 * Each SKU is a row, and so is each machine of known size that they price; both are counted.
 * Machines that share cores or hold local disks cost something else, so they are not priced. A
 * price in another currency is turned into USD by the rate that stands beside it.
 *
 * <p>Source: Google, Cloud Billing API, services.skus.list; Compute Engine, VM instance pricing.
 */
final class GoogleSkus {
    private static final Pattern MACHINE =
            Pattern.compile(
                    "(?:Spot Preemptible )?(?:(N1) Predefined|([A-Z]\\d[A-Z]?)(?: AMD| Arm)?)"
                            + " Instance (Core|Ram) running in .+");
    private static final Pattern COMPUTE =
            Pattern.compile("(?:Spot Preemptible )?Compute optimized (Core|Ram) running in .+");
    private static final Pattern COMMITMENT =
            Pattern.compile("Commitment v1: (?:([A-Z]\\d[A-Z]?) )?(?:AMD |Arm )?(Cpu|Ram) in .+");
    private static final Pattern ACCELERATOR =
            Pattern.compile(
                    "Nvidia (?:Tesla )?(A100 80GB|A100|L4) GPU"
                            + "(?: attached to Spot Preemptible VMs)? running in .+");

    /** Families whose machines cost what their cores, memory and accelerators do, and no more. */
    private static final Set<String> PRICED =
            Set.of(
                    "n1", "n2", "n2d", "n4", "e2", "t2d", "t2a", "c2", "c2d", "c3", "c3d", "c4",
                    "c4a", "a2", "g2");

    /** Google's prices have nine decimals. */
    private static final int DECIMALS = 9;

    private final Gathering gathering;
    private final Optional<LocalDate> given;
    private final Map<String, Rate> rates = new LinkedHashMap<>();
    private final Set<String> used = new HashSet<>();
    private final Set<String> regions = new TreeSet<>();

    /** What an hour of a part costs, and where that stands. */
    private record Rate(BigDecimal usd, String day, String place) {}

    /** One page. */
    record Page(@Nullable List<Sku> skus) {}

    /** What is sold, where, and at which price. */
    record Sku(
            @Nullable String skuId,
            @Nullable String description,
            @Nullable Category category,
            @Nullable List<String> serviceRegions,
            @Nullable List<Pricing> pricingInfo) {}

    /** What a SKU is. */
    record Category(@Nullable String resourceFamily, @Nullable String usageType) {}

    /** A price and since when it holds. */
    record Pricing(
            @Nullable Expression pricingExpression,
            @Nullable BigDecimal currencyConversionRate,
            @JsonAlias("EffectiveTime") @Nullable String effectiveTime) {}

    /** Prices by the amount that is used. */
    record Expression(@Nullable String usageUnit, @Nullable List<Tier> tieredRates) {}

    /** A price from some amount on. */
    record Tier(@Nullable BigDecimal startUsageAmount, @Nullable Money unitPrice) {}

    /** An amount: whole units as text, and billionths. */
    record Money(@Nullable String currencyCode, @Nullable String units, long nanos) {}

    GoogleSkus(Gathering gathering, Optional<LocalDate> given) {
        this.gathering = gathering;
        this.given = given;
    }

    /** Takes the SKUs of a page; machines are priced when all pages are read. */
    void read(String file, Page page) {
        long index = 0;
        for (Sku sku : page.skus() == null ? List.<Sku>of() : page.skus()) {
            gathering.count();
            index++;
            sku(file + ":" + index, sku);
        }
    }

    private void sku(String place, Sku sku) {
        String name = sku.description() == null ? "" : sku.description();
        String usage = usage(sku);
        String part = part(name, usage);
        Reason reason = part.isEmpty() ? unwanted(sku, name) : null;
        Optional<Rate> rate = reason == null ? rate(sku, place) : Optional.empty();
        if (reason == null && rate.isEmpty()) {
            reason = Reason.NO_PRICE;
        }
        if (reason != null) {
            gathering.leaveOut(
                    reason, place, "SKU " + sku.skuId(), name, "a core, a GiB or an accelerator");
            return;
        }
        boolean isNew = false;
        for (String region :
                sku.serviceRegions() == null ? List.<String>of() : sku.serviceRegions()) {
            regions.add(region);
            isNew |= rates.putIfAbsent(key(usage, region, part), rate.orElseThrow()) == null;
        }
        if (!isNew) {
            gathering.leaveOut(
                    Reason.DUPLICATE, place, "SKU " + sku.skuId(), name, "one price in a region");
        }
    }

    private static String usage(Sku sku) {
        String type = sku.category() == null ? null : sku.category().usageType();
        return type == null ? "" : type;
    }

    private static String key(String usage, String region, String part) {
        return usage + " " + region + " " + part;
    }

    /** {@code n2 core}, {@code n2 ram} or {@code A100}; empty if it is none of these. */
    private static String part(String name, String usage) {
        boolean isCommitted = usage.startsWith("Commit");
        Matcher machine = (isCommitted ? COMMITMENT : MACHINE).matcher(name);
        if (machine.matches()) {
            String family = machine.group(1);
            if (family == null) {
                family = isCommitted ? "N1" : machine.group(2);
            }
            String what = machine.group(machine.groupCount());
            return family.toLowerCase(Locale.ROOT) + (what.equals("Ram") ? " ram" : " core");
        }
        Matcher compute = COMPUTE.matcher(name);
        if (compute.matches()) {
            return "c2 " + compute.group(1).toLowerCase(Locale.ROOT);
        }
        Matcher accelerator = ACCELERATOR.matcher(name);
        return accelerator.matches() ? accelerator.group(1).replace(' ', '-') : "";
    }

    private static Reason unwanted(Sku sku, String name) {
        if (name.contains("Sole Tenancy")) {
            return Reason.NOT_SHARED;
        }
        if (name.contains("Custom")) {
            return Reason.NO_SIZE_RULE;
        }
        boolean isMachine = name.contains(" Instance ") || name.contains(" GPU ");
        boolean isCompute =
                sku.category() != null && "Compute".equals(sku.category().resourceFamily());
        return isMachine && isCompute ? Reason.NO_TYPE_HERE : Reason.NOT_A_VM;
    }

    private static Optional<Rate> rate(Sku sku, String place) {
        if (sku.pricingInfo() == null || sku.pricingInfo().isEmpty()) {
            return Optional.empty();
        }
        Pricing pricing = sku.pricingInfo().get(sku.pricingInfo().size() - 1); // the newest
        Expression expression = pricing.pricingExpression();
        if (expression == null || expression.tieredRates() == null) {
            return Optional.empty();
        }
        String unit = expression.usageUnit() == null ? "" : expression.usageUnit();
        String day = pricing.effectiveTime() == null ? "" : pricing.effectiveTime();
        return expression.tieredRates().stream()
                .map(Tier::unitPrice)
                .filter(price -> price != null && (unit.equals("h") || unit.equals("GiBy.h")))
                .flatMap(price -> usd(price, pricing.currencyConversionRate()).stream())
                .filter(usd -> usd.signum() > 0)
                .findFirst()
                .map(usd -> new Rate(usd, day.substring(0, Math.min(10, day.length())), place));
    }

    /** The price in USD; empty if no rate says what another currency is worth. */
    private static Optional<BigDecimal> usd(@Nullable Money price, @Nullable BigDecimal rate) {
        if (price == null) {
            return Optional.empty();
        }
        String units = price.units() == null || price.units().isEmpty() ? "0" : price.units();
        BigDecimal amount = new BigDecimal(units).add(BigDecimal.valueOf(price.nanos(), DECIMALS));
        if ("USD".equals(price.currencyCode())) {
            return Optional.of(amount);
        }
        return rate == null || rate.signum() <= 0
                ? Optional.empty()
                : Optional.of(amount.divide(rate, DECIMALS, RoundingMode.HALF_UP));
    }

    /** Prices the machines whose sizes are known, and counts what that took. */
    void finish() {
        List<SourceRow> machines =
                gathering.sizes().stream().filter(GoogleSkus::isSumOfParts).toList();
        for (String region : regions) {
            machines.forEach(machine -> price(machine, region));
        }
        Set<String> told = new HashSet<>();
        rates.forEach(
                (key, rate) -> {
                    if (told.add(rate.place())) {
                        boolean isUsed = used.contains(rate.place());
                        gathering.leaveOut(
                                isUsed ? Reason.JOINED : Reason.NO_TYPE_HERE,
                                rate.place(),
                                key,
                                key + " " + rate.usd().toPlainString(),
                                isUsed
                                        ? "joined with machines"
                                        : "both cores and memory, and a size");
                    }
                });
    }

    private static boolean isSumOfParts(SourceRow size) {
        String type = size.text(CatalogueColumn.VM_TYPE);
        return size.text(CatalogueColumn.PROVIDER).equals("gcp")
                && PRICED.contains(TypeNames.family("gcp", type))
                && !TypeNames.isSharedCore("gcp", type)
                && !type.endsWith("-lssd")
                && !type.startsWith("a2-ultragpu");
    }

    private void price(SourceRow machine, String region) {
        List<Rate> parts = new ArrayList<>();
        Optional<BigDecimal> usd = sum("OnDemand", machine, region, parts);
        if (usd.isEmpty()) {
            return;
        }
        gathering.count();
        Rate first = parts.get(0);
        String newest = parts.stream().map(Rate::day).max(String::compareTo).orElse("");
        Optional<BigDecimal> spot = sum("Preemptible", machine, region, parts);
        List<String> terms = new ArrayList<>();
        for (int years : new int[] {1, 3}) {
            sum("Commit" + years + "Yr", machine, region, parts)
                    .ifPresent(
                            price ->
                                    terms.add(
                                            "committed-use-"
                                                    + years
                                                    + "y="
                                                    + price.toPlainString()));
        }
        parts.forEach(part -> used.add(part.place()));
        int colon = first.place().lastIndexOf(':');
        Draft draft =
                new Draft(
                                first.place().substring(0, colon),
                                Long.parseLong(first.place().substring(colon + 1)))
                        .put(CatalogueColumn.PROVIDER, "gcp")
                        .put(CatalogueColumn.REGION, region)
                        .put(CatalogueColumn.VM_TYPE, machine.text(CatalogueColumn.VM_TYPE))
                        .put(CatalogueColumn.PRICE_USD_PER_HOUR, usd.get().toPlainString())
                        .put(
                                CatalogueColumn.SPOT_USD_PER_HOUR,
                                spot.map(BigDecimal::toPlainString).orElse(""))
                        .put(CatalogueColumn.COMMITMENTS, String.join(";", terms))
                        .put(CatalogueColumn.SOURCE, "Google Cloud Billing SKUs")
                        .put(CatalogueColumn.DATE, given.map(LocalDate::toString).orElse(newest));
        gathering.offer(gathering.sized(draft).complete());
    }

    /** What the parts of a machine cost together; empty if one has no price. */
    private Optional<BigDecimal> sum(
            String usage, SourceRow machine, String region, List<Rate> parts) {
        String type = machine.text(CatalogueColumn.VM_TYPE);
        String family = TypeNames.family("gcp", type);
        List<Rate> found = new ArrayList<>();
        Map<String, String> amounts = new LinkedHashMap<>();
        amounts.put(family + " core", machine.text(CatalogueColumn.VCPUS));
        amounts.put(family + " ram", machine.text(CatalogueColumn.MEMORY_GIB));
        if (TypeNames.hasAccelerators("gcp", type)) {
            Optional<AcceleratorHosts.Part> part = AcceleratorHosts.part(type);
            if (part.isEmpty()) {
                return Optional.empty();
            }
            amounts.put(part.get().accelerator(), part.get().count().toPlainString());
        }
        BigDecimal usd = BigDecimal.ZERO;
        for (Map.Entry<String, String> amount : amounts.entrySet()) {
            Rate rate = rates.get(key(usage, region, amount.getKey()));
            if (rate == null || !amount.getValue().matches("[0-9]+(?:\\.[0-9]+)?")) {
                return Optional.empty();
            }
            usd = usd.add(rate.usd().multiply(new BigDecimal(amount.getValue())));
            found.add(rate);
        }
        parts.addAll(found);
        return Optional.of(usd.stripTrailingZeros());
    }
}
