package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code stowage cloud} with disks, addresses and data by pair of places. */
class CloudChargesTest {
    private static final Path EXAMPLES = Path.of("examples/clouds");
    private static final String STEADY =
            "time_s,cpu,memory_gib\n0,4,16\n1800,4,16\n3600,0,0\n5400,0,0\n";

    @TempDir private Path directory;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private JsonNode cloud(String name, Object... args) throws IOException {
        return new CloudRuns(directory).cloud(name, args);
    }

    @Test
    void billsWhatEachVmNeedsForAsLongAsItIsChargedAndRanksByThat() throws IOException {
        Path demand = file("steady.csv", STEADY);
        String small = "--types=m6i.large,m6i.xlarge";
        JsonNode plain = cloud("plain", demand, small, "--policies=lookahead,offline-optimum");
        JsonNode result =
                cloud(
                        "needing",
                        demand,
                        small,
                        "--policies=lookahead,offline-optimum",
                        "--regions=us-east-1",
                        "--per-vm=" + EXAMPLES.resolve("per-vm.csv"));

        assertThat(plain.at("/alternatives/0/usd").asDouble()).isCloseTo(0.192, within(1e-9));
        double extras = 0.014027 + 0.005;
        assertThat(result.at("/alternatives/0/usd").asDouble())
                .as("one m6i.xlarge needs one disk and one address, two m6i.large would need two")
                .isCloseTo(0.192 + extras, within(1e-9));
        assertThat(result.at("/bound/usd").asDouble()).isCloseTo(0.192 + extras, within(1e-9));
        List<String> bill = Files.readAllLines(directory.resolve("needing/bill.csv"));
        assertThat(bill)
                .anyMatch(line -> line.startsWith("aws,us-east-1,extra,address,,1,"))
                .anyMatch(line -> line.startsWith("aws,us-east-1,extra,disk of 128 GiB,,1,"));
        assertThat(result.get("notes").toString()).contains("disk of 128 GiB, address");
        assertThat(Files.readString(directory.resolve("needing/report.html")))
                .contains("disk of 128 GiB");
    }

    @Test
    void billsDataByPairOfPlacesAndWhatIsFreeOfItOnce() throws IOException {
        Path demand = file("steady.csv", STEADY);
        Path prices =
                file(
                        "egress.csv",
                        "from,to,usd_per_gib,free_gib_per_month\naws,*,0.5,30\n*,*,1,0\n");
        JsonNode result =
                cloud(
                        "moved",
                        demand,
                        "--home=aws/us-east-1",
                        "--regions=eastus",
                        "--types=Standard_D4s_v5,m5.large",
                        "--policies=single",
                        "--state-gib=40",
                        "--egress=" + prices,
                        "--providers=aws,azure");

        JsonNode moved =
                CloudRuns.possible(result).stream()
                        .filter(each -> each.get("providers").asText().equals("azure"))
                        .findFirst()
                        .orElseThrow();
        assertThat(moved.get("egressUsd").asDouble())
                .as("of 40 GiB 30 are free in a month")
                .isCloseTo(5, within(1e-12));
        assertThat(result.at("/spec/egressUsdPerGiB").isNull()).isTrue();
    }

