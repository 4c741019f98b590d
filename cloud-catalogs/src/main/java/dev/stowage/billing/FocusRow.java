package dev.stowage.billing;

import dev.stowage.billing.Charge.Item;
import dev.stowage.model.cloud.BillingMonths;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.SharedPlan;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A row of FOCUS while it is filled; what is not set is null. */
final class FocusRow {
    private static final int QUANTITY_DIGITS = 12;
    private static final String HOURS = "Hours";

    private final Map<FocusColumn, String> values = new EnumMap<>(FocusColumn.class);

    /** Values in the order of the columns, null as FOCUS writes it in CSV: nothing. */
    List<String> values() {
        return List.of(FocusColumn.values()).stream()
                .map(column -> values.getOrDefault(column, ""))
                .toList();
    }

    FocusRow set(FocusColumn column, String value) {
        values.put(column, value);
        return this;
    }

    FocusRow set(FocusColumn column, BigDecimal value) {
        BigDecimal plain = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
        return set(column, plain.toPlainString());
    }

    /** Hours of a number of seconds, to 12 digits. */
    static BigDecimal hours(long seconds) {
        return BigDecimal.valueOf(seconds)
                .divide(Charge.SECONDS_PER_HOUR, QUANTITY_DIGITS, RoundingMode.HALF_EVEN);
    }

    FocusRow account(FocusAccount account, String currency) {
        return set(FocusColumn.BILLING_ACCOUNT_ID, account.billingAccount())
                .set(FocusColumn.BILLING_ACCOUNT_NAME, account.billingAccount())
                .set(FocusColumn.SUB_ACCOUNT_ID, account.subAccount())
                .set(FocusColumn.SUB_ACCOUNT_NAME, account.subAccount())
                .set(FocusColumn.BILLING_CURRENCY, currency);
    }

    /** The time of a charge, and the month in which it is billed. */
    FocusRow time(BillingMonths months, int month, long fromSeconds, long toSeconds) {
        LocalDate start = months.start().orElseThrow();
        return set(FocusColumn.CHARGE_PERIOD_START, at(start, fromSeconds))
                .set(FocusColumn.CHARGE_PERIOD_END, at(start, toSeconds))
                .set(FocusColumn.BILLING_PERIOD_START, at(start, months.beginSeconds(month)))
                .set(FocusColumn.BILLING_PERIOD_END, at(start, months.beginSeconds(month + 1)));
    }

    private static String at(LocalDate start, long seconds) {
        return Instant.ofEpochSecond(start.atStartOfDay().toEpochSecond(ZoneOffset.UTC))
                .plusSeconds(seconds)
                .toString();
    }

    /** Provider, region and service. */
    FocusRow service(Item item) {
        FocusProvider provider = FocusProvider.of(item.provider());
        boolean isNetwork = item.kind() == Charge.Kind.EGRESS;
        return set(FocusColumn.PROVIDER_NAME, provider.name())
                .set(FocusColumn.PUBLISHER_NAME, provider.name())
                .set(FocusColumn.INVOICE_ISSUER_NAME, provider.name())
                .set(FocusColumn.REGION_ID, item.region())
                .set(FocusColumn.REGION_NAME, item.region())
                .set(FocusColumn.SERVICE_CATEGORY, isNetwork ? "Networking" : "Compute")
                .set(
                        FocusColumn.SERVICE_SUBCATEGORY,
                        isNetwork ? "Other (Networking)" : "Virtual Machines")
                .set(FocusColumn.SERVICE_NAME, isNetwork ? provider.network() : provider.vms());
    }

    /** Category of charge and of price, and how often it comes. */
    FocusRow kind(String charge, String frequency, String pricing) {
        return set(FocusColumn.CHARGE_CATEGORY, charge)
                .set(FocusColumn.CHARGE_FREQUENCY, frequency)
                .set(FocusColumn.PRICING_CATEGORY, pricing);
    }

    /** What is sold, and under which price. */
    FocusRow sku(String provider, String sku, String price, String meter) {
        String id = provider + "/" + sku;
        return set(FocusColumn.SKU_ID, id)
                .set(FocusColumn.SKU_PRICE_ID, id + "/" + price)
                .set(FocusColumn.SKU_METER, meter);
    }

