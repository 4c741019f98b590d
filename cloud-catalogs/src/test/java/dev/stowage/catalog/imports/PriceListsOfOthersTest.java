package dev.stowage.catalog.imports;

import static dev.stowage.catalog.imports.Imports.offers;
import static dev.stowage.catalog.imports.Imports.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.Reason;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists that others collect, and Google's SKUs: a small made one of each form. */
class PriceListsOfOthersTest {
    private static final LocalDate DAY = LocalDate.of(2026, 7, 20);
    private static final String SIZES =
            "provider,region,vm_type,family,vcpus,memory_gib,gpu_count,price_usd_per_hour,source,"
                    + "snapshot_date\n"
                    + "aws,r1,m5.large,m5,2,8,0,1,l,2026-07-20\n"
                    + "aws,r1,g5.xlarge,g5,4,16,1,1,l,2026-07-20\n"
                    + "gcp,r1,n2-standard-2,n2,2,8,0,1,l,2026-07-20\n"
                    + "gcp,r1,e2-medium,e2,2,4,0,1,l,2026-07-20\n"
                    + "gcp,r1,a2-highgpu-1g,a2,12,85,1,1,l,2026-07-20\n";

    @TempDir Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private ImportResult sized(Path list) throws IOException {
        return read(Optional.of(DAY), Optional.of(file("sizes.csv", SIZES)), list);
    }

    @Test
    void readsWhatCorootCollects() throws IOException {
        Path list =
                file(
                        "coroot.json",
                        """
                        {"aws": {"compute": {"us-east-1": {
                            "m5.large": {"on_demand": 0.096, "spot": 0.0401},
                            "g5.xlarge": {"on_demand": 0, "spot": 0.4},
                            "m9.huge": {"on_demand": 9.6, "spot": 0}}},
                          "managed_db": {"us-east-1": {"postgres": {
                            "db.m5.large": {"single_az": {"on_demand": 0.2}, "multi_az": null}}}},
                          "managed_cache": {"us-east-1": {"redis": {
                            "cache.m5.large": {"on_demand": 0.1, "spot": 0}}}},
                          "internet_egress": {"us-east-1": {"0": 0.09}}},
                         "gcp": {"compute": {"us-central1": {
                            "n2-standard-2": {"on_demand": 0.097118, "spot": 0}}}}, "azure": null}
                        """);
        ImportResult read = sized(list);
        assertThat(offers(read).keySet())
                .containsExactlyInAnyOrder("us-east-1 m5.large", "us-central1 n2-standard-2");
        VmOffer m5 = offers(read).get("us-east-1 m5.large");
        assertThat(m5.usdPerHour()).isEqualByComparingTo("0.096");
        assertThat(m5.spot().orElseThrow().usdPerHour()).isEqualByComparingTo("0.0401");
        assertThat(m5.date()).isEqualTo(DAY);
        assertThat(offers(read).get("us-central1 n2-standard-2").spot()).isEmpty();
        assertThat(read.rows()).isEqualTo(6);
        assertThat(read.counts())
                .isEqualTo(Map.of(Reason.NO_PRICE, 1L, Reason.NO_SIZE, 1L, Reason.NOT_A_VM, 2L));
        assertThatThrownBy(() -> read(Optional.empty(), Optional.empty(), list))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--date");
    }

