package dev.stowage.catalog.imports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers of Azure's retail prices API: pages with {@code Items}, one after another or in one
 * array. They give no sizes: these come from other files, or from types that are known.
 */
final class AzurePrices {
    private final Gathering gathering;
    private final Optional<LocalDate> given;
    private final ObjectMapper mapper =
            JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    private final List<Draft> onDemand = new ArrayList<>();
    private final Map<String, Gathering.Side> spot = new LinkedHashMap<>();
    private final Map<String, List<String>> commitments = new HashMap<>();
    private final Map<String, List<Gathering.Side>> reservations = new LinkedHashMap<>();
    private String newest = "";

    AzurePrices(Gathering gathering, Optional<LocalDate> given) {
        this.gathering = gathering;
        this.given = given;
    }

    /** Reads the items of a file; prices are joined with those of other files at the end. */
    void read(Path file) throws IOException {
        long index = 0;
        try (InputStream in = SourceText.open(file);
                JsonParser json = mapper.getFactory().createParser(in)) {
            boolean isTop = true;
            for (JsonToken at = json.nextToken(); at != null; at = json.nextToken()) {
                boolean isItems =
                        at == JsonToken.START_ARRAY
                                && (isTop || "Items".equals(json.currentName()));
                if (isItems) {
                    isTop = false;
                } else if (at == JsonToken.START_OBJECT
                        && json.getParsingContext().getParent().inArray()) {
                    JsonNode node = mapper.readTree(json);
                    JsonNode items = node.has("Items") ? node.path("Items") : null;
                    for (JsonNode item : items == null ? List.of(node) : items) {
                        item(file, ++index, item);
                    }
                } else if (at == JsonToken.START_ARRAY) {
                    json.skipChildren();
                }
            }
        }
    }

    private void item(Path file, long index, JsonNode item) {
        gathering.count();
        String type = item.path("armSkuName").asText();
        String region = item.path("armRegionName").asText();
        String place = file + ":" + index;
        String kind = item.path("type").asText();
        Reason reason = unwanted(item, kind);
        if (reason != null) {
            gathering.leaveOut(
                    reason,
                    place,
                    "azure " + region + " " + type,
                    item.path("productName").asText() + ", " + item.path("skuName").asText(),
                    "Linux on demand, by the hour");
            return;
        }
        String price = price(item.path("retailPrice"));
        String key = region + " " + type;
        boolean isSpot = item.path("skuName").asText().endsWith("Spot");
        if (isSpot && !(item.path("retailPrice").asDouble() > 0)) {
            gathering.leaveOut(
                    Reason.NO_PRICE, place, "azure " + key, "spot price " + price, "above 0");
        } else if (isSpot) {
            spot.merge(key, new Gathering.Side(place, price, ""), AzurePrices::cheaper);
            gathering.leaveOut(Reason.SPOT_ROW, place, "azure " + key, price, "a spot price");
        } else if (kind.equals("Reservation")) {
            reservation(
                    key, new Gathering.Side(place, price, item.path("reservationTerm").asText()));
        } else {
            onDemand.add(draft(file, index, item, price));
            savings(key, item.path("savingsPlan"));
        }
    }

    private static @Nullable Reason unwanted(JsonNode item, String kind) {
        String product = item.path("productName").asText();
        String sku = item.path("skuName").asText();
        boolean isVm =
                item.path("serviceName").asText().equals("Virtual Machines")
                        && !item.path("armSkuName").asText().isEmpty()
                        && !product.contains("Cloud Services")
                        && !product.contains("CloudServices");
        if (!isVm) {
            return Reason.NOT_A_VM;
        }
        if (product.toLowerCase(Locale.ROOT).contains("windows")) {
            return Reason.NOT_LINUX;
        }
        if (product.contains("Dedicated Host")) {
            return Reason.NOT_SHARED;
        }
        if (kind.startsWith("DevTest") || sku.endsWith("Low Priority")) {
            return Reason.NOT_ON_DEMAND;
        }
        if (!item.path("unitOfMeasure").asText().equals("1 Hour")) {
            return Reason.NOT_HOURLY;
        }
        boolean isSecond =
                !item.path("isPrimaryMeterRegion").asBoolean(true)
                        || item.path("tierMinimumUnits").asDouble() > 0;
        return isSecond ? Reason.SECONDARY_METER : null;
    }

    private Draft draft(Path file, long index, JsonNode item, String price) {
        String type = item.path("armSkuName").asText();
        String start = item.path("effectiveStartDate").asText();
        String date = start.substring(0, Math.min(10, start.length()));
        newest = date.compareTo(newest) > 0 ? date : newest;
        return gathering.sized(
                new Draft(file.toString(), index)
                        .put(CatalogueColumn.PROVIDER, "azure")
                        .put(CatalogueColumn.REGION, item.path("armRegionName").asText())
                        .put(CatalogueColumn.VM_TYPE, type)
                        .put(CatalogueColumn.PRICE_USD_PER_HOUR, price)
                        .put(CatalogueColumn.CURRENCY, item.path("currencyCode").asText())
                        .put(CatalogueColumn.SOURCE, "Azure retail prices"));
    }

    private void savings(String key, JsonNode plans) {
        for (JsonNode plan : plans) {
            String years = plan.path("term").asText().replaceFirst(" Years?", "");
            String price = price(plan.path("retailPrice"));
            if (years.matches("\\d") && !price.isEmpty()) {
                commitment(key, "savings-plan-" + years + "y=" + price);
            }
        }
    }

    private void reservation(String key, Gathering.Side side) {
        String years = side.source().replaceFirst(" Years?", "");
        if (years.matches("\\d") && !side.text().isEmpty()) {
            commitment(key, "reserved-" + years + "y=0+" + side.text());
        }
        reservations.computeIfAbsent(key, self -> new ArrayList<>()).add(side);
    }

    private void commitment(String key, String text) {
        commitments.computeIfAbsent(key, self -> new ArrayList<>()).add(text);
    }

    private static Gathering.Side cheaper(Gathering.Side a, Gathering.Side b) {
        return new BigDecimal(b.text()).compareTo(new BigDecimal(a.text())) < 0 ? b : a;
    }

    private static String price(JsonNode node) {
        return node.isNumber() ? node.decimalValue().toPlainString() : node.asText();
    }

    /** Takes the prices on demand with what goes with them. */
    void finish() {
        for (Draft draft : onDemand) {
            String key =
                    draft.text(CatalogueColumn.REGION) + " " + draft.text(CatalogueColumn.VM_TYPE);
            Gathering.Side cheap = spot.get(key);
            if (cheap != null) {
                draft.put(CatalogueColumn.SPOT_USD_PER_HOUR, cheap.text());
            }
            draft.put(
                    CatalogueColumn.COMMITMENTS,
                    String.join(";", commitments.getOrDefault(key, List.of())));
            reservations.getOrDefault(key, List.of()).forEach(side -> joined(key, side));
            reservations.remove(key);
            draft.put(CatalogueColumn.DATE, given.map(LocalDate::toString).orElse(newest));
            gathering.offer(draft.complete());
        }
        reservations.forEach(
                (key, sides) ->
                        sides.forEach(
                                side ->
                                        gathering.leaveOut(
                                                Reason.NO_TYPE_HERE,
                                                side.place(),
                                                "azure " + key,
                                                "a reservation",
                                                "a type with a price on demand")));
    }

    private void joined(String key, Gathering.Side side) {
        gathering.leaveOut(Reason.JOINED, side.place(), "azure " + key, "a reservation", "a type");
    }
}
