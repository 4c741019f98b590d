package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code catalog list|show|import|verify} from the outside. */
class CatalogTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void listsTheProvidersWithSourceAndDate() {
        assertThat(Stowage.run("catalog", "list").exits(0).out())
                .contains("aws", "gcp", "azure")
                .containsPattern("20\\d\\d-\\d\\d-\\d\\d");
    }

    @Test
    void listAndShowPrintJsonForPrograms() throws IOException {
        JsonNode list = JSON.readTree(Stowage.run("catalog", "list", "--json").exits(0).out());
        assertThat(list.isEmpty()).isFalse();
        JsonNode aws =
                JSON.readTree(Stowage.run("catalog", "show", "aws", "--json").exits(0).out());
        assertThat(aws.isEmpty()).isFalse();
    }

    @Test
    void showsTheTypesOfAProviderWithTheirPrices() {
        assertThat(Stowage.run("catalog", "show", "aws").exits(0).out())
                .contains("GiB")
                .containsPattern("\\d\\.\\d");
    }

    private static final String HEADER =
            "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date";

    @TempDir Path folder;

    private Path csv(String name, String... rows) throws IOException {
        return Files.writeString(
                folder.resolve(name), HEADER + "\n" + String.join("\n", rows) + "\n");
    }

    private Path list() throws IOException {
        return csv(
                "mine.csv",
                "aws,r1,m5.large,m5,2,8,0.096,list,2026-07-20",
                "aws,r1,m5.large,m5,2,8,0.096,list,2026-07-20",
                "aws,r1,m5.xlarge,m5,4,16,,list,2026-07-20");
    }

    @Test
    void importsACatalogueThatOtherCommandsTakeByItsName() throws IOException {
        Path rejected = folder.resolve("rejected.csv");
        String out =
                Stowage.run(
                                "catalog",
                                "import",
                                "auto",
                                list(),
                                "--data-dir",
                                folder,
                                "--rejected",
                                rejected)
                        .exits(0)
                        .out();
        assertThat(out).contains("--catalog aws@2026-07", "left out: no price");
        assertThat(Files.readString(rejected))
                .contains("duplicate,", "mine.csv:3", "no-price,", "mine.csv:4");
        String list =
                Stowage.run("catalog", "list", "--catalog", "aws@2026-07", "--data-dir", folder)
                        .exits(0)
                        .out();
        assertThat(list).contains("r1", "2026-07-20", "Imported catalogues: aws@2026-07");
        String show =
                Stowage.run(
                                "catalog",
                                "show",
                                "gcp",
                                "--catalog",
                                "aws@2026-07",
                                "--catalog",
                                "reference",
                                "--data-dir",
                                folder)
                        .exits(0)
                        .out();
        assertThat(show).contains("catalogue: aws@2026-07 + reference", "e2-standard-2");
    }

    @Test
    void replacesACatalogueOnlyIfTold() throws IOException {
        Object[] command = {"catalog", "import", "stowage", list(), "--data-dir", folder};
        Stowage.run(command).exits(0);
        Stowage.run(command).exits(3).says("aws@2026-07", "--force");
        Object[] forced = Arrays.copyOf(command, command.length + 1);
        forced[command.length] = "--force";
        Stowage.run(forced).exits(0);
        try (Stream<Path> left = Files.list(folder.resolve("catalogues"))) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactly("aws@2026-07");
        }
    }

    @Test
    void keepsImportsWhereTheEnvironmentSays() throws IOException {
        Map<String, String> environment = Map.of("STOWAGE_DATA", folder.toString());
        Stowage.runOn(false, environment, "catalog", "import", "auto", list()).exits(0);
        assertThat(folder.resolve("catalogues/aws@2026-07/prices.csv")).exists();
        assertThat(Stowage.runOn(false, environment, "catalog", "list").exits(0).out())
                .contains("aws@2026-07");
    }

    @Test
    void verifiesAFileAndWritesItWithoutItsFaults() throws IOException {
        Path clean = folder.resolve("clean.csv");
        assertThat(Stowage.run("catalog", "verify", list(), "--write", clean).exits(1).out())
                .contains("1 x the same type, region and price again", "mine.csv:4");
        assertThat(Stowage.run("catalog", "verify", clean).exits(0).out())
                .contains("nothing looks wrong in 1 rows");
        JsonNode json =
                JSON.readTree(Stowage.run("catalog", "verify", list(), "--json").exits(1).out());
        assertThat(json.path("counts").path("no-price").asInt()).isEqualTo(1);
        assertThat(json.path("findings")).hasSize(2);
    }

    @Test
    void findsNothingWrongWithTheShippedCatalogue() {
        Stowage.run("catalog", "verify").exits(0);
    }

    @Test
    void refusesWhatItCannotUse() throws IOException {
        Stowage.run("catalog", "list", "--catalog", "aws@2020-01", "--data-dir", folder)
                .exits(3)
                .says("aws@2020-01", "catalog import");
        Stowage.run("catalog", "list", "--catalog", folder.resolve("none.csv"))
                .exits(3)
                .says("found nothing");
        Stowage.run("catalog", "import", "auto", list(), "--name", "Mine")
                .exits(2)
                .says("aws@2026-07");
        Stowage.run("catalog", "import", "ibm", list()).exits(2).says("skypilot");
        Stowage.run("catalog", "import", "auto", list(), "--date", "july").exits(2).says("--date");
        Stowage.run("catalog", "list", "--catalog", list())
                .exits(3)
                .says("mine.csv:3", "again", "mine.csv:4");
    }

    @Test
    void pricesCustomTypesAndNamesTheNearestSizes() {
        Object[] command = {
            "catalog", "show", "gcp", "--region", "us-central1", "--custom", "n2:4c8g"
        };
        assertThat(Stowage.run(command).exits(0).out()).contains("n2-custom-4-8192");
        command[6] = "n2:3c8g";
        Stowage.run(command).exits(3).says("n2-custom-2-8192", "n2-custom-4-8192");
        command[6] = "n9:3c8g";
        Stowage.run(command).exits(2).says("n2d");
    }

    /** The collected lists whole, with what goes with them. */
    @Test
    void importsTheCollectedListsAndConservesTheirRows() throws IOException {
        Path lists = Shared.require("catalogs");
        JsonNode json =
                JSON.readTree(
                        Stowage.run(
                                        "catalog",
                                        "import",
                                        "auto",
                                        lists.resolve("gcp.csv.gz"),
                                        lists.resolve("gcp_custom.csv.gz"),
                                        lists.resolve("gcp_custom_constraints.json"),
                                        lists.resolve("gcp_commitments.csv.gz"),
                                        lists.resolve("perf_coremark.csv.gz"),
                                        "--data-dir",
                                        folder,
                                        "--json")
                                .exits(0)
                                .out());
        assertThat(json.path("offers").asInt()).isEqualTo(12_812);
        assertThat(json.path("customFamilies").asInt()).isEqualTo(151);
        long others = 0;
        for (String part : List.of("joined", "leftOut")) {
            for (JsonNode count : json.path(part)) {
                others += count.asLong();
            }
        }
        assertThat(json.path("rows").asLong()).isEqualTo(12_812 + others);
        assertThat(
                        Stowage.run("catalog", "verify", "gcp@2026-07", "--data-dir", folder)
                                .exits(1)
                                .out())
                .contains("60 x a machine with accelerators that are not counted");
        assertThat(
                        Stowage.run(
                                        "catalog",
                                        "show",
                                        "gcp",
                                        "--region",
                                        "us-central1",
                                        "--catalog",
                                        "gcp@2026-07",
                                        "--data-dir",
                                        folder)
                                .exits(0)
                                .out())
                .contains("n1-standard-1", "0.0475");
    }

    @Test
    void namesWhatIsWrongWithDatesSpotPricesAndCurrencies() throws IOException {
        String header =
                "provider,region,vm_type,family,vcpus,memory_gib,gpus,price_usd_per_hour,source,"
                        + "date,spot_usd_per_hour,currency\n";
        Path future =
                Files.writeString(
                        folder.resolve("future.csv"),
                        header + "aws,us-east-1,m5.large,m5,2,8,0,0.1,list,2099-01-01,,\n");
        assertThat(Stowage.run("catalog", "verify", future).exits(1).out())
                .contains(
                        "future.csv:2",
                        "a price of 2099-01-01",
                        "today where the day begins first");
        Stowage.run("catalog", "list", "--catalog", future)
                .exits(0)
                .says("warning", "days that have not come yet, up to 2099-01-01");
        Stowage.run("catalog", "import", "auto", future, "--date", "2099-01-01")
                .exits(2)
                .says("--date: found 2099-01-01, which has not come yet");
        Path spot =
                Files.writeString(
                        folder.resolve("spot.csv"),
                        header + "aws,us-east-1,m5.large,m5,2,8,0,0.1,list,2026-07-20,0.2,\n");
        assertThat(Stowage.run("catalog", "verify", spot).exits(1).out())
                .contains("a spot price of 0.2 USD/hour, expected at most 0.1, as on demand");
        Stowage.run("cloud", "gradual", "--catalog", spot, "--providers", "aws")
                .exits(3)
                .says("1 whose price is doubted");
        Path euros =
                Files.writeString(
                        folder.resolve("euros.csv"),
                        header + "aws,us-east-1,m5.large,m5,2,8,0,0.1,list,2026-07-20,,EUR\n");
        Stowage.run("catalog", "list", "--catalog", euros)
                .exits(3)
                .says("euros.csv:2", "currency EUR", "convert them first");
        Path part =
                Files.writeString(
                        folder.resolve("part.csv"),
                        header + "aws,us-east-1,g6f.large,g6f,2,8,0.125,0.2,list,2026-07-20,,\n");
        assertThat(
                        JSON.readTree(
                                        Stowage.run(
                                                        "catalog",
                                                        "show",
                                                        "aws",
                                                        "--catalog",
                                                        part,
                                                        "--json")
                                                .exits(0)
                                                .out())
                                .findValue("gpus")
                                .asDouble())
                .isEqualTo(0.125);
        Stowage.run("catalog", "show", "aws", "--region", "us-est-1")
                .exits(2)
                .says("Did you mean us-east-1?");
    }

    @Test
    void refusesAProviderThatItDoesNotKnow() {
        Stowage.Result result = Stowage.run("catalog", "show", "nimbus");
        assertThat(result.exit()).isIn(2, 3);
        assertThat(result.err()).contains("nimbus", "aws");
    }
}