    @Test
    void buysAPortfolioOfVmsWithWhatTheyNeed() throws IOException {
        Path demand = file("steady.csv", STEADY);
        Path needs = file("needs.csv", "provider,region,item,usd_per_hour\n,,disk,0.01\n");
        Stowage.Result run =
                Stowage.run(
                                "cloud",
                                demand,
                                "--portfolio",
                                "--providers=aws",
                                "--per-vm=" + needs,
                                "-o",
                                directory.resolve("bought"),
                                "--json")
                        .exits(0);

        assertThat(run.out()).contains("without plans of spending", "disk beside itself");
        assertThat(Files.readAllLines(directory.resolve("bought/bill.csv")))
                .anyMatch(line -> line.contains(",extra,disk,"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--per-vm | provider,region,item,usd_per_hour;,,disk,-1 | :2: found usd_per_hour",
                "--per-vm | provider,region,item,usd;,,disk,1 | :1: found the header",
                "--per-vm | provider,region,item,usd_per_hour;aws,,disk,1 | no price of disk at gcp",
                "--per-vm | provider,region,item,usd_per_hour;,,,1 | :2: found item",
                "--egress | from,to,usd_per_gib,free_gib_per_month;aws,*,0.1,0 | from gcp/",
                "--egress | from,to,usd_per_gib,free_gib_per_month;*,*,x,0 | :2: found usd_per_gib",
                "--egress | from,to,usd_per_gib,free_gib_per_month | found no rows",
                "--egress | nothing.csv | nothing.csv"
            })
    void refusesTablesThatCannotBe(String option, String rows, String message) throws IOException {
        boolean isFile = rows.contains(",");
        Path table = isFile ? file("table.csv", rows.replace(";", "\n") + "\n") : Path.of(rows);
        Stowage.Result result =
                Stowage.run(
                        "cloud",
                        file("steady.csv", STEADY),
                        option + "=" + table,
                        "-o",
                        directory.resolve("none"));
        assertThat(result.exit()).isIn(2, 3);
        result.says(message);
    }

    /** Data that leaves home is paid to home's provider, whatever the prices elsewhere. */
    @Test
    void saysAtWhichPricesTwoProvidersCostTheSame() throws IOException {
        Path demand = file("d.csv", "time_s,cpu,memory_gib\n0,4,16\n86400,8,32\n172800,4,16\n");
        String offers =
                """
                provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,source,date
                aws,us-east-1,m5.large,m5,2,8,%s,x,2026-01-01
                azure,eastus,Standard_D2s_v3,D3,2,8,%s,x,2026-01-01
                gcp,us-central1,n2-standard-2,n2,2,8,%s,x,2026-01-01
                """;
        String data =
                """
                from,to,usd_per_gib,free_gib_per_month
                aws,gcp,%s,100
                aws,*,%s,0
                gcp,*,0.12,0
                azure,*,0.087,0
                """;
        JsonNode now = priced("now", demand, offers, data, 1, 1);

        List<String> changes = now.get("priceSensitivity").findValuesAsText("change");
        assertThat(changes)
                .as("even free, Azure costs what AWS takes for the data that goes there")
                .doesNotContain("prices of azure")
                .contains("prices of aws", "prices of gcp");
        for (JsonNode each : now.get("priceSensitivity")) {
            String change = each.get("change").asText();
            double factor = 1 + each.get("share").asDouble();
            boolean isAws = change.equals("prices of aws");
            if (isAws || change.equals("prices of gcp")) {
                JsonNode then =
                        priced(
                                change.replace(" ", ""),
                                demand,
                                offers,
                                data,
                                isAws ? factor : 1,
                                isAws ? 1 : factor);
                assertThat(usd(then, "aws"))
                        .as(each.toString())
                        .isCloseTo(usd(then, "gcp"), within(1e-6 * usd(then, "aws")));
            }
        }
    }

    private JsonNode priced(
            String name, Path demand, String offers, String data, double aws, double gcp)
            throws IOException {
        return cloud(
                name,
                demand,
                "--catalog="
                        + file(name + ".csv", offers.formatted(0.096 * aws, 0.096, 0.0971 * gcp)),
                "--egress=" + file(name + "-data.csv", data.formatted(0.09 * aws, 0.5 * aws)),
                "--home=aws/us-east-1",
                "--regions=us-central1,eastus",
                "--state-gib=150",
                "--policies=fixed",
                "--allow-suspect");
    }

    private static double usd(JsonNode result, String provider) {
        for (JsonNode each : result.get("alternatives")) {
            if (each.get("providers").asText().equals(provider)) {
                return each.get("usd").asDouble();
            }
        }
        throw new AssertionError("no alternative at " + provider);
    }

    @Test
    void saysWhatIsWrongWithAFileOfPricesAndAHome() {
        Stowage.run("cloud", "gradual", "--egress=nosuch.csv")
                .exits(2)
                .says("a file that is there");
        Stowage.run("cloud", "gradual", "--home=aws/us-central1")
                .exits(3)
                .says("a region that aws lacks", "gcp/us-central1");
    }
}
