package dev.stowage.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.model.Resources;
import dev.stowage.model.cloud.Commitment;
import dev.stowage.model.cloud.CustomVmFamily;
import dev.stowage.model.cloud.VmCatalogue;
import dev.stowage.model.cloud.VmOffer;
import dev.stowage.model.cloud.VmType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueCsvTest {
    private static final String HEADER =
            "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date";
    private static final String ROW = "aws,r1,m5.large,m5,2,8,0.096,price list,2026-07-20";

    @TempDir Path folder;

    private VmCatalogue load(String... lines) throws IOException {
        Path file = folder.resolve("mine.csv");
        Files.writeString(file, String.join("\n", lines) + "\n");
        return Catalogues.load(file);
    }

    private List<InputException.Issue> issues(String... lines) throws IOException {
        try {
            load(lines);
        } catch (InputException e) {
            return e.issues();
        }
        throw new AssertionError("accepted " + List.of(lines));
    }

    @Test
    void readsOffersExactly() throws IOException {
        VmCatalogue catalogue =
                load(
                        HEADER + ",architecture,category",
                        "gcp,r1,n1-standard-1,n1,1,3.75,0.04749975,list,2026-07-30,x86_64,general",
                        "gcp,r2,c4a,c4a,0.5,0.25,1e-3,\"a, b\",2026-07-30,arm64,compute");
        assertThat(catalogue.name()).isEqualTo("mine");
        VmOffer n1 = catalogue.offer("gcp", "r1", "n1-standard-1");
        assertThat(n1.usdPerHour()).isEqualTo("0.04749975");
        assertThat(n1.type().capacity())
                .isEqualTo(new Resources(1_000_000, 15 * (Resources.BYTES_PER_GIB / 4)));
        assertThat(n1.date()).isEqualTo(LocalDate.of(2026, 7, 30));
        VmOffer c4a = catalogue.offers("gcp", "r2").get(0);
        assertThat(c4a.type().architecture()).isEqualTo(VmType.Architecture.ARM64);
        assertThat(c4a.type().category()).isEqualTo(VmType.Category.COMPUTE);
        assertThat(c4a.type().capacity().cpuMicroCores()).isEqualTo(500_000);
        assertThat(c4a.source()).isEqualTo("a, b");
    }

    @Test
    void takesCategoryAndArchitectureAsOtherAndX86WithoutTheirColumns() throws IOException {
        VmType type = load(HEADER, ROW).offer("aws", "r1", "m5.large").type();
        assertThat(type.category()).isEqualTo(VmType.Category.OTHER);
        assertThat(type.architecture()).isEqualTo(VmType.Architecture.X86_64);
    }

    @Test
    void acceptsAByteOrderMarkAndWindowsLineEnds() throws IOException {
        assertThat(load("\ufeff" + HEADER + "\r", ROW + "\r").providers()).containsExactly("aws");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "aws,r1,t,f,2,8,,s,2026-07-20|no price_usd_per_hour",
                "aws,r1,t,f,2,8,0,s,2026-07-20|price_usd_per_hour 0",
                "aws,r1,t,f,2,8,-0.1,s,2026-07-20|price_usd_per_hour -0.1",
                "aws,r1,t,f,2,8,NaN,s,2026-07-20|price_usd_per_hour NaN",
                "aws,r1,t,f,,8,0.1,s,2026-07-20|no vcpus",
                "aws,r1,t,f,two,8,0.1,s,2026-07-20|vcpus two",
                "aws,r1,t,f,1e-9,8,0.1,s,2026-07-20|vcpus 1e-9",
                "aws,r1,t,f,2,1e30,0.1,s,2026-07-20|memory_gib 1e30",
                "aws,r1,t,f,2,-8,0.1,s,2026-07-20|memory_gib -8",
                "aws,r1,t,f,2,8,0.1,,2026-07-20|no source",
                "aws,r1,t,f,2,8,0.1,s,20.7.2026|date \"20.7.2026\"",
                "aws,,t,f,2,8,0.1,s,2026-07-20|no region",
                "aws,r1,t,f,2,8,0.1,s|8 fields",
                "aws,r1,t,f,2,8,0.1,s,2026-07-20,x|10 fields",
                "mars,r1,t,f,2,8,0.1,s,2026-07-20|provider \"mars\" without a billing rule",
                "aws,r1,m5.large,m5,2,8,0.1,s,2026-07-20|m5.large in r1 again, first on line 2",
                "aws,r2,m5.large,m5,4,8,0.1,s,2026-07-20|m5.large with another size, family,"
                        + " category or architecture"
            })
    void refusesABadRowWithItsLine(String row, String found) throws IOException {
        InputException.Issue issue = issues(HEADER, ROW, row).get(0);
        assertThat(issue.place()).isEqualTo(folder.resolve("mine.csv") + ":3");
        assertThat(issue.found()).isEqualTo(found);
    }

    @Test
    void readsWhatATypeHasBesidesCpuAndMemory() throws IOException {
        VmOffer offer =
                load(
                                HEADER
                                        + ",gpus,shared_core,local_disk_gib,cpu_score,currency,"
                                        + "spot_usd_per_hour,spot_source,"
                                        + "spot_interruptions_per_hour,commitments,"
                                        + "commitment_source",
                                ROW
                                        + ",2,true,75,28469.8,USD,0.03,advisor,0.05,"
                                        + "reserved-1y=0.06;savings-plan-3y=0.02+100,list 2025")
                        .offer("aws", "r1", "m5.large");
        assertThat(offer.type().gpus()).isEqualTo(2);
        assertThat(offer.type().isSharedCore()).isTrue();
        assertThat(offer.type().localDiskGib()).isEqualTo(75);
        assertThat(offer.type().cpuScore()).hasValue(28469.8);
        assertThat(offer.spot().orElseThrow().usdPerHour()).isEqualTo("0.03");
        assertThat(offer.spot().orElseThrow().source()).isEqualTo("advisor");
        assertThat(offer.spot().orElseThrow().interruptionsPerHour()).hasValue(0.05);
        assertThat(offer.commitments())
                .extracting(Commitment::name)
                .containsExactly("reserved-1y-no-upfront", "savings-plan-3y-partial-upfront");
        assertThat(offer.commitments().get(1).upfrontUsd()).isEqualTo("100");
        assertThat(offer.commitments().get(1).source()).isEqualTo("list 2025");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "currency|EUR|currency EUR",
                "gpus|-1|gpus -1",
                "gpus|2000|gpus 2000.0",
                "cpu_score|0|cpu_score 0",
                "cpu_score|NaN|cpu_score NaN",
                "local_disk_gib|much|local_disk_gib much",
                "shared_core|yes|shared_core \"yes\"",
                "spot_usd_per_hour|0|spot_usd_per_hour 0",
                "commitments|1y=0.06|commitments \"1y=0.06\"",
                "commitments|reserved-1y=0|commitments \"reserved-1y=0\"",
                "commitments|reserved-0y=1|commitments \"reserved-0y=1\""
            })
    void refusesABadValueOfAnOptionalColumn(String column, String value, String found)
            throws IOException {
        InputException.Issue issue = issues(HEADER + "," + column, ROW + "," + value).get(0);
        assertThat(issue.place()).endsWith("mine.csv:2");
        assertThat(issue.found()).isEqualTo(found);
    }

    @Test
    void namesTheCurrencyOfAPriceWithASign() throws IOException {
        assertThat(issues(HEADER, ROW.replace("0.096", "€0.096")).get(0).found())
                .isEqualTo("currency EUR");
    }

    @Test
    void writesWhatItReads() throws IOException {
        VmCatalogue reference = Catalogues.reference();
        List<VmOffer> offers = offers(reference);
        Path file = folder.resolve("copy.csv");
        CatalogueWriter.csv(file, offers);
        List<CustomVmFamily> families =
                reference.regions("gcp").stream()
                        .flatMap(region -> reference.customFamilies("gcp", region).stream())
                        .toList();
        CatalogueWriter.custom(Catalogues.customFile(file), families);
        VmCatalogue copy = Catalogues.load(file);
        assertThat(offers(copy)).isEqualTo(offers);
        assertThat(copy.customFamilies("gcp", "us-central1"))
                .isEqualTo(reference.customFamilies("gcp", "us-central1"));
    }

    private static List<VmOffer> offers(VmCatalogue catalogue) {
        return catalogue.providers().stream()
                .flatMap(
                        provider ->
                                catalogue.regions(provider).stream()
                                        .flatMap(
                                                region ->
                                                        catalogue
                                                                .offers(provider, region)
                                                                .stream()))
                .toList();
    }

    @Test
    void readsGzipByItsContent() throws IOException {
        Path file = folder.resolve("packed.csv.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((HEADER + "\n" + ROW + "\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(Catalogues.load(file).name()).isEqualTo("packed");
    }

    @Test
    void refusesFamiliesWithCustomSizesThatMakeNoSense() throws IOException {
        Path custom = folder.resolve("mine.custom.yaml");
        Files.writeString(
                custom,
                "rules:\n  n2: {vcpus: [4, 2], minMibPerVcpu: 1, maxMibPerVcpu: 2, stepMib: 1,"
                        + " maxMib: 9}\nprices:\n  - {provider: gcp, family: n3}\n");
        assertThat(issues(HEADER, ROW).stream().map(InputException.Issue::place))
                .containsExactly(custom + ": rules.n2", custom + ": prices[0]");
        Files.writeString(custom, "rules: {}\n");
        assertThat(issues(HEADER, ROW).get(0).found()).isEqualTo("no prices");
        Files.writeString(custom, "{");
        assertThat(issues(HEADER, ROW).get(0).found()).startsWith("no YAML");
    }

    @Test
    void countsTheRestOfManyProblems() throws IOException {
        String[] lines = new String[80];
        Arrays.fill(lines, ROW.replace("0.096", "0"));
        lines[0] = HEADER;
        List<InputException.Issue> issues = issues(lines);
        assertThat(issues).hasSize(51);
        assertThat(issues.get(50).found()).isEqualTo("29 more problems");
    }

    @Test
    void reportsAllBadRowsAtOnce() throws IOException {
        assertThat(issues(HEADER, ROW.replace("0.096", "x"), ROW.replace("2026-07-20", "y")))
                .hasSize(2);
    }

    @Test
    void refusesUnknownMissingAndRepeatedColumns() throws IOException {
        List<InputException.Issue> issues = issues("provider,region,region,price", ROW);
        assertThat(issues.stream().map(InputException.Issue::found))
                .contains("unknown column \"price\"", "column region twice", "no column vm_type");
        assertThat(issues.get(0).place()).endsWith("mine.csv:1");
        assertThat(issues.get(0).expected()).contains("price_usd_per_hour");
    }

    @Test
    void refusesAnUnknownArchitecture() throws IOException {
        assertThat(issues(HEADER + ",architecture", ROW + ",riscv").get(0).expected())
                .isEqualTo("one of x86_64, arm64");
    }

    @Test
    void refusesFilesWithoutRowsAndWithoutAnything() throws IOException {
        assertThat(issues(HEADER).get(0).found()).isEqualTo("no rows");
        Path empty = Files.createFile(folder.resolve("empty.csv"));
        assertThatThrownBy(() -> Catalogues.load(empty))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no rows");
    }

    @Test
    void refusesWhatIsNotAFileOrNotText() throws IOException {
        assertThatThrownBy(() -> Catalogues.load(folder.resolve("none.csv")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("found nothing");
        assertThatThrownBy(() -> Catalogues.load(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("not a file");
        Path binary = folder.resolve("binary.csv");
        Files.write(binary, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1, (byte) 0xc3});
        assertThatThrownBy(() -> Catalogues.load(binary)).isInstanceOf(InputException.class);
        Files.write(binary, "provider,\"region".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Catalogues.load(binary)).isInstanceOf(InputException.class);
    }

    @Test
    void listsTheValidNamesForAnUnknownOne() throws IOException {
        VmCatalogue catalogue = load(HEADER, ROW);
        assertThatThrownBy(() -> catalogue.regions("gcp"))
                .isInstanceOf(InputException.class)
                .hasMessage("catalogue mine: found unknown provider \"gcp\", expected one of aws");
        assertThatThrownBy(() -> catalogue.offers("aws", "r9")).hasMessageContaining("one of r1");
        assertThatThrownBy(() -> catalogue.offer("aws", "r1", "m9"))
                .hasMessageContaining("one of m5.large");
        assertThatThrownBy(() -> catalogue.billing("gcp")).isInstanceOf(InputException.class);
    }
}
