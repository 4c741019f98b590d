package dev.stowage.catalog.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.catalog.Reason;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The price lists of AWS and Azure themselves, made ones. */
class ProviderPriceListsTest {
    @TempDir Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String product(String sku, String type, String more) {
        return "\""
                + sku
                + "\":{\"sku\":\""
                + sku
                + "\",\"productFamily\":\"Compute Instance\",\"attributes\":{\"instanceType\":\""
                + type
                + "\",\"regionCode\":\"us-east-1\",\"vcpu\":\"2\",\"memory\":\"1,024 GiB\","
                + "\"storage\":\"2 x 75 NVMe SSD\",\"operatingSystem\":\"Linux\",\"tenancy\":"
                + "\"Shared\",\"capacitystatus\":\"Used\",\"preInstalledSw\":\"NA\""
                + more
                + "}}";
    }

    private static String term(String sku, String usd) {
        return "\""
                + sku
                + "\":{\"x\":{\"priceDimensions\":{\"y\":{\"unit\":\"Hrs\",\"pricePerUnit\":"
                + "{\"USD\":\""
                + usd
                + "\"}}}}}";
    }

    private static final String RESERVED =
            ",\"Reserved\":{\"A\":{\"r\":{\"termAttributes\":{\"LeaseContractLength\":\"3yr\","
                    + "\"OfferingClass\":\"convertible\"},\"priceDimensions\":{\"u\":{\"unit\":"
                    + "\"Quantity\",\"pricePerUnit\":{\"USD\":\"500\"}},\"h\":{\"unit\":\"Hrs\","
                    + "\"pricePerUnit\":{\"USD\":\"0.02\"}}}}}}";

    static String aws(boolean hasTermsFirst) {
        String products =
                "\"products\":{"
                        + String.join(
                                ",",
                                product("A", "m5d.large", ""),
                                product("B", "m5d.large", ",\"operatingSystem\":\"Windows\""),
                                product("C", "m5d.large", ",\"tenancy\":\"Dedicated\""),
                                product("D", "m5d.large", ",\"preInstalledSw\":\"SQL Web\""),
                                product("E", "m5d.large", ",\"capacitystatus\":\"AllocatedHost\""),
                                product("F", "m5d.xlarge", ""),
                                "\"G\":{\"sku\":\"G\",\"productFamily\":\"Storage\"}")
                        + "}";
        String terms =
                "\"terms\":{\"OnDemand\":{"
                        + term("A", "0.0960000000")
                        + ","
                        + term("B", "0.188")
                        + "}"
                        + RESERVED
                        + "}";
        return "{\"formatVersion\":\"v1.0\",\"offerCode\":\"AmazonEC2\",\"publicationDate\":"
                + "\"2026-07-18T10:00:00Z\","
                + (hasTermsFirst ? terms + "," + products : products + "," + terms)
                + "}";
    }

    @Test
    void readsTheAwsPriceListWhateverComesFirst() throws IOException {
        for (boolean hasTermsFirst : new boolean[] {false, true}) {
            ImportResult read =
                    CatalogueImport.run(
                            ImportRequest.of(List.of(file("i.json", aws(hasTermsFirst)))));
            assertThat(read.offers()).hasSize(1);
            VmOffer offer = read.offers().get(0).offer();
            assertThat(offer.usdPerHour()).isEqualByComparingTo("0.096");
            assertThat(offer.type().capacity().gib()).isEqualTo(1024);
            assertThat(offer.type().localDiskGib()).as("2 x 75 GB in GiB").isEqualTo(139.7);
            assertThat(offer.date()).isEqualTo("2026-07-18");
            assertThat(offer.commitments().get(0).name())
                    .isEqualTo("convertible-3y-partial-upfront");
            assertThat(offer.commitments().get(0).upfrontUsd()).isEqualTo("500");
            assertThat(read.rows()).isEqualTo(7);
            assertThat(read.counts())
                    .isEqualTo(
                            Map.of(
                                    Reason.NOT_LINUX, 1L,
                                    Reason.NOT_SHARED, 1L,
                                    Reason.WITH_SOFTWARE, 1L,
                                    Reason.NOT_ON_DEMAND, 1L,
                                    Reason.NOT_A_VM, 1L,
                                    Reason.NO_PRICE, 1L));
        }
    }

