package dev.stowage.catalog.imports;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.catalog.CatalogueColumn;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SourceText;
import dev.stowage.catalog.gather.Draft;
import dev.stowage.catalog.gather.Gathering;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The bulk offer file of AmazonEC2: products, then their prices under {@code terms}. Read as a
 * stream, because real ones have gigabytes; kept is what is Linux, shared, on demand. Each product
 * is a row.
 */
final class AwsPriceList {
    private static final Pattern NUMBER = Pattern.compile("([0-9][0-9,]*(?:\\.[0-9]+)?).*");
    private static final Pattern DISKS =
            Pattern.compile("(\\d+) x ([0-9,]+)\\s*(GB|TB)?.*", Pattern.CASE_INSENSITIVE);
    private static final double GIB_PER_GB = 1e9 / (1L << 30);

    private final Path file;
    private final Gathering gathering;
    private final Optional<LocalDate> given;
    private final ObjectMapper mapper = new ObjectMapper();
    private final Map<String, Product> products = new LinkedHashMap<>();
    private String published = "";
    private long index;

    /** A product that we want, its price, and its commitments. */
    private static final class Product {
        private final Draft draft;
        private final List<String> commitments = new ArrayList<>();
        private boolean hasPrice;

        Product(Draft draft) {
            this.draft = draft;
        }
    }

    AwsPriceList(Path file, Gathering gathering, Optional<LocalDate> given) {
        this.file = file;
        this.gathering = gathering;
        this.given = given;
    }

    void read() throws IOException {
        boolean isAgain = pass(true);
        if (isAgain) { // the prices stand before the products
            pass(false);
        }
        for (Product product : products.values()) {
            Draft draft = product.draft;
            String date = given.map(LocalDate::toString).orElse(published);
            draft.put(CatalogueColumn.DATE, date)
                    .put(CatalogueColumn.SOURCE, "AWS price list " + published)
                    .put(CatalogueColumn.COMMITMENTS, String.join(";", product.commitments));
            gathering.offer(draft.complete());
        }
    }

