package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.run.RunSummary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code cloud --forecast}: commitments bought for drawn futures of a demand. */
class CloudForecastTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private Path prices() throws IOException {
        return Files.writeString(
                directory.resolve("prices.csv"),
                "provider,region,vm_type,family,vcpus,memory_gib,price_usd_per_hour,commitments,"
                        + "source,date\n"
                        + "aws,here,m.one,m,1,1,0.1,reserved-1y=0.07;reserved-3y=0.05,a test,"
                        + "2026-07-20\n");
    }

    /** A hundred days that grow from 4 to 8 cores, with a peak each evening. */
    private Path history() throws IOException {
        StringBuilder text = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int hour = 0; hour < 2_400; hour++) {
            double cores = 4 + hour / 600.0 + (hour % 24 >= 18 ? 2 : 0) + hour * 7 % 11 / 20.0;
            text.append(hour * 3_600).append(',').append(cores).append(',').append(cores);
            text.append('\n');
        }
        return Files.writeString(directory.resolve("growing.csv"), text);
    }

    private String[] command(String out, String... options) throws IOException {
        return Stream.concat(
                        Stream.of(
                                "cloud",
                                history().toString(),
                                "--forecast=1y",
                                "--catalog",
                                prices().toString(),
                                "--providers=aws",
                                "-o",
                                directory.resolve(out).toString()),
                        Stream.of(options))
                .toArray(String[]::new);
    }

    private JsonNode bought(String out, String... options) throws IOException {
        Stowage.run((Object[]) command(out, options)).exits(0);
        JsonNode result = JSON.readTree(directory.resolve(out + "/portfolio.json").toFile());
        try (InputStream in =
                RunSummary.class.getResourceAsStream("/dev/stowage/schema/portfolio.schema.json")) {
            assertThat(
                            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                    .getSchema(JSON.readTree(in))
                                    .validate(result))
                    .isEmpty();
        }
        return result;
    }

    @Test
    void buysForFuturesShowsTheRegretAndIsTheSameForASeed() throws IOException {
        JsonNode result = bought("once", "--futures=4", "--bucket=1d");

        JsonNode choices = result.at("/forecast/choices");
        assertThat(choices.findValuesAsText("name"))
                .containsExactly(
                        "decided on futures", "bought for the past", "on demand", "hindsight");
        List<Double> means =
                choices.findValues("meanUsd").stream().map(JsonNode::asDouble).toList();
        assertThat(means.get(0)).as("futures").isLessThan(means.get(1)).isLessThan(means.get(2));
        assertThat(means.get(3)).as("hindsight").isLessThanOrEqualTo(means.get(0));
        assertThat(result.at("/forecast/horizonSeconds").asLong()).isEqualTo(365 * 86_400);
        assertThat(result.at("/lines/0/term").asText()).as("no longer").isEqualTo("a year");
        assertThat(result.at("/forecast/isGoodEnough").asBoolean()).isFalse();
        assertThat(result.get("notes").toString()).contains("3.65 times as far ahead");
        assertThat(Stowage.run("inspect", directory.resolve("once")).exits(0).out())
                .contains("4 drawn futures", "In 4 other futures of 365 d", "bought for the past");
        assertThat(Files.readString(directory.resolve("once/report.html")))
                .contains("In futures of the demand");
        bought("again", "--futures=4", "--bucket=1d");
        for (String file : List.of("portfolio.json", "bill.csv", "report.html")) {
            assertThat(Files.readAllBytes(directory.resolve("again").resolve(file)))
                    .isEqualTo(Files.readAllBytes(directory.resolve("once").resolve(file)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gradual --forecast=1y | without a history",
                "HISTORY --forecast=6mo | at least 1y",
                "HISTORY --forecast=1y --commitment=3 | no more years than are forecast",
                "HISTORY --futures=5 | expected --forecast",
                "HISTORY --forecast=1y --futures=1 | 2 to 1000",
                "HISTORY --forecast=1y --growth=more | a share of a year",
                "HISTORY --forecast=3y | 4 times the history",
                "HISTORY --bucket=1d | expected --forecast"
            })
    void refusesWhatCannotBe(String line, String message) throws IOException {
        Object[] command =
                ("cloud " + line.replace("HISTORY", history().toString())).split(" ", -1);
        Stowage.Result result = Stowage.run(command);
        assertThat(result.exit()).isIn(2, 3);
        result.says(message);
    }
}
