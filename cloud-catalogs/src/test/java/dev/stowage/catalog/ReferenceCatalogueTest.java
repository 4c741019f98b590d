package dev.stowage.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.model.BillingRule;
import dev.stowage.model.VmCatalogue;
import dev.stowage.model.VmOffer;
import dev.stowage.model.VmType;
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
            assertThat(types).hasSizeBetween(12, 20);
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
    void chargesByTheRulesOfEachProvider() {
        BillingRule aws = CATALOGUE.billing("aws");
        assertThat(aws.chargedSeconds(1)).as("minimum").isEqualTo(60);
        assertThat(aws.chargedSeconds(61_000_001)).as("a begun second").isEqualTo(62);
        assertThat(CATALOGUE.billing("gcp").minimumSeconds()).isEqualTo(60);
        BillingRule azure = CATALOGUE.billing("azure");
        assertThat(azure.chargedSeconds(405_000_000L)).as("6 min 45 s").isEqualTo(360);
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
    void sumsUpAProvider() {
        ProviderSummary aws = ProviderSummary.of(CATALOGUE, "aws");
        assertThat(aws.offers()).isEqualTo(offers("aws").size());
        assertThat(aws.types() * aws.regions().size()).isEqualTo(aws.offers());
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
            assertThat(row[6]).as("no accelerators").isEqualTo("0");
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

    private static Path collected() {
        String shared = System.getenv("STOWAGE_SHARED");
        Path root = Path.of("").toAbsolutePath().getParent();
        Path folder = shared == null ? root.resolveSibling("shared") : Path.of(shared);
        return folder.resolve("catalogs");
    }

    private static Map<String, String[]> rows(Path list) throws IOException {
        Map<String, String[]> rows = new HashMap<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(list)),
                                StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] fields = line.split(",", -1);
                rows.put(fields[1] + " " + fields[2], fields);
            }
        }
        return rows;
    }
}
