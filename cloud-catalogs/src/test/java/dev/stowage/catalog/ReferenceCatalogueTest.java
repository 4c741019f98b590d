package dev.stowage.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.model.Resources;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReferenceCatalogueTest {
    private static final VmCatalogue CATALOGUE = Catalogues.reference();

    private static List<VmOffer> offers(String provider) {
        return CATALOGUE.regions(provider).stream()
                .flatMap(region -> CATALOGUE.offers(provider, region).stream())
                .toList();
    }

    @Test
    void hasThreeProvidersWithTwoRegionsEach() {
        assertThat(CATALOGUE.providers()).containsExactly("aws", "gcp", "azure");
        assertThat(CATALOGUE.providers())
                .allMatch(provider -> CATALOGUE.regions(provider).size() >= 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws", "gcp", "azure"})
    void hasCommonTypesOfEveryKindAndArchitectureInEveryRegion(String provider) {
        for (String region : CATALOGUE.regions(provider)) {
            List<VmType> types =
                    CATALOGUE.offers(provider, region).stream().map(VmOffer::type).toList();
            assertThat(types).hasSizeGreaterThanOrEqualTo(60);
            assertThat(types.stream().map(VmType::category))
                    .contains(
                            VmType.Category.GENERAL,
                            VmType.Category.COMPUTE,
                            VmType.Category.MEMORY);
            assertThat(types.stream().map(VmType::architecture))
                    .contains(VmType.Architecture.X86_64, VmType.Architecture.ARM64);
        }
    }

    @Test
    void holdsThePricesThatEverybodyKnows() {
        assertThat(CATALOGUE.offer("aws", "us-east-1", "m5.large").usdPerHour()).isEqualTo("0.096");
        assertThat(CATALOGUE.offer("gcp", "us-central1", "n1-standard-1").usdPerHour())
                .isEqualTo("0.04749975");
        assertThat(CATALOGUE.offer("azure", "eastus", "Standard_D2s_v3").usdPerHour())
                .isEqualTo("0.096");
    }

    @Test
    void sellsSpotAndCommitmentsBelowThePriceOnDemand() {
        for (String provider : List.of("aws", "gcp")) {
            assertThat(offers(provider).stream().filter(offer -> offer.spot().isPresent()).count())
                    .as("spot prices of " + provider)
                    .isGreaterThan(100);
        }
        for (String provider : CATALOGUE.providers()) {
            for (VmOffer offer : offers(provider)) {
                offer.spot()
                        .ifPresent(
                                spot ->
                                        assertThat(spot.usdPerHour())
                                                .as(offer.type().name())
                                                .isLessThan(offer.usdPerHour()));
                assertThat(offer.commitments())
                        .allMatch(
                                commitment ->
                                        commitment
                                                        .effectiveUsdPerHour()
                                                        .compareTo(offer.usdPerHour())
                                                < 0);
            }
        }
        assertThat(CATALOGUE.offer("aws", "us-east-1", "m5.large").commitments())
                .extracting(each -> each.name())
                .containsExactly(
                        "reserved-1y-no-upfront",
                        "reserved-3y-no-upfront",
                        "convertible-1y-no-upfront",
                        "convertible-3y-no-upfront",
                        "savings-plan-1y-no-upfront",
                        "savings-plan-3y-no-upfront",
                        "family-savings-plan-1y-no-upfront",
                        "family-savings-plan-3y-no-upfront");
    }

    /** AWS prices plans of a family like standard reservations, plans for all like convertible. */
    @Test
    void callsPlansOfSpendingOfAwsEstimates() {
        for (VmOffer offer : offers("aws")) {
            Map<String, BigDecimal> prices = new HashMap<>();
            for (Commitment each : offer.commitments()) {
                assertThat(each.isEstimated()).isEqualTo(each.kind().isSpending());
                prices.put(each.name(), each.usdPerHour());
            }
            for (String term : List.of("-1y-no-upfront", "-3y-no-upfront")) {
                assertThat(prices.get("family-savings-plan" + term))
                        .isEqualTo(prices.get("reserved" + term));
                assertThat(prices.get("savings-plan" + term))
                        .isEqualTo(prices.get("convertible" + term));
            }
        }
    }

    @Test
    void groupsTypesByTheirRatioOfMemoryToCpuAndMarksSharedCores() {
        for (String provider : CATALOGUE.providers()) {
            assertThat(offers(provider)).anyMatch(offer -> offer.type().isSharedCore());
            for (VmOffer offer : offers(provider)) {
                VmType type = offer.type();
                double ratio = type.capacity().gib() / type.capacity().cores();
                if (type.gpus() > 0) {
                    assertThat(type.category()).isEqualTo(VmType.Category.OTHER);
                } else if (!type.isSharedCore()) {
                    assertThat(type.category())
                            .as(type.describe())
                            .isEqualTo(
                                    ratio < 3
                                            ? VmType.Category.COMPUTE
                                            : ratio <= 6
                                                    ? VmType.Category.GENERAL
                                                    : VmType.Category.MEMORY);
                }
            }
        }
    }

    @Test
    void hasCustomTypesOfGoogleWithTheirSizeRules() {
        for (String region : CATALOGUE.regions("gcp")) {
            List<CustomVmFamily> families = CATALOGUE.customFamilies("gcp", region);
            assertThat(families)
                    .extracting(CustomVmFamily::family)
                    .containsExactly("n1", "n2", "n2d", "e2");
            VmOffer n2 =
                    families.get(1).cheapestCovering(Resources.ofCoresAndGib(3, 5)).orElseThrow();
            assertThat(n2.type().name()).isEqualTo("n2-custom-4-5120");
        }
        assertThat(CATALOGUE.customFamilies("aws", "us-east-1")).isEmpty();
        assertThat(
                        CATALOGUE
                                .customFamilies("gcp", "us-central1")
                                .get(0)
                                .offer(new Resources(1_000_000, 15L << 28))
                                .usdPerHour())
                .as("n1-standard-1 made to measure is 5 percent dearer")
                .isBetween(
                        new BigDecimal("0.04749975").multiply(new BigDecimal("1.049")),
                        new BigDecimal("0.04749975").multiply(new BigDecimal("1.051")));
    }

    @Test
    void chargesByTheRulesOfEachProvider() {
        BillingRule aws = CATALOGUE.billing("aws");
        assertThat(aws.chargedSeconds(1)).as("minimum").isEqualTo(60);
        assertThat(aws.chargedSeconds(61_000_001)).as("a begun second").isEqualTo(62);
        assertThat(CATALOGUE.billing("gcp").minimumSeconds()).isEqualTo(60);
        BillingRule azure = CATALOGUE.billing("azure");
        assertThat(azure.chargedSeconds(405_000_000L)).as("6 min 45 s").isEqualTo(360);
        assertThat(azure.chargedSeconds(90_000_000L)).as("a begun minute is free").isEqualTo(60);
        assertThat(azure.chargedSeconds(0)).isZero();
        for (String provider : CATALOGUE.providers()) {
            assertThat(CATALOGUE.billing(provider).chargedSeconds(3_600_000_000L))
                    .as("whole hours are charged in full")
                    .isEqualTo(3600);
            assertThat(CATALOGUE.billing(provider).source()).startsWith("https://");
        }
    }

    @Test
    void givesFamiliesOfGoogleTheirSustainedUse() {
        BillingRule gcp = CATALOGUE.billing("gcp");
        BigDecimal month = BigDecimal.valueOf(730);
        assertThat(gcp.sustainedUse("n1").orElseThrow().chargedHours(month, month))
                .as("a whole month is 30 percent cheaper")
                .isEqualByComparingTo("511");
        assertThat(gcp.sustainedUse("n2").orElseThrow().chargedHours(month, month))
                .as("a whole month is 20 percent cheaper")
                .isEqualByComparingTo("584.146");
        assertThat(gcp.sustainedUse("e2")).isEmpty();
        assertThat(CATALOGUE.billing("aws").sustainedUse()).isEmpty();
    }

    @Test
    void hasMachinesWithAcceleratorsOfEachProvider() {
        for (String provider : CATALOGUE.providers()) {
            assertThat(offers(provider))
                    .filteredOn(offer -> offer.type().gpus() > 0)
                    .hasSizeGreaterThan(20)
                    .allMatch(
                            offer -> offer.usdPerHour().doubleValue() > 0.3 * offer.type().gpus());
        }
    }

    @Test
    void sumsUpAProvider() {
        ProviderSummary aws = ProviderSummary.of(CATALOGUE, "aws");
        assertThat(aws.offers()).isEqualTo(offers("aws").size());
        List<VmOffer> plain =
                offers("aws").stream().filter(offer -> offer.type().gpus() == 0).toList();
        long types = plain.stream().map(VmOffer::type).distinct().count();
        assertThat(types * aws.regions().size())
                .as("all but those with accelerators are in both regions")
                .isEqualTo(plain.size());
        assertThat(aws.from()).isBeforeOrEqualTo(aws.to());
        assertThat(aws.sources()).isNotEmpty();
    }

    /**
     * Every figure again, against price lists collected elsewhere; skipped where there are none.
     */
    @ParameterizedTest
    @ValueSource(strings = {"aws", "gcp", "azure"})
    void agreesWithTheCollectedPriceLists(String provider) throws IOException {
        Path list = collected().resolve(provider + ".csv.gz");
        assumeTrue(Files.isReadable(list), "no collected price lists at " + list.getParent());
        Map<String, String[]> rows = rows(list);
        for (VmOffer offer : offers(provider)) {
            String[] row = rows.get(offer.region() + " " + offer.type().name());
            assertThat(row).as(offer.region() + " " + offer.type().name()).isNotNull();
            assertThat(offer.type().family()).isEqualTo(row[3]);
            assertThat(offer.type().capacity().cores()).isEqualTo(Double.parseDouble(row[4]));
            assertThat(offer.type().capacity().gib()).isEqualTo(Double.parseDouble(row[5]));
            assertThat(offer.type().gpus()).isEqualTo(Double.parseDouble(row[6]));
            assertThat(offer.usdPerHour()).isEqualByComparingTo(new BigDecimal(row[7]));
            assertThat(offer.date()).hasToString(row[10]);
            assertThat(offer.source())
                    .as("as collected: " + row[9])
                    .startsWith(
                            row[9].replaceFirst("\\+.*", "")
                                    .replace("ec2shop", "ec2.shop")
                                    .replaceFirst("karpenter_", "karpenter-provider-"));
        }
    }

    /** The same for reservations. */
    @Test
    void agreesWithTheCollectedPricesOfReservations() throws IOException {
        Path list = collected().resolve("aws_reserved.csv.gz");
        assumeTrue(Files.isReadable(list), "no collected price lists at " + list.getParent());
        Map<String, String[]> rows = new HashMap<>();
        lines(list).forEach(row -> rows.put(row[0] + " " + row[1], row));
        List<String> columns =
                List.of("reserved-1y", "reserved-3y", "convertible-1y", "convertible-3y");
        int compared = 0;
        for (VmOffer offer : offers("aws")) {
            for (Commitment each : offer.commitments()) {
                int column = columns.indexOf(each.name().replace("-no-upfront", ""));
                if (column >= 0) {
                    String[] row = rows.get(offer.region() + " " + offer.type().name());
                    assertThat(each.usdPerHour()).isEqualByComparingTo(row[3 + column]);
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(500);
    }

    /** The same for the custom types. */
    @Test
    void agreesWithTheCollectedPricesOfCustomTypes() throws IOException {
        Path list = collected().resolve("gcp_custom.csv.gz");
        assumeTrue(Files.isReadable(list), "no collected price lists at " + list.getParent());
        Map<String, String[]> rows = new HashMap<>();
        for (String[] row : lines(list)) {
            rows.put(row[0] + " " + row[1], row);
        }
        for (String region : CATALOGUE.regions("gcp")) {
            for (CustomVmFamily family : CATALOGUE.customFamilies("gcp", region)) {
                String[] row = rows.get(family.family() + " " + region);
                assertThat(family.usdPerVcpuHour()).isEqualByComparingTo(row[4]);
                assertThat(family.usdPerGibHour()).isEqualByComparingTo(row[5]);
                assertThat(family.source().contains("estimated"))
                        .isEqualTo(row[6].contains("estimate"));
                assertThat(family.date()).hasToString(row[8]);
            }
        }
    }

    private static Path collected() {
        String shared = System.getenv("STOWAGE_SHARED");
        Path root = Path.of("").toAbsolutePath().getParent();
        Path folder = shared == null ? root.resolveSibling("shared") : Path.of(shared);
        return folder.resolve("catalogs");
    }

    private static Map<String, String[]> rows(Path list) throws IOException {
        Map<String, String[]> rows = new HashMap<>();
        lines(list).forEach(fields -> rows.put(fields[1] + " " + fields[2], fields));
        return rows;
    }

    private static List<String[]> lines(Path list) throws IOException {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(list)),
                                StandardCharsets.UTF_8))) {
            return reader.lines().map(line -> line.split(",", -1)).toList();
        }
    }
}