    /** Quantity and unit price; list and contracted cost are their product. */
    FocusRow price(BigDecimal quantity, String unit, BigDecimal unitPrice) {
        return set(FocusColumn.PRICING_QUANTITY, quantity)
                .set(FocusColumn.PRICING_UNIT, unit)
                .set(FocusColumn.LIST_UNIT_PRICE, unitPrice)
                .set(FocusColumn.CONTRACTED_UNIT_PRICE, unitPrice)
                .set(FocusColumn.LIST_COST, quantity.multiply(unitPrice))
                .set(FocusColumn.CONTRACTED_COST, quantity.multiply(unitPrice));
    }

    FocusRow consumed(BigDecimal quantity, String unit) {
        return set(FocusColumn.CONSUMED_QUANTITY, quantity).set(FocusColumn.CONSUMED_UNIT, unit);
    }

    FocusRow cost(BigDecimal billed, BigDecimal effective) {
        return set(FocusColumn.BILLED_COST, billed).set(FocusColumn.EFFECTIVE_COST, effective);
    }

    /**
     * The VMs that are paid for: all of a type, place and pricing, since each is like the other.
     */
    FocusRow vms(Item item, VmOffer offer, long idleSeconds) {
        String id =
                String.join(
                        "/",
                        "simulated",
                        item.provider(),
                        item.region(),
                        offer.type().name(),
                        item.pricing().name().toLowerCase(Locale.ROOT));
        return set(FocusColumn.RESOURCE_ID, id)
                .set(FocusColumn.RESOURCE_NAME, offer.type().name())
                .set(FocusColumn.RESOURCE_TYPE, "Virtual Machine")
                .set(FocusColumn.SKU_PRICE_DETAILS, details(offer))
                .set(FocusColumn.X_IDLE_HOURS, hours(idleSeconds))
                .source(offer);
    }

    FocusRow source(VmOffer offer) {
        return set(FocusColumn.X_PRICE_SOURCE, offer.source())
                .set(FocusColumn.X_PRICE_DATE, offer.date().toString());
    }

    private static String details(VmOffer offer) {
        BigDecimal cores =
                BigDecimal.valueOf(offer.type().capacity().cpuMicroCores(), 6).stripTrailingZeros();
        BigDecimal gib = BigDecimal.valueOf(offer.type().capacity().gib()).stripTrailingZeros();
        return "{\"CoreCount\":"
                + cores.toPlainString()
                + ",\"MemorySize\":"
                + gib.toPlainString()
                + ",\"InstanceSeries\":\""
                + escaped(offer.type().family())
                + "\",\"InstanceType\":\""
                + escaped(offer.type().name())
                + "\",\"OperatingSystem\":\"Linux\"}";
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** The commitment that pays or is paid for. */
    FocusRow commitment(Purchase purchase, BigDecimal hours) {
        VmOffer offer = purchase.offer();
        Commitment commitment = purchase.commitment();
        String name = offer.type().name() + " " + commitment.name();
        String id =
                String.join(
                        "/",
                        "simulated",
                        offer.type().provider(),
                        offer.region(),
                        offer.type().name(),
                        commitment.name());
        return commitment(
                commitment.kind().isSpending(), id, name, commitment.kind().label(), hours);
    }

    /** The plan that types share which is paid for. */
    FocusRow plan(SharedPlan plan, BigDecimal hours) {
        String id = String.join("/", "simulated", plan.provider(), plan.name(), plan.words());
        boolean isSpend = plan instanceof SharedPlan.Spending;
        return commitment(isSpend, id, plan.name() + ", " + plan.words(), plan.name(), hours);
    }

    private FocusRow commitment(
            boolean isSpend, String id, String name, String type, BigDecimal hours) {
        return set(FocusColumn.COMMITMENT_DISCOUNT_CATEGORY, isSpend ? "Spend" : "Usage")
                .set(FocusColumn.COMMITMENT_DISCOUNT_ID, id)
                .set(FocusColumn.COMMITMENT_DISCOUNT_NAME, name)
                .set(FocusColumn.COMMITMENT_DISCOUNT_TYPE, type)
                .set(FocusColumn.COMMITMENT_DISCOUNT_QUANTITY, hours)
                .set(FocusColumn.COMMITMENT_DISCOUNT_UNIT, HOURS);
    }
}
