package dev.stowage.catalog.imports;

import dev.stowage.catalog.CatalogueRows;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The forms of price lists, and of the files that go with them; told apart by their first lines.
 */
enum PriceForm {
    /** Files that say more about types; read before the prices. */
    SCORES(true, "provider", "vm_type", "coremark_iter_per_s"),
    GCP_COMMITMENTS(true, "region", "vm_type", "cud_1y_usd_per_hour"),
    AWS_RESERVED(true, "region", "vm_type", "std_1y_no_upfront"),
    SIZE_RULES(true),
    AZURE_SIZES(true),
    SPOT_ADVISOR(true),
    RESERVATIONS(true),
    /** Prices. */
    CUSTOM_PRICES(false, "family", "region", "custom_vcpu_usd_h", "custom_gib_usd_h"),
    STOWAGE(false),
    NORMALISED(false, "provider", "region", "vm_type", "price_usd_per_hour", "snapshot_date"),
    SKYPILOT(false, "InstanceType", "vCPUs", "MemoryGiB", "Price", "Region"),
    AWS(false),
    AZURE(false),
    GOOGLE(false),
    COROOT(false),
    OPENCOST(
            false,
            "EndTimestamp",
            "InstanceID",
            "AssetClass",
            "InstanceIDField",
            "MarketPriceHourly"),
    OPENCOST_RATES(false),
    INFRACOST(false),
    FOCUS(
            false,
            "SkuPriceId",
            "UnitPrice",
            "PricingUnit",
            "PricingCurrency",
            "ServiceProviderName");

    /** Those that a user may name; the others go with them. */
    static final List<PriceForm> NAMED =
            List.of(
                    STOWAGE,
                    NORMALISED,
                    SKYPILOT,
                    AWS,
                    AZURE,
                    GOOGLE,
                    COROOT,
                    OPENCOST,
                    INFRACOST,
                    FOCUS);

    private static final Set<PriceForm> JSON =
            EnumSet.of(
                    AWS,
                    AZURE,
                    GOOGLE,
                    COROOT,
                    OPENCOST_RATES,
                    INFRACOST,
                    SIZE_RULES,
                    AZURE_SIZES,
                    SPOT_ADVISOR,
                    RESERVATIONS);

    /** Lists that don't say how large their types are, or not always. */
    private static final Set<PriceForm> WITHOUT_SIZES =
            EnumSet.of(AZURE, GOOGLE, COROOT, OPENCOST, INFRACOST, FOCUS);

    private final boolean side;
    private final String columns;

    PriceForm(boolean side, String... columns) {
        this.side = side;
        this.columns = String.join(",", columns);
    }

    /** As the command line spells it. */
    String label() {
        return this == OPENCOST_RATES ? OPENCOST.label() : name().toLowerCase(Locale.ROOT);
    }

    /** True if it holds no offers, but goes with them. */
    boolean isSide() {
        return side;
    }

    boolean isJson() {
        return JSON.contains(this);
    }

    /** True if sizes are needed from elsewhere. */
    boolean isWithoutSizes() {
        return WITHOUT_SIZES.contains(this);
    }

    /** The form of a CSV file with these columns; empty if it is none of ours. */
    static Optional<PriceForm> ofHeader(List<String> header) {
        if (CatalogueRows.isHeader(header)) {
            return Optional.of(STOWAGE);
        }
        Set<String> names = new HashSet<>(header);
        return Arrays.stream(values())
                .filter(
                        form ->
                                !form.columns.isEmpty()
                                        && names.containsAll(List.of(form.columns.split(",", -1))))
                .findFirst();
    }
}
