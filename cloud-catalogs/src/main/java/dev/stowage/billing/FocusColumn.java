package dev.stowage.billing;

/**
 * The columns of FOCUS that we write, in the order of the file, and three of our own. Columns that
 * FOCUS wants only of providers with a feature that an estimate lacks (tags, capacity reservations,
 * a pricing currency of its own) are left out.
 *
 * <p>Source: FinOps Open Cost and Usage Specification, version 1.2.
 */
enum FocusColumn {
    AVAILABILITY_ZONE("AvailabilityZone"),
    BILLED_COST("BilledCost"),
    BILLING_ACCOUNT_ID("BillingAccountId"),
    BILLING_ACCOUNT_NAME("BillingAccountName"),
    BILLING_CURRENCY("BillingCurrency"),
    BILLING_PERIOD_END("BillingPeriodEnd"),
    BILLING_PERIOD_START("BillingPeriodStart"),
    CHARGE_CATEGORY("ChargeCategory"),
    CHARGE_CLASS("ChargeClass"),
    CHARGE_DESCRIPTION("ChargeDescription"),
    CHARGE_FREQUENCY("ChargeFrequency"),
    CHARGE_PERIOD_END("ChargePeriodEnd"),
    CHARGE_PERIOD_START("ChargePeriodStart"),
    COMMITMENT_DISCOUNT_CATEGORY("CommitmentDiscountCategory"),
    COMMITMENT_DISCOUNT_ID("CommitmentDiscountId"),
    COMMITMENT_DISCOUNT_NAME("CommitmentDiscountName"),
    COMMITMENT_DISCOUNT_QUANTITY("CommitmentDiscountQuantity"),
    COMMITMENT_DISCOUNT_STATUS("CommitmentDiscountStatus"),
    COMMITMENT_DISCOUNT_TYPE("CommitmentDiscountType"),
    COMMITMENT_DISCOUNT_UNIT("CommitmentDiscountUnit"),
    CONSUMED_QUANTITY("ConsumedQuantity"),
    CONSUMED_UNIT("ConsumedUnit"),
    CONTRACTED_COST("ContractedCost"),
    CONTRACTED_UNIT_PRICE("ContractedUnitPrice"),
    EFFECTIVE_COST("EffectiveCost"),
    INVOICE_ID("InvoiceId"),
    INVOICE_ISSUER_NAME("InvoiceIssuerName"),
    LIST_COST("ListCost"),
    LIST_UNIT_PRICE("ListUnitPrice"),
    PRICING_CATEGORY("PricingCategory"),
    PRICING_QUANTITY("PricingQuantity"),
    PRICING_UNIT("PricingUnit"),
    PROVIDER_NAME("ProviderName"),
    PUBLISHER_NAME("PublisherName"),
    REGION_ID("RegionId"),
    REGION_NAME("RegionName"),
    RESOURCE_ID("ResourceId"),
    RESOURCE_NAME("ResourceName"),
    RESOURCE_TYPE("ResourceType"),
    SERVICE_CATEGORY("ServiceCategory"),
    SERVICE_NAME("ServiceName"),
    SERVICE_SUBCATEGORY("ServiceSubcategory"),
    SKU_ID("SkuId"),
    SKU_METER("SkuMeter"),
    SKU_PRICE_DETAILS("SkuPriceDetails"),
    SKU_PRICE_ID("SkuPriceId"),
    SUB_ACCOUNT_ID("SubAccountId"),
    SUB_ACCOUNT_NAME("SubAccountName"),
    /** Hours that are charged but of no use. */
    X_IDLE_HOURS("x_IdleHours"),
    /** Who published the price. */
    X_PRICE_SOURCE("x_PriceSource"),
    /** When the price held. */
    X_PRICE_DATE("x_PriceDate");

    private final String label;

    FocusColumn(String label) {
        this.label = label;
    }

    /** Its name in the file. */
    String label() {
        return label;
    }
}
