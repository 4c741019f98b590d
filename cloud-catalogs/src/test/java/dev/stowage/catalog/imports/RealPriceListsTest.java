package dev.stowage.catalog.imports;

import static dev.stowage.catalog.imports.Imports.offers;
import static dev.stowage.catalog.imports.Imports.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SharedLists;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.VmOffer;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The real files of lists that others collect, where they are present. What they hold was counted
 * by Python 3.11: {@code python3
 * cloud-catalogs/src/test/resources/dev/stowage/catalog/price_lists.py DATA CATALOGUES}.
 */
class RealPriceListsTest {
    private static final LocalDate DAY = LocalDate.of(2026, 7, 20);

    private static BigDecimal sum(ImportResult read) {
        return read.offers().stream()
                .map(each -> each.offer().usdPerHour())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    @Test
    void agreesWithPythonOnReservationsOfTheRealFile() {
        ImportResult read =
                read(
                        Optional.empty(),
                        Optional.empty(),
                        SharedLists.of("catalogs/aws.csv.gz"),
                        SharedLists.of(
                                "data/prices-aws-reservations/awsreservationofferings.json"));
        assertThat(read.rows()).isEqualTo(16_076 + 4_375);
        assertThat(read.counts())
                .isEqualTo(Map.of(Reason.JOINED, 4_251L, Reason.NO_TYPE_HERE, 124L));
        assertThat(
                        read.offers().stream()
                                .flatMap(each -> each.offer().commitments().stream())
                                .peek(each -> assertThat(each.termMonths()).isEqualTo(36))
                                .map(Commitment::upfrontUsd)
                                .reduce(BigDecimal.ZERO, BigDecimal::add))
                .isEqualByComparingTo("109963619");
    }

    @Test
    void agreesWithPythonAndWithAnotherListOnSkusOfTheRealFile() {
        Path other = SharedLists.of("catalogs/gcp.csv.gz");
        ImportResult read =
                read(
                        Optional.empty(),
                        Optional.of(other),
                        SharedLists.of("data/prices-gcp-skus/skus.json"));
        assertThat(read.counts()).isEqualTo(Map.of(Reason.JOINED, 7L));
        assertThat(read.offers()).hasSize(65);
        assertThat(sum(read)).isEqualByComparingTo("356.33362308");
        Map<String, VmOffer> listed = offers(read(Optional.empty(), Optional.empty(), other));
        List<VmOffer> both =
                offers(read).entrySet().stream()
                        .filter(each -> listed.containsKey(each.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
        assertThat(both)
                .hasSize(63)
                .allSatisfy(
                        offer ->
                                assertThat(offer.usdPerHour().doubleValue())
                                        .isCloseTo(
                                                listed.get(
                                                                offer.region()
                                                                        + " "
                                                                        + offer.type().name())
                                                        .usdPerHour()
                                                        .doubleValue(),
                                                within(1e-6 * offer.usdPerHour().doubleValue())));
    }

    @Test
    void agreesWithPythonOnInfracostAndOpenCostOfTheRealFiles() {
        Path sizes = SharedLists.of("catalogs/aws.csv.gz");
        ImportResult infracost =
                read(
                        Optional.empty(),
                        Optional.of(sizes),
                        SharedLists.of("data/infracost/terraform_v0.14_breakdown.json"));
        assertThat(infracost.counts())
                .isEqualTo(Map.of(Reason.NOT_A_VM, 28L, Reason.REPEATED, 11L));
        assertThat(offers(infracost).get("us-east-1 t3.nano").usdPerHour())
                .isEqualByComparingTo("0.0052");
        ImportResult rates =
                read(
                        Optional.of(DAY),
                        Optional.of(sizes),
                        SharedLists.of("data/prices-opencost/aws.json"));
        assertThat(rates.counts()).isEqualTo(Map.of(Reason.JOINED, 5L, Reason.NOT_A_VM, 4L));
        assertThat(rates.offers()).hasSize(1_309);
        assertThat(sum(rates).doubleValue()).isCloseTo(4883.2422895566, within(1e-9));
        assertThat(offers(rates).get("us-east-1 m5.large").usdPerHour())
                .isEqualByComparingTo("0.097118");
        ImportResult nodes =
                read(
                        Optional.empty(),
                        Optional.of(SharedLists.of("catalogs/azure.csv.gz")),
                        SharedLists.of("data/prices-opencost/pricing_schema.csv"),
                        SharedLists.of("data/prices-opencost/pricing_schema_special_char.csv"),
                        SharedLists.of("data/prices-opencost/pricing_schema_case.csv"));
        assertThat(nodes.rows()).isEqualTo(5);
        assertThat(nodes.counts())
                .isEqualTo(Map.of(Reason.NO_TYPE_SAID, 2L, Reason.ACCELERATOR_ALONE, 2L));
        assertThat(offers(nodes).get("eastus2 Standard_F32s_v2").usdPerHour())
                .isEqualByComparingTo("0.13370357");
    }
}