    @Test
    void readsNodesOfOpenCostByTheirTypesAndNotByTheirNames() throws IOException {
        ImportResult read =
                read(
                        Optional.empty(),
                        Optional.of(file("sizes.csv", SIZES)),
                        file(
                                "opencost.csv",
                                """
                                EndTimestamp,InstanceID,Region,AssetClass,InstanceIDField,\
                                InstanceType,MarketPriceHourly,Version
                                2026-07-01 23:34:22 UTC,pool-1-91dc,,node,metadata.name,,0.13,
                                2026-07-01,pool-2-77ab,eu-west-1,node,spec.providerID,m5.large,0.1,
                                2026-07-01,pool-3-77ab,eu-west-1,node,spec.providerID,m5.large,0.1,
                                2026-07-01,g5.xlarge,,node,\
                                metadata.labels.node.kubernetes.io/instance-type,,0.9,
                                2026-07-01,Quadro_RTX_4000,,gpu,nvidia.com/gpu_type,,0.75,
                                2026-07-01,ssd,,pv,spec.storageClassName,,0.0001,
                                """));
        assertThat(offers(read).keySet())
                .containsExactlyInAnyOrder("eu-west-1 m5.large", "us-east-1 g5.xlarge");
        assertThat(offers(read).get("eu-west-1 m5.large").date()).isEqualTo("2026-07-01");
        assertThat(read.rows()).isEqualTo(6);
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.NO_TYPE_SAID, 1L,
                                Reason.REPEATED, 1L,
                                Reason.ACCELERATOR_ALONE, 1L,
                                Reason.NOT_A_VM, 1L));
    }

    @Test
    void pricesTypesByTheRatesOfOpenCostAndSaysThatThisIsAnEstimate() throws IOException {
        Path rates =
                file(
                        "default.json",
                        """
                        {"provider": "custom", "description": "rates", "CPU": "0.03",
                         "spotCPU": "0.006", "RAM": "0.004", "spotRAM": "0.001",
                         "storage": "0.00005", "zoneNetworkEgress": "0.01", "projectID": ""}
                        """);
        ImportResult read = sized(rates);
        VmOffer m5 = offers(read).get("us-east-1 m5.large");
        assertThat(m5.usdPerHour()).isEqualByComparingTo("0.092"); // 2 * 0.03 + 8 * 0.004
        assertThat(m5.spot().orElseThrow().usdPerHour()).isEqualByComparingTo("0.02");
        assertThat(m5.source()).startsWith("estimate:");
        assertThat(read.rows()).as("6 rates and 5 types").isEqualTo(11);
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.JOINED, 4L,
                                Reason.NOT_A_VM, 2L,
                                Reason.ACCELERATOR_UNPRICED, 2L));
        assertThatThrownBy(() -> read(Optional.of(DAY), Optional.empty(), rates))
                .hasMessageContaining("--sizes FILE");
        Path foreign = file("eur.json", "{\"CPU\":\"1\",\"RAM\":\"1\",\"currencyCode\":\"EUR\"}");
        assertThatThrownBy(() -> sized(foreign)).hasMessageContaining("currency EUR");
        Path half = file("half.json", "{\"CPU\":\"0.03\",\"spotCPU\":\"0.006\"}");
        assertThatThrownBy(() -> sized(half)).hasMessageContaining("expected CPU and RAM");
    }

    @Test
    void readsEachTypeOfAnInfracostBreakdownOnce() throws IOException {
        String component =
                """
                {"name": "Instance usage (%s, %s, %s)", "unit": "hours", "hourlyQuantity": "1",
                 "price": "%s"}""";
        String m5 = component.formatted("Linux/UNIX", "on-demand", "m5.large", "0.096");
        Path list =
                file(
                        "infracost.json",
                        "{\"version\":\"0.2\",\"currency\":\"USD\",\"projects\":[{\"pastBreakdown\":"
                                + "{\"resources\":[{\"name\":\"old\",\"costComponents\":["
                                + component.formatted("Linux/UNIX", "on-demand", "g5.xlarge", "1")
                                + "]}]},\"breakdown\":{\"resources\":[{\"name\":\"a\","
                                + "\"costComponents\":["
                                + m5
                                + ",{\"name\":\"CPU credits\",\"unit\":\"vCPU-hours\","
                                + "\"price\":\"0.05\"}],\"subresources\":[{\"name\":\"pool\","
                                + "\"costComponents\":["
                                + m5
                                + "]}]},{\"name\":\"b\",\"costComponents\":["
                                + component.formatted("Windows", "on-demand", "m5.large", "0.188")
                                + ","
                                + component.formatted("Linux/UNIX", "spot", "m5.large", "0.04")
                                + "]}]}}],\"timeGenerated\":\"2026-03-22T23:00:45+01:00\"}");
        ImportResult read = read(Optional.empty(), Optional.of(file("sizes.csv", SIZES)), list);
        VmOffer offer = offers(read).get("us-east-1 m5.large");
        assertThat(offer.usdPerHour()).isEqualByComparingTo("0.096");
        assertThat(offer.date()).isEqualTo("2026-03-22");
        assertThat(read.rows()).isEqualTo(5);
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.NOT_A_VM, 1L,
                                Reason.REPEATED, 1L,
                                Reason.NOT_LINUX, 1L,
                                Reason.NOT_ON_DEMAND, 1L));
        assertThatThrownBy(() -> CatalogueImport.run(ImportRequest.of(List.of(list))))
                .hasMessageContaining("--region");
    }

    @Test
    void tellsTheTermOfReservationsByTheirPrices() throws IOException {
        Path list =
                file(
                        "list.csv",
                        SIZES.lines().limit(2).collect(Collectors.joining("\n"))
                                + "\naws,r1,m5.metal,m5,96,384,0,4.6,l,2026-07-20\n");
        Path reserved =
                file(
                        "offerings.json",
                        "{\"m5.large/eu-west-1\": 0.040220700152207, \"m9.x/us-east-1\": 0.5}");
        ImportResult none = read(Optional.of(DAY), Optional.empty(), list, reserved);
        assertThat(none.counts()).isEqualTo(Map.of(Reason.NO_TYPE_HERE, 2L));
        Path here = file("here.csv", Files.readString(list).replace("r1", "eu-west-1"));
        Path other = file("ri.csv", "region,vm_type,std_1y_no_upfront\neu-west-1,m5.large,0.067\n");
        ImportResult read = read(Optional.of(DAY), Optional.empty(), here, reserved, other);
        VmOffer offer = offers(read).get("eu-west-1 m5.large");
        assertThat(offer.commitments())
                .as("of both files")
                .extracting(Commitment::name)
                .containsExactly("reserved-3y-all-upfront", "reserved-1y-no-upfront");
        assertThat(offer.commitments().get(0).upfrontUsd()).isEqualByComparingTo("1057");
        assertThat(read.counts()).isEqualTo(Map.of(Reason.JOINED, 2L, Reason.NO_TYPE_HERE, 1L));

        Path whole = file("one.json", "{\"m5.large/eu-west-1\": 0.1}");
        assertThatThrownBy(() -> read(Optional.of(DAY), Optional.empty(), here, whole))
                .hasMessageContaining("1 prices that are whole dollars over 1 and over 3 years");
        Path odd = file("odd.json", "{\"m5.large/eu-west-1\": 0.0123456}");
        assertThatThrownBy(() -> read(Optional.of(DAY), Optional.empty(), here, odd))
                .hasMessageContaining("neither over 1 year nor over 3");
        String year =
                IntStream.rangeClosed(1, 10)
                        .mapToObj(i -> "\"m5.x" + i + "/eu-west-1\": 0." + i % 9 + "5")
                        .collect(Collectors.joining(","));
        Path years = file("years.json", "{\"m5.large/eu-west-1\": 0.1," + year + "}");
        ImportResult one = read(Optional.of(DAY), Optional.empty(), here, years);
        assertThat(offers(one).get("eu-west-1 m5.large").commitments())
                .extracting(Commitment::name)
                .containsExactly("reserved-1y-all-upfront");
    }

    /** Of {@code description|usage type|currency|price|unit}. */
    private static String sku(String text) {
        String[] of = text.split("\\|", -1);
        String currency = of[2];
        BigDecimal price = new BigDecimal(of[3]);
        long whole = price.longValue();
        return """
               {"skuId": "S", "description": "%s", "category": {"resourceFamily": "Compute",
                "usageType": "%s"}, "serviceRegions": ["us-central1", "us-east1"], "pricingInfo":
                [{"pricingExpression": {"usageUnit": "%s", "tieredRates": [{"startUsageAmount": 0,
                "unitPrice": {"currencyCode": "%s", "units": "%d", "nanos": %d}}]},
                "currencyConversionRate": %s, "effectiveTime": "2026-03-24T10:52:50.681Z"}]}"""
                .formatted(
                        of[0],
                        of[1],
                        of[4],
                        currency,
                        whole,
                        price.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue(),
                        currency.equals("USD") ? "1" : currency.equals("EUR") ? "0.5" : "null");
    }

    @Test
    void pricesMachinesOfGoogleByTheirParts() throws IOException {
        String skus =
                """
                N2 Instance Core running in Americas|OnDemand|USD|0.03|h
                N2 Instance Ram running in Americas|OnDemand|EUR|0.002|GiBy.h
                Spot Preemptible N2 Instance Core running in Americas|Preemptible|USD|0.01|h
                Spot Preemptible N2 Instance Ram running in Americas|Preemptible|USD|0.001|GiBy.h
                Commitment v1: N2 Cpu in Americas for 1 Year|Commit1Yr|USD|0.02|h
                Commitment v1: N2 Ram in Americas for 1 Year|Commit1Yr|USD|0.003|GiBy.h
                Commitment v1: N2 Cpu in Americas for 3 Year|Commit3Yr|USD|0.01|h
                E2 Instance Core running in Americas|OnDemand|USD|0.02|h
                E2 Instance Ram running in Americas|OnDemand|USD|0.003|GiBy.h
                N2 Custom Instance Core running in Americas|OnDemand|USD|0.03|h
                N2 Sole Tenancy Instance Core running in Americas|OnDemand|USD|1|h
                Nvidia Tesla A100 GPU running in Americas|OnDemand|USD|2.9|h
                A2 Instance Core running in Americas|OnDemand|USD|0.03|h
                A2 Instance Ram running in Americas|OnDemand|IDR|60|GiBy.h
                Network Internet Egress|OnDemand|USD|0.1|GiBy
                """
                        .lines()
                        .map(PriceListsOfOthersTest::sku)
                        .collect(Collectors.joining(","));
        ImportResult read =
                read(
                        Optional.empty(),
                        Optional.of(file("sizes.csv", SIZES)),
                        file("skus.json", "{\"skus\": [" + skus + "], \"nextPageToken\": \"x\"}"));
        VmOffer n2 = offers(read).get("us-east1 n2-standard-2");
        assertThat(n2.usdPerHour()).isEqualByComparingTo("0.092"); // 2 * 0.03 + 8 * 0.002 / 0.5
        assertThat(n2.spot().orElseThrow().usdPerHour()).isEqualByComparingTo("0.028");
        assertThat(n2.commitments()).extracting(Commitment::name).hasSize(1);
        assertThat(n2.commitments().get(0).usdPerHour()).isEqualByComparingTo("0.064");
        assertThat(n2.date()).isEqualTo("2026-03-24");
        assertThat(offers(read).keySet())
                .as("neither machines that share cores, nor ones with a part without a price")
                .doesNotContain("us-east1 e2-medium", "us-east1 a2-highgpu-1g");
        long machines = read.offers().size();
        assertThat(read.rows()).isEqualTo(15 + machines);
        assertThat(read.counts())
                .containsEntry(Reason.NO_SIZE_RULE, 1L)
                .containsEntry(Reason.NOT_SHARED, 1L)
                .containsEntry(Reason.NOT_A_VM, 1L)
                .containsEntry(Reason.NO_PRICE, 1L);
    }

    /** Of {@code category|contract|unit|start|end|price|type of price|details}. */
    private static String focusRow(String text) {
        return "%s,%s,USD,us-east-1,%s,0,Amazon Web Services,d,%s,%s,2026-07-20,P,%s,%s,%s\n"
                .formatted((Object[]) text.split("\\|", -1));
    }

    @Test
    void readsAFocusPriceListAndOnlyWhatHoldsForAll() throws IOException {
        String header =
                "ChargeCategory,ContractId,PricingCurrency,PricingRegionId,PricingUnit,"
                        + "QuantityTierMinimum,ServiceProviderName,SkuPriceDescription,"
                        + "SkuPriceEffectiveStart,SkuPriceEffectiveEnd,SkuPriceLastUpdated,"
                        + "SkuPriceId,UnitPrice,UnitPriceType,SkuPriceDetails\n";
        String details =
                "\"{\"\"InstanceType\"\":\"\"m5.large\"\",\"\"CoreCount\"\":2,\"\"MemorySize\"\":8,"
                        + "\"\"OperatingSystem\"\":\"\"%s\"\"}\"";
        String rows =
                """
                Usage||Hours|2024-01-01||0.096|List|LINUX
                Usage|C|Hours|2024-01-01||0.08|Contracted|LINUX
                Usage||Hours|2024-01-01|2025-01-01|0.1|List|LINUX
                Usage||Hours|2027-01-01||0.09|List|LINUX
                Usage||Hours|2024-01-01||0.188|List|WINDOWS
                Usage||GB-Months|2024-01-01||0.1|List|LINUX
                Usage||Hours|2024-01-01||0.1|List|
                Usage||Hours|2024-01-01||0.1|List|{broken
                Purchase||Hours|2024-01-01||0.06|List|LINUX
                """
                        .lines()
                        .map(PriceListsOfOthersTest::focusRow)
                        .collect(Collectors.joining())
                        .replace("LINUX", details.formatted("Linux"))
                        .replace("WINDOWS", details.formatted("Windows"));
        ImportResult read =
                read(Optional.empty(), Optional.empty(), file("focus.csv", header + rows));
        VmOffer offer = offers(read).get("us-east-1 m5.large");
        assertThat(offer.usdPerHour()).isEqualByComparingTo("0.096");
        assertThat(offer.type().capacity().cores()).isEqualTo(2);
        assertThat(offer.date()).isEqualTo(DAY);
        assertThat(read.rows()).isEqualTo(9);
        assertThat(read.counts())
                .isEqualTo(
                        Map.of(
                                Reason.NOT_LISTED, 1L,
                                Reason.NOT_IN_FORCE, 2L,
                                Reason.NOT_LINUX, 1L,
                                Reason.NOT_HOURLY, 1L,
                                Reason.NO_TYPE_SAID, 2L,
                                Reason.NOT_ON_DEMAND, 1L));
    }
}
