package dev.stowage.catalog.imports;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The prices that coroot collects: {@code aws}, {@code gcp} and {@code azure}, under each {@code
 * compute} by region and type, {@code managed_db} and {@code managed_cache}. Each price of a type
 * is a row. They have neither sizes nor a day; 0 stands for no price. Of the systems and tenancies
 * of a type coroot keeps the last that it saw.
 *
 * <p>Source: coroot, cloud-pricing/model.go; coroot/cloud-pricing, update.go.
 */
record CorootPrices(@Nullable Cloud aws, @Nullable Cloud gcp, @Nullable Cloud azure) {
    /** What one provider sells: VMs by region and type, databases and caches by region. */
    record Cloud(
            @Nullable Map<String, Map<String, Price>> compute,
            @JsonProperty("managed_db") @Nullable Map<String, JsonNode> databases,
            @JsonProperty("managed_cache") @Nullable Map<String, JsonNode> caches) {}

    /** USD an hour. */
    record Price(
            @JsonProperty("on_demand") @Nullable BigDecimal onDemand, @Nullable BigDecimal spot) {}

    void tell(String file, LocalDate date, Gathering gathering) {
        Reading reading = new Reading(file, date, gathering);
        reading.provider("aws", aws);
        reading.provider("gcp", gcp);
        reading.provider("azure", azure);
    }

    /** Counts the rows of a file. */
    private static final class Reading {
        private final String file;
        private final LocalDate date;
        private final Gathering gathering;
        private long index;

        Reading(String file, LocalDate date, Gathering gathering) {
            this.file = file;
            this.date = date;
            this.gathering = gathering;
        }

        void provider(String provider, @Nullable Cloud cloud) {
            if (cloud == null) {
                return;
            }
            orNone(cloud.compute())
                    .forEach(
                            (region, types) ->
                                    types.forEach(
                                            (type, price) -> price(provider, region, type, price)));
            orNone(cloud.databases()).forEach((region, all) -> noVms(provider + " " + region, all));
            orNone(cloud.caches()).forEach((region, all) -> noVms(provider + " " + region, all));
        }

        private static <T> Map<String, T> orNone(@Nullable Map<String, T> map) {
            return map == null ? Map.of() : map;
        }

        private void price(String provider, String region, String type, Price price) {
            gathering.count();
            Draft draft =
                    new Draft(file, ++index)
                            .put(CatalogueColumn.PROVIDER, provider)
                            .put(CatalogueColumn.REGION, region)
                            .put(CatalogueColumn.VM_TYPE, type)
                            .put(CatalogueColumn.PRICE_USD_PER_HOUR, text(price.onDemand()))
                            .put(CatalogueColumn.SPOT_USD_PER_HOUR, text(price.spot()))
                            .put(CatalogueColumn.SOURCE, "coroot cloud pricing")
                            .put(CatalogueColumn.DATE, date.toString());
            gathering.offer(gathering.sized(draft).complete());
        }

        private static String text(@Nullable BigDecimal price) {
            return price == null || price.signum() == 0 ? "" : price.toPlainString();
        }

        /** Prices by engine and type. */
        private void noVms(String region, JsonNode engines) {
            for (Map.Entry<String, JsonNode> engine : engines.properties()) {
                for (Map.Entry<String, JsonNode> type : engine.getValue().properties()) {
                    gathering.count();
                    gathering.leaveOut(
                            Reason.NOT_A_VM,
                            file + ":" + ++index,
                            region + " " + type.getKey(),
                            engine.getKey() + " on " + type.getKey(),
                            "a virtual machine");
                }
            }
        }
    }
}
