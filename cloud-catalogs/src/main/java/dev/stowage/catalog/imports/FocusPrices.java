package dev.stowage.catalog.imports;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.CsvFields;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.ForeignVariants;
import dev.stowage.catalog.gather.Gathering;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A price list as FOCUS writes it: the data set SKU Price of its draft 1.5, one price a row. The
 * type, its size and its system are in {@code SkuPriceDetails}, which the latest draft leaves to
 * the publisher; rows without are counted, not guessed. Prices of contracts, fees of commitments,
 * and prices that don't hold on the day of the list are left out.
 *
 * <p>Source: FinOps Open Cost and Usage Specification, specification/datasets/sku_price (draft).
 */
final class FocusPrices implements SourceText.Rows {
    private static final Set<String> HOURS = Set.of("hours", "hour", "hrs", "hr", "1 hour");
    private static final int DAY = "2026-07-20".length();
    private static final ObjectMapper MAPPER =
            new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private final String file;
    private final CsvFields fields;
    private final Optional<LocalDate> given;
    private final Gathering gathering;

    /** Properties of a price that FOCUS defines; each may be missing. */
    record Details(
            @JsonProperty("InstanceType") @Nullable String instanceType,
            @JsonProperty("CoreCount") @Nullable String coreCount,
            @JsonProperty("MemorySize") @Nullable String memorySize,
            @JsonProperty("GpuCount") @Nullable String gpuCount,
            @JsonProperty("OperatingSystem") @Nullable String operatingSystem) {
        static final Details NONE = new Details(null, null, null, null, null);
    }

    FocusPrices(String file, List<String> header, Optional<LocalDate> given, Gathering gathering) {
        this.file = file;
        this.fields = new CsvFields(header);
        this.given = given;
        this.gathering = gathering;
    }

    @Override
    public void row(long line, String[] row) {
        String place = file + ":" + line;
        if (!fields.take(row, place, gathering)) {
            return;
        }
        Details details = details();
        String date =
                given.map(LocalDate::toString)
                        .orElse(
                                day(
                                        fields.get("SkuPriceLastUpdated").isEmpty()
                                                ? "SkuPriceEffectiveStart"
                                                : "SkuPriceLastUpdated"));
        Reason reason = unwanted(details, date);
        if (reason != null) {
            gathering.leaveOut(
                    reason,
                    place,
                    fields.get("SkuPriceId"),
                    fields.get("SkuPriceDescription"),
                    "a list price of Linux on demand, by the hour, that holds on " + date);
            return;
        }
        Draft draft =
                new Draft(file, line)
                        .put(CatalogueColumn.PROVIDER, provider())
                        .put(CatalogueColumn.REGION, fields.get("PricingRegionId"))
                        .put(CatalogueColumn.VM_TYPE, text(details.instanceType()))
                        .put(CatalogueColumn.PRICE_USD_PER_HOUR, fields.get("UnitPrice"))
                        .put(CatalogueColumn.CURRENCY, fields.get("PricingCurrency"))
                        .put(CatalogueColumn.SOURCE, "FOCUS price list")
                        .put(CatalogueColumn.DATE, date);
        gathering.sized(draft);
        said(draft, CatalogueColumn.VCPUS, details.coreCount());
        said(draft, CatalogueColumn.MEMORY_GIB, details.memorySize());
        said(draft, CatalogueColumn.GPUS, details.gpuCount());
        gathering.offer(draft.complete());
    }

    private Details details() {
        String text = fields.get("SkuPriceDetails");
        if (text.isEmpty()) {
            return Details.NONE;
        }
        try {
            return MAPPER.readValue(text, Details.class);
        } catch (JsonProcessingException e) {
            return Details.NONE; // without a type, and counted as that
        }
    }

    private @Nullable Reason unwanted(Details details, String date) {
        String system = text(details.operatingSystem());
        boolean isList =
                Set.of("", "List").contains(fields.get("UnitPriceType"))
                        && fields.get("ContractId").isEmpty();
        if (!fields.get("ChargeCategory").equals("Usage")) {
            return Reason.NOT_ON_DEMAND;
        }
        if (!isList) {
            return Reason.NOT_LISTED;
        }
        if (text(details.instanceType()).isEmpty()) {
            return Reason.NO_TYPE_SAID;
        }
        boolean isForeign =
                ForeignVariants.reason(system, fields.get("SkuPriceDescription")).isPresent();
        if (isForeign || (!system.isEmpty() && !system.equalsIgnoreCase("Linux"))) {
            return Reason.NOT_LINUX;
        }
        if (!HOURS.contains(fields.get("PricingUnit").toLowerCase(Locale.ROOT))) {
            return Reason.NOT_HOURLY;
        }
        if (!fields.get("QuantityTierMinimum").matches("[0.]*")) {
            return Reason.SECONDARY_METER;
        }
        String end = day("SkuPriceEffectiveEnd");
        boolean isInForce =
                day("SkuPriceEffectiveStart").compareTo(date) <= 0
                        && (end.isEmpty() || end.compareTo(date) > 0);
        return isInForce ? null : Reason.NOT_IN_FORCE;
    }

    private String day(String column) {
        String text = fields.get(column);
        return text.substring(0, Math.min(DAY, text.length()));
    }

    private String provider() {
        String name = fields.get("ServiceProviderName").toLowerCase(Locale.ROOT);
        if (name.contains("amazon") || name.contains("aws")) {
            return "aws";
        }
        if (name.contains("google")) {
            return "gcp";
        }
        return name.contains("microsoft") || name.contains("azure") ? "azure" : name;
    }

    private static void said(Draft draft, CatalogueColumn column, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            draft.put(column, text);
        }
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