    private static String item(String sku, String more) {
        return "{\"currencyCode\":\"USD\",\"retailPrice\":0.096,\"armRegionName\":\"eastus\","
                + "\"serviceName\":\"Virtual Machines\",\"productName\":\"Virtual Machines Dsv5\","
                + "\"skuName\":\"D2s v5\",\"unitOfMeasure\":\"1 Hour\",\"type\":\"Consumption\","
                + "\"isPrimaryMeterRegion\":true,\"effectiveStartDate\":\"2026-06-01T00:00:00Z\","
                + "\"armSkuName\":\""
                + sku
                + "\""
                + more
                + "}";
    }

    private static String azure() {
        return "{\"BillingCurrency\":\"USD\",\"Items\":["
                + String.join(
                        ",",
                        item(
                                "Standard_D2s_v5",
                                ",\"savingsPlan\":[{\"term\":\"1 Year\",\"retailPrice\":0.07}]"),
                        item("Standard_D2s_v5", ",\"productName\":\"Virtual Machines Windows\""),
                        item("Standard_D2s_v5", ",\"skuName\":\"D2s Spot\",\"retailPrice\":0.02"),
                        item("Standard_D2s_v5", ",\"skuName\":\"D2s Low Priority\""),
                        item("Standard_D2s_v5", ",\"type\":\"DevTestConsumption\""),
                        item(
                                "Standard_D2s_v5",
                                ",\"type\":\"Reservation\",\"retailPrice\":501,"
                                        + "\"reservationTerm\":\"1 Year\""),
                        item("Standard_D2s_v5", ",\"unitOfMeasure\":\"1 Month\""),
                        item("Standard_D2s_v5", ",\"isPrimaryMeterRegion\":false"),
                        item("Standard_Zz9_v9", ""),
                        item("Standard_Q4s_v1", ""))
                + "],\"NextPageLink\":null}";
    }

    @Test
    void readsAzureRetailPricesWithSizesFromElsewhere() throws IOException {
        ImportResult read =
                CatalogueImport.run(
                        ImportRequest.of(
                                List.of(
                                        file("p.json", azure()),
                                        file(
                                                "sizes.json",
                                                "[{\"name\":\"Standard_Q4s_v1\",\"numberOfCores\":4,"
                                                        + "\"memoryInMB\":16384}]"))));
        assertThat(read.offers()).hasSize(2);
        VmOffer d2 = read.offers().get(0).offer();
        assertThat(d2.type().capacity().gib()).as("of the shipped catalogue").isEqualTo(8);
        assertThat(d2.type().family()).isEqualTo("standardDSv5Family");
        assertThat(d2.spot().orElseThrow().usdPerHour()).isEqualTo("0.02");
        assertThat(d2.commitments())
                .extracting(Commitment::name)
                .containsExactly("savings-plan-1y-no-upfront", "reserved-1y-all-upfront");
        assertThat(read.offers().get(1).offer().type().capacity().cores()).isEqualTo(4);
        assertThat(read.date()).isEqualTo("2026-06-01");
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.NOT_LINUX, 1L,
                                Reason.SPOT_ROW, 1L,
                                Reason.NOT_ON_DEMAND, 2L,
                                Reason.JOINED, 1L,
                                Reason.NOT_HOURLY, 1L,
                                Reason.SECONDARY_METER, 1L,
                                Reason.NO_SIZE, 1L));
        assertThat(read.faults().get(0).row()).isEqualTo("azure eastus Standard_Zz9_v9");
    }
}