    /** Reads the file once; true if prices came before products, so that they were passed over. */
    private boolean pass(boolean wantsProducts) throws IOException {
        boolean sawProducts = !wantsProducts;
        boolean missedTerms = false;
        try (InputStream in = SourceText.open(file);
                JsonParser json = mapper.getFactory().createParser(in)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("publicationDate")) {
                    String text = json.getText();
                    published = text.substring(0, Math.min(10, text.length()));
                } else if (name.equals("products") && wantsProducts) {
                    eachEntry(json, this::product);
                    sawProducts = true;
                } else if (name.equals("terms") && sawProducts) {
                    terms(json);
                } else {
                    missedTerms |= name.equals("terms");
                    json.skipChildren();
                }
            }
        }
        return missedTerms && wantsProducts;
    }

    private interface Entry {
        void take(String key, JsonNode value);
    }

    /** Gives each member of an object as a tree of its own. */
    private void eachEntry(JsonParser json, Entry entry) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            entry.take(key, mapper.readTree(json));
        }
    }

    private void terms(JsonParser json) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String kind = json.currentName();
            json.nextToken();
            if (kind.equals("OnDemand") || kind.equals("Reserved")) {
                eachWanted(json, kind.equals("OnDemand"));
            } else {
                json.skipChildren();
            }
        }
    }

    private void eachWanted(JsonParser json, boolean isOnDemand) throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            Product product = products.get(json.currentName());
            json.nextToken();
            if (product == null) {
                json.skipChildren();
            } else {
                for (JsonNode offer : mapper.<JsonNode>readTree(json)) {
                    if (isOnDemand) {
                        onDemand(product, offer);
                    } else {
                        reserved(product, offer);
                    }
                }
            }
        }
    }

    private void product(String sku, JsonNode node) {
        gathering.count();
        index++;
        JsonNode of = node.path("attributes");
        Reason reason = unwanted(node.path("productFamily").asText(), of);
        String name =
                "aws " + of.path("regionCode").asText() + " " + of.path("instanceType").asText();
        if (reason != null) {
            String found = "SKU " + sku;
            gathering.leaveOut(reason, file + ":" + index, name, found, "Linux, shared, on demand");
            return;
        }
        Draft draft =
                new Draft(file.toString(), index)
                        .put(CatalogueColumn.PROVIDER, "aws")
                        .put(CatalogueColumn.REGION, of.path("regionCode").asText())
                        .put(CatalogueColumn.VM_TYPE, of.path("instanceType").asText())
                        .put(CatalogueColumn.VCPUS, number(of.path("vcpu").asText()))
                        .put(CatalogueColumn.MEMORY_GIB, number(of.path("memory").asText()))
                        .put(CatalogueColumn.GPUS, number(of.path("gpu").asText()));
        disk(of.path("storage").asText())
                .ifPresent(gib -> draft.put(CatalogueColumn.LOCAL_DISK_GIB, String.valueOf(gib)));
        products.put(sku, new Product(draft));
    }

    private static @Nullable Reason unwanted(String family, JsonNode of) {
        if (!family.startsWith("Compute Instance") || of.path("instanceType").asText().isEmpty()) {
            return Reason.NOT_A_VM;
        }
        if (!of.path("operatingSystem").asText().equals("Linux")) {
            return Reason.NOT_LINUX;
        }
        if (!of.path("tenancy").asText().equals("Shared")) {
            return Reason.NOT_SHARED;
        }
        if (!of.path("preInstalledSw").asText("NA").equals("NA")) {
            return Reason.WITH_SOFTWARE;
        }
        boolean isUsed = of.path("capacitystatus").asText("Used").equals("Used");
        boolean isOnDemand = of.path("marketoption").asText("OnDemand").equals("OnDemand");
        return isUsed && isOnDemand ? null : Reason.NOT_ON_DEMAND;
    }

    private static void onDemand(Product product, JsonNode offer) {
        for (JsonNode dimension : offer.path("priceDimensions")) {
            String unit = dimension.path("unit").asText();
            if (!product.hasPrice && (unit.equals("Hrs") || unit.equals("Hours"))) {
                for (Map.Entry<String, JsonNode> price :
                        dimension.path("pricePerUnit").properties()) {
                    product.draft.put(CatalogueColumn.CURRENCY, price.getKey());
                    product.draft.put(
                            CatalogueColumn.PRICE_USD_PER_HOUR, price.getValue().asText());
                    product.hasPrice = true;
                }
            }
        }
    }

    private static void reserved(Product product, JsonNode offer) {
        JsonNode of = offer.path("termAttributes");
        String years = number(of.path("LeaseContractLength").asText());
        String hourly = "0";
        String upfront = "";
        for (JsonNode dimension : offer.path("priceDimensions")) {
            String usd = dimension.path("pricePerUnit").path("USD").asText("0");
            if (dimension.path("unit").asText().equals("Quantity")) {
                upfront = "+" + usd;
            } else {
                hourly = usd;
            }
        }
        String kind =
                of.path("OfferingClass").asText().equals("convertible")
                        ? "convertible"
                        : "reserved";
        if (!years.isEmpty() && !(hourly + upfront).matches("[0.+]*")) {
            product.commitments.add(kind + "-" + years + "y=" + hourly + upfront);
        }
    }

    /** The number that a text begins with, without commas; empty if it begins with none. */
    private static String number(String text) {
        Matcher matcher = NUMBER.matcher(text);
        return matcher.matches() ? matcher.group(1).replace(",", "") : "";
    }

    private static OptionalDouble disk(String storage) {
        Matcher matcher = DISKS.matcher(storage);
        if (!matcher.matches()) {
            return OptionalDouble.empty();
        }
        double gb = Double.parseDouble(matcher.group(2).replace(",", ""));
        double each = "TB".equalsIgnoreCase(matcher.group(3)) ? gb * 1000 : gb;
        double gib = Integer.parseInt(matcher.group(1)) * each * GIB_PER_GB;
        return OptionalDouble.of(Math.rint(gib * 10) / 10);
    }
}
