package dev.stowage.catalog.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.catalog.Catalogues;
import dev.stowage.catalog.Problem;
import dev.stowage.catalog.Reason;
import dev.stowage.catalog.SharedLists;
import dev.stowage.catalog.imports.CatalogueImport;
import dev.stowage.catalog.imports.ImportRequest;
import dev.stowage.catalog.imports.ImportResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationTest {
    private static final String HEADER =
            "provider,region,vm_type,family,vcpus,memory_gib,gpus,price_usd_per_hour,source,date,"
                    + "spot_usd_per_hour";
    private static final List<String> REGIONS =
            List.of("us-east-1", "us-west-2", "eu-west-1", "eu-central-1", "sa-east-1");

    @TempDir Path folder;

    /** Four types in five regions, the last one 1.7 times as dear as the first; nothing wrong. */
    private static List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (int region = 0; region < REGIONS.size(); region++) {
            for (int size = 1; size <= 4; size++) {
                double usd = 0.048 * size * (1 + 0.175 * region);
                rows.add(
                        String.format(
                                "aws,%s,m5.%dx,m5,%d,%d,0,%.6f,list,2026-07-20,",
                                REGIONS.get(region), size, size, 4 * size, usd));
            }
        }
        return rows;
    }

    private Verification verify(List<String> rows) throws IOException {
        return verify(HEADER, rows);
    }

    private Verification verify(String header, List<String> rows) throws IOException {
        Path file = folder.resolve("c.csv");
        Files.write(file, Stream.concat(Stream.of(header), rows.stream()).toList());
        return Verification.of(CatalogueImport.run(ImportRequest.of(List.of(file))));
    }

    private Map<Reason, Long> with(String... more) throws IOException {
        List<String> rows = rows();
        rows.addAll(Arrays.asList(more));
        return verify(rows).counts();
    }

    private Map<Reason, Long> changed(int row, String from, String to) throws IOException {
        List<String> rows = rows();
        String text = rows.get(row);
        assertThat(text).contains(from);
        rows.set(row, text.replace(from, to));
        return verify(rows).counts();
    }

    @Test
    void findsNothingWhereRegionsOnlyDifferAsTheyDo() throws IOException {
        Verification verification = verify(rows());
        assertThat(verification.findings()).isEmpty();
        assertThat(verification.kept()).hasSize(20);
        assertThat(Verification.of(Catalogues.reference()).findings()).isEmpty();
    }

    @Test
    void findsAPriceFarFromThoseOfOtherRegionsWhicheverWay() throws IOException {
        assertThat(changed(5, "0.112800", "1.128")).isEqualTo(Map.of(Reason.ABSURD_REGION, 1L));
        assertThat(changed(5, "0.112800", "0.01128")).isEqualTo(Map.of(Reason.ABSURD_REGION, 1L));
    }

    @Test
    void findsAWholeFamilyThatOneRegionPricesTenTimesAbove() throws IOException {
        List<String> rows = rows();
        for (int region = 0; region < REGIONS.size(); region++) {
            for (int size = 1; size <= 8; size++) {
                rows.add(
                        String.format(
                                "aws,%s,r5.%dx,r5,%d,%d,0,%.4f,list,2026-07-20,",
                                REGIONS.get(region),
                                size,
                                size,
                                8 * size,
                                0.063 * size * (region == 2 && size > 5 ? 10 : 1)));
            }
        }
        List<Problem> findings = verify(rows).findings();
        assertThat(findings).hasSize(3);
        assertThat(findings)
                .allMatch(each -> each.reason() == Reason.ABSURD_REGION)
                .allMatch(each -> each.row().startsWith("aws eu-west-1 r5."));
        assertThat(findings.get(0).expected()).startsWith("about 0.3").endsWith("in other regions");
        assertThat(findings.get(0).place()).matches(".*c\\.csv:\\d+");
    }

    @Test
    void findsAPriceFarFromItsFamilyWhereTheTypeIsInOneRegion() throws IOException {
        assertThat(with("aws,us-east-1,m5.9x,m5,9,36,0,4.5,list,2026-07-20,"))
                .isEqualTo(Map.of(Reason.ABSURD_FAMILY, 1L));
        assertThat(with("aws,us-east-1,m5.9x,m5,9,36,0,0.043,list,2026-07-20,"))
                .isEqualTo(Map.of(Reason.ABSURD_FAMILY, 1L));
        assertThat(with("aws,us-east-1,m5.9x,m5,9,36,0,0.5,list,2026-07-20,")).isEmpty();
    }

    /** The first row of a type does not win over four others, nor does a slip in a later one. */
    @Test
    void believesTheSizeThatMostRowsGive() throws IOException {
        for (int region = 0; region < REGIONS.size(); region++) {
            List<String> rows = rows();
            int wrong = 4 * region + 1;
            rows.set(wrong, rows.get(wrong).replace(",2,8,", ",2,80,"));
            Verification verification = verify(rows);
            assertThat(verification.counts()).isEqualTo(Map.of(Reason.OTHER_SIZE, 1L));
            assertThat(verification.findings().get(0).row())
                    .isEqualTo("aws " + REGIONS.get(region) + " m5.2x");
            assertThat(verification.kept())
                    .hasSize(19)
                    .filteredOn(each -> each.type().name().equals("m5.2x"))
                    .allMatch(each -> each.type().capacity().gib() == 8);
        }
    }

    @Test
    void findsASpotPriceThatNoProviderAsks() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String row : rows()) {
            BigDecimal onDemand = new BigDecimal(row.split(",", -1)[7]);
            rows.add(row + onDemand.multiply(new BigDecimal("0.09")).toPlainString());
        }
        assertThat(verify(rows).findings()).isEmpty();
        String row = rows.get(4);
        rows.set(4, row.substring(0, row.lastIndexOf(',')) + ",0.0000564");
        assertThat(verify(rows).counts()).isEqualTo(Map.of(Reason.ABSURD_SPOT, 1L));
    }

    @ParameterizedTest
    @CsvSource({"0.0000216, 1", "0.02, 1", "0.06, 1", "0.17, 1", "0.038, 0"})
    void findsACommitmentFarFromItsFamily(String price, int findings) throws IOException {
        List<String> rows = new ArrayList<>();
        for (String row : rows()) {
            String onDemand = row.split(",", -1)[7];
            BigDecimal committed = new BigDecimal(onDemand).multiply(new BigDecimal("0.63"));
            rows.add(row + ",reserved-1y=" + committed.toPlainString());
        }
        String header = HEADER + ",commitments";
        assertThat(verify(header, rows).findings()).isEmpty();
        String row = rows.get(4); // 0.0564 on demand
        rows.set(4, row.substring(0, row.lastIndexOf('=') + 1) + price);
        assertThat(verify(header, rows).counts())
                .isEqualTo(
                        findings == 0
                                ? Map.of()
                                : Map.of(Reason.ABSURD_COMMITMENT, (long) findings));
    }

    @Test
    void findsAPriceThatNoMachineOfThisSizeHas() throws IOException {
        assertThat(with("aws,us-east-1,x9.1x,x9,1,4,0,96,list,2026-07-20,"))
                .isEqualTo(Map.of(Reason.ABSURD_SIZE, 1L));
        assertThat(with("aws,us-east-1,x9.1x,x9,4,16,0,0.0001,list,2026-07-20,"))
                .isEqualTo(Map.of(Reason.ABSURD_SIZE, 1L));
    }

    @Test
    void findsAWindowsPriceByWhatTheLicenceCosts() throws IOException {
        assertThat(changed(5, "0.112800", "0.204800")).isEqualTo(Map.of(Reason.WINDOWS, 1L));
    }

    /** A licence only adds to a price: none of these findings expects more than was found. */
    @Test
    void expectsLessThanAWindowsPrice() throws IOException {
        SplittableRandom random = new SplittableRandom(22);
        int found = 0;
        for (int trial = 0; trial < 60; trial++) {
            List<String> rows = rows();
            for (int i = 0; i < 3; i++) {
                int row = random.nextInt(rows.size());
                String[] fields = rows.get(row).split(",", -1);
                double more = 0.046 * Integer.parseInt(fields[4]) * (0.95 + random.nextDouble(0.1));
                String usd = Double.toString(Double.parseDouble(fields[7]) + more);
                rows.set(row, rows.get(row).replace("," + fields[7] + ",", "," + usd + ","));
            }
            for (Problem each : verify(rows).findings()) {
                if (each.reason() == Reason.WINDOWS) {
                    found++;
                    double is = Double.parseDouble(each.found().replace(" USD/hour", ""));
                    String expected = each.expected().replaceAll("about ([0-9.]+) .*", "$1");
                    assertThat(Double.parseDouble(expected)).isLessThan(is);
                }
            }
        }
        assertThat(found).isGreaterThan(60);
    }

    @Test
    void findsDuplicatesMissingPricesSizesAndCurrencies() throws IOException {
        String row = rows().get(0);
        assertThat(
                        with(
                                row,
                                row.replace("0.048000", "0.0528"),
                                row.replace("m5.1x", "m5.5x").replace("0.048000", ""),
                                row.replace("m5.1x", "m5.6x").replace("0.048000", "0"),
                                row.replace("m5.1x", "m5.7x").replace("0.048000", "-1"),
                                row.replace("m5.1x", "m5.8x").replace("0.048000", "NaN"),
                                row.replace("m5.1x", "m5.9x").replace(",1,4,", ",,,"),
                                row.replace("m5.1x", "m5.3x").replace("us-east-1", "ap-1"),
                                row.replace("m5.1x", "m5.0x").replace("0.048000", "€0.05")))
                .isEqualTo(
                        Map.of(
                                Reason.DUPLICATE, 1L,
                                Reason.DEDICATED, 1L,
                                Reason.NO_PRICE, 4L,
                                Reason.NO_SIZE, 1L,
                                Reason.OTHER_SIZE, 1L,
                                Reason.CURRENCY, 1L));
    }

    @Test
    void readsZonesInThePlaceOfRegionsAsTheirRegions() throws IOException {
        List<String> rows = rows();
        rows.add(rows.get(0).replace("us-east-1", "us-east-1a"));
        rows.add(rows.get(0).replace("us-east-1", "ca-west-1a"));
        rows.add(rows.get(0).replace("us-east-1", "ca-west-1b"));
        Verification verification = verify(rows);
        assertThat(verification.counts()).isEqualTo(Map.of(Reason.ZONE_AS_REGION, 3L));
        assertThat(verification.kept()).hasSize(21);
        assertThat(verification.kept().get(20).region()).isEqualTo("ca-west-1");
    }

    @Test
    void findsOldPricesOfAcceleratorsAndSpotPricesAboveTheOthers() throws IOException {
        assertThat(with("aws,us-east-1,g5.1x,g5,4,16,1,1,list,2025-04-04,"))
                .isEqualTo(Map.of(Reason.STALE, 1L));
        assertThat(with("aws,us-east-1,c5.1x,c5,2,4,0,0.09,list,2025-04-04,"))
                .as("no accelerator")
                .isEmpty();
        assertThat(with("aws,us-east-1,c5.1x,c5,2,4,0,0.09,list,2026-07-20,0.1"))
                .isEqualTo(Map.of(Reason.SPOT_ABOVE, 1L));
    }

    @Test
    void namesPricesOfDaysThatHaveNotComeYet() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("future.csv"),
                        String.join(
                                "\n",
                                List.of(
                                        HEADER,
                                        "aws,us-east-1,c5.1x,c5,2,4,0,0.09,list,2026-07-21,",
                                        "aws,us-east-1,c5.2x,c5,4,8,0,0.18,list,2026-07-20,",
                                        "aws,us-east-1,c5.3x,c5,8,16,0,0.36,list,2099-01-01,")));
        ImportResult read = CatalogueImport.run(ImportRequest.of(List.of(file)));
        assertThat(Verification.of(read, LocalDate.of(2026, 7, 20)).findings())
                .extracting(each -> each.reason() + ": " + each.found() + ", " + each.expected())
                .containsExactly(
                        "FUTURE_DATE: a price of 2026-07-21, one of at most 2026-07-20, today where the day begins first",
                        "FUTURE_DATE: a price of 2099-01-01, one of at most 2026-07-20, today where the day begins first");
    }

    @Test
    void saysBothPricesWhereSpotIsAboveTheOneOnDemand() throws IOException {
        List<Problem> findings =
                verify(
                                List.of(
                                        "aws,us-east-1,c5.1x,c5,2,4,0,0.09,list,2026-07-20,0.1",
                                        "aws,us-east-1,c5.2x,c5,4,8,0,0.18,list,2026-07-20,0.18"))
                        .findings();
        assertThat(findings)
                .extracting(each -> each.found() + ", " + each.expected())
                .containsExactly("a spot price of 0.1 USD/hour, at most 0.09, as on demand");
    }

    @Test
    void findsTheFamilyThatARegionOfAzurePricesTenTimesTooLow() throws IOException {
        Verification azure = Verification.of(real("azure.csv.gz"));
        assertThat(azure.findings())
                .hasSizeBetween(7, 49_870 / 1_000)
                .allMatch(each -> each.reason() == Reason.ABSURD_REGION)
                .filteredOn(
                        each -> each.row().matches("azure newzealandnorth Standard_F\\d+ams_v6"))
                .hasSize(7);
    }

    @Test
    void findsOldAcceleratorsInTheListOfAwsAndUncountedOnesInThatOfGoogle() throws IOException {
        Verification aws = Verification.of(real("aws.csv.gz"));
        assertThat(aws.counts().keySet()).containsExactly(Reason.ABSURD_FAMILY, Reason.STALE);
        assertThat(aws.counts().get(Reason.ABSURD_FAMILY)).isLessThanOrEqualTo(16);
        List<Problem> google = Verification.of(real("gcp.csv.gz")).findings();
        assertThat(google)
                .as("the list says 0 accelerators for a part of one")
                .hasSize(60)
                .allMatch(each -> each.row().matches("gcp \\S+ g4-standard-(6|12|24)"));
    }

    /** Ten kinds of slips, five of each, at rows drawn by the seed, in a list without others. */
    @Test
    void findsNearlyAllOfFiftyPlantedErrorsAndHardlyAnyOther() throws IOException {
        for (long seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> rows = priceList(random);
            Set<String> planted = new TreeSet<>();
            while (planted.size() < 50) {
                int row = random.nextInt(rows.size());
                String[] f = rows.get(row).split(",", -1);
                if (!planted.contains(name(f))) {
                    slip(planted.size() % 10, f);
                    rows.set(row, String.join(",", f));
                    planted.add(name(f));
                }
            }
            List<String> found =
                    verify(rows).findings().stream().map(Problem::row).distinct().toList();
            assertThat(found.stream().filter(planted::contains).count())
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(45);
            assertThat(found.stream().filter(row -> !planted.contains(row)).count())
                    .as("false ones of %d rows, seed %d", rows.size(), seed)
                    .isLessThanOrEqualTo(rows.size() / 100);
        }
    }

    private static String name(String[] fields) {
        return fields[0] + " " + fields[1] + " " + fields[2];
    }

    /** Families in regions, each dearer by its own factor, prices to five digits. */
    private static List<String> priceList(SplittableRandom random) {
        List<String> rows = new ArrayList<>();
        for (String region :
                List.of(
                        "us-east-1",
                        "us-west-2",
                        "eu-west-1",
                        "ap-south-1",
                        "eu-central-1",
                        "sa-east-1",
                        "us-east-2",
                        "af-south-1")) {
            for (int family = 3; family <= 20; family++) {
                double factor = 1 + 0.4 * random.nextDouble();
                for (int cores = 1; cores <= 32; cores *= 2) {
                    double usd = factor * cores * (0.03 + 0.005 * family);
                    rows.add(
                            String.format(
                                    Locale.ROOT,
                                    "aws,%s,m%d.%dx,m%d,%d,%d,0,%.5f,list,2026-07-20,%.5f",
                                    region,
                                    family,
                                    cores,
                                    family,
                                    cores,
                                    4 * cores,
                                    usd,
                                    usd / 3));
                }
            }
        }
        return rows;
    }

    private static void slip(int kind, String[] f) {
        double usd = Double.parseDouble(f[7]);
        switch (kind) {
            case 0 -> f[7] = String.valueOf(usd * 10);
            case 1 -> f[7] = String.valueOf(usd / 10);
            case 2 -> f[7] = String.valueOf(usd * 2);
            case 3 -> f[7] = String.valueOf(usd / 2);
            case 4 -> f[7] = String.valueOf(usd + 0.046 * Integer.parseInt(f[4]));
            case 5 -> f[9] = "2017-03-01";
            case 6 -> f[9] = "2099-01-01";
            case 7 -> f[1] = f[1].replace("st-", "ts-").replace("south", "souht");
            case 8 -> f[10] = String.valueOf(usd * 1.5);
            default -> f[1] = f[1] + "a";
        }
    }

    @Test
    void expectsLessThanWhatAWindowsPriceIs() throws IOException {
        List<String> rows = rows();
        rows.set(5, rows.get(5).replace("0.112800", "0.204800"));
        for (Problem each : verify(rows).findings()) {
            assertThat(number(each.expected())).isLessThan(number(each.found()));
        }
    }

    private static double number(String text) {
        return Double.parseDouble(text.replaceAll("[^0-9.]", ""));
    }

    @Test
    void doesNotTakeAllForOldBecauseOneDateIsFarAhead() throws IOException {
        List<String> rows = rows();
        for (int i = 0; i < 4; i++) {
            rows.add("aws,us-east-1,g5.%dx,g5,%d,16,1,1,list,2026-07-20,".formatted(i + 1, i + 1));
        }
        rows.set(0, rows.get(0).replace("2026", "2099"));
        rows.set(1, rows.get(1).replace("2026", "2017"));
        assertThat(verify(rows).counts()).isEqualTo(Map.of(Reason.ODD_DATE, 2L));
    }

    @Test
    void findsAMachineOfGoogleWithoutItsAccelerators() throws IOException {
        assertThat(with("gcp,us-east1,ct5lp-hightpu-4t,ct5lp,112,192,0,1.2,list,2026-07-20,"))
                .isEqualTo(Map.of(Reason.ACCELERATOR_UNPRICED, 1L));
        assertThat(with("gcp,us-east1,a2-highgpu-1g,a2,12,85,1,3.67,list,2026-07-20,")).isEmpty();
    }

    @Test
    void takesAPartOfAnAccelerator() throws IOException {
        Verification verification =
                verify(
                        List.of(
                                "azure,eastus,Standard_NV6ads_A10_v5,NV,6,55,0.167,0.454,list,"
                                        + "2026-07-20,"));
        assertThat(verification.findings()).isEmpty();
        assertThat(verification.kept().get(0).type().gpus()).isEqualTo(0.167);
    }

    private static ImportResult real(String name) {
        return CatalogueImport.run(ImportRequest.of(List.of(SharedLists.of("catalogs/" + name))));
    }
}
