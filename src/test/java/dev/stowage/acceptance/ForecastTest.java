package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.stowage.forecast.DemandForecast;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code forecast}, from a history to a date and a purchase schedule. */
class ForecastTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int DAY = 86_400;

    @TempDir private Path directory;

    /** Half a year of hours that grows by a core a day, with a day and a weekend in it. */
    private Path demand(int days) throws IOException {
        Random random = new Random(1);
        StringBuilder rows = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int hour = 0; hour < 24 * days; hour++) {
            double level = 300 + hour / 24.0;
            double day = 40 * Math.sin(2 * Math.PI * hour / 24);
            double weekend = hour / 24 % 7 > 4 ? -50 : 0;
            double cpu = level + day + weekend + 4 * random.nextGaussian();
            double memory = 2 * level + 5 * random.nextGaussian();
            rows.append(String.format(Locale.ROOT, "%d,%.2f,%.2f%n", hour * 3600, cpu, memory));
        }
        return Files.writeString(directory.resolve("demand.csv"), rows);
    }

    private Stowage.Result forecast(Path input, String out, Object... options) {
        List<Object> args =
                new ArrayList<>(List.of("forecast", input, "-o", directory.resolve(out)));
        args.addAll(List.of(options));
        return run(args.toArray());
    }

    private JsonNode json(String out) throws IOException {
        JsonNode forecast = JSON.readTree(directory.resolve(out).resolve("forecast.json").toFile());
        try (InputStream in =
                DemandForecast.class.getResourceAsStream(
                        "/dev/stowage/schema/forecast.schema.json")) {
            assertThat(
                            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                                    .getSchema(JSON.readTree(in))
                                    .validate(forecast))
                    .isEmpty();
        }
        return forecast;
    }

    @Test
    void saysWhenCapacityRunsOutAndWhatToBuy() throws IOException {
        // peaks rise by a core a day from about 345: 600 cores are passed after some 255 days
        String out =
                forecast(
                                demand(180),
                                "f.forecast",
                                "--start",
                                "2026-01-01",
                                "--servers",
                                "25x24c128g",
                                "--lead-time",
                                "4w",
                                "--horizon",
                                "180d",
                                "--price",
                                "310")
                        .exits(1)
                        .out();
        JsonNode json = json("f.forecast");
        String date = json.at("/exhaustion/p50/at").asText().substring(0, 10);
        assertThat(date).isBetween("2026-08-25", "2026-09-20");
        assertThat(out)
                .startsWith("Capacity runs out on " + date)
                .contains("CPU runs out first", "Order ", " server", "To plan for it: growth: ");
        assertThat(json.at("/exhaustion/p5/seconds").asDouble())
                .isLessThan(json.at("/exhaustion/p50/seconds").asDouble());
        assertThat(json.at("/exhaustion/p50/seconds").asDouble())
                .isLessThan(json.at("/exhaustion/p95/seconds").asDouble());
        assertThat(json.at("/history/buckets").asInt()).isEqualTo(180);
        assertThat(json.at("/history/bucketSeconds").asInt()).isEqualTo(DAY);
        assertThat(json.at("/resources/0/model/label").asText()).endsWith("[7]");
        JsonNode first = json.at("/purchase/orders/0");
        assertThat(first.get("isLate").asBoolean()).isFalse();
        assertThat(
                        first.at("/arrives/seconds").asDouble()
                                - first.at("/orderBy/seconds").asDouble())
                .isEqualTo(28.0 * DAY);
        assertThat(first.get("usdMonthly").asDouble())
                .isEqualTo(310.0 * first.get("servers").asInt());
        int total = 0;
        for (JsonNode order : json.at("/purchase/orders")) {
            total += order.get("servers").asInt();
            assertThat(order.get("total").asInt()).isEqualTo(total);
        }
        assertThat(Files.readString(directory.resolve("f.forecast/report.html")))
                .contains("</html>", "Capacity with the orders", "How well such forecasts did");
    }

    @Test
    void givesTheSameBytesOnAnyNumberOfThreads() throws IOException {
        Path demand = demand(60);
        forecast(demand, "one.forecast", "--capacity", "500c2000g", "--threads", "1").exits(0);
        forecast(demand, "two.forecast", "--capacity", "500c2000g", "--threads", "2").exits(0);
        for (String file : new String[] {"forecast.json", "report.html"}) {
            assertThat(directory.resolve("one.forecast").resolve(file))
                    .hasSameTextualContentAs(directory.resolve("two.forecast").resolve(file));
        }
    }

    @Test
    void lastsWhereThereIsRoom() throws IOException {
        Stowage.Result result =
                forecast(demand(60), "f.forecast", "--capacity", "900c3000g").exits(0);
        assertThat(result.out())
                .startsWith("Capacity lasts through day 120")
                .contains("Name the server that can be bought");
        assertThat(json("f.forecast").at("/exhaustion/holds").asBoolean()).isTrue();
        assertThat(json("f.forecast").get("purchase").isNull()).isTrue();
    }

    @Test
    void saysWhenItIsTooLateToOrder() throws IOException {
        String out =
                forecast(
                                demand(60),
                                "f.forecast",
                                "--start",
                                "2026-01-01T00:00",
                                "--servers",
                                "10x40c128g",
                                "--lead-time",
                                "12w",
                                "--horizon",
                                "1y")
                        .exits(1)
                        .out();
        assertThat(out)
                .contains("at once: they should have been ordered by 2025-1")
                .contains("no order made after the history comes in time", "(past)")
                .contains("Warning: The forecast goes 6.083 times as far ahead");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/purchase/orders/0/isLate").asBoolean()).isTrue();
        assertThat(json.at("/purchase/lateFrom/at").asText()).startsWith("2026-");
    }

    @Test
    void saysWhenCapacityHasRunOutAlready() throws IOException {
        assertThat(
                        forecast(
                                        demand(60),
                                        "f.forecast",
                                        "--capacity",
                                        "100c3000g",
                                        "--buy",
                                        "48c256g")
                                .exits(1)
                                .out())
                .startsWith("Capacity has run out already; CPU runs out first. Order ")
                .contains(
                        "bought in all", "In 60 of the 60 buckets of the history demand was above");
        assertThat(json("f.forecast").at("/exhaustion/p95/seconds").asDouble())
                .isEqualTo(60.0 * DAY);
    }

    @Test
    void takesAGivenGrowth() throws IOException {
        Path demand = demand(60);
        forecast(demand, "f.forecast", "--growth", "30%", "--horizon", "1y").exits(0);
        JsonNode json = json("f.forecast");
        for (JsonNode resource : json.get("resources")) {
            assertThat(resource.at("/growth/median").asDouble()).isBetween(1.2999, 1.3001);
            assertThat(resource.at("/model/givenGrowth").asDouble()).isEqualTo(0.3);
        }
        assertThat(json.get("exhaustion").isNull()).isTrue();
        forecast(demand, "g.forecast", "--growth", "-20%/y", "--horizon", "1y").exits(0);
        assertThat(json("g.forecast").at("/resources/0/growth/median").asDouble())
                .isBetween(0.7999, 0.8001);
    }

    @Test
    void addsUpTasksUntilTheLastSubmit() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 6_000; i++) {
            rows.append(i * 60).append(",7200,0.5,1\n");
        }
        Path tasks = Files.writeString(directory.resolve("tasks.csv"), rows);
        String out = forecast(tasks, "f.forecast", "--from", "4h").exits(0).out();
        assertThat(out).contains("The history ends with the last submit; tasks run on for 2 h");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/history/of").asText()).isEqualTo("requests");
        for (JsonNode amount : json.at("/resources/0/history")) {
            assertThat(amount.asDouble()).isEqualTo(60);
        }
        assertThat(out).contains("never changed");
        forecast(tasks, "u.forecast", "--of", "usage")
                .exits(2)
                .says("--of: found usage with a CSV");
    }

    @Test
    void addsUpWhatWasMeasured() throws IOException {
        Path source = Shared.require("traces/bitbrains");
        Path trace = directory.resolve("b.trace");
        run("ingest", "bitbrains", source, "-o", trace).exits(0);
        forecast(trace, "f.forecast", "--of", "usage").exits(0);
        JsonNode json = json("f.forecast");
        assertThat(json.at("/history/timeZero").asText()).startsWith("2013-08-12T13:40");
        assertThat(json.at("/history/bucketSeconds").asInt()).isEqualTo(86_400);
        assertThat(json.at("/resources/0/history").size()).isEqualTo(29);
        assertThat(json.at("/resources/0/backtest/origins").asInt()).isEqualTo(8);
    }

    @Test
    void drawsItsChartsInABrowser() throws Exception {
        assumeTrue(
                Chromium.program().isPresent(),
                "skipped: no Chromium on the path (apt install chromium, or set CHROMIUM)");
        forecast(demand(60), "f.forecast", "--servers", "10x40c128g", "--horizon", "90d").exits(1);
        try (Chromium chromium = Chromium.start(Chromium.program().orElseThrow())) {
            for (int width : new int[] {1200, 360}) {
                chromium.resize(width, 900);
                chromium.open(directory.resolve("f.forecast/report.html").toUri());
                assertThat(chromium.complaints()).isEmpty();
                assertThat(
                                chromium.evaluate(
                                        "[...document.querySelectorAll('.chart svg')].filter(svg =>"
                                                + " svg.querySelectorAll('path').length > 9).length"))
                        .hasToString("2");
                assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
                        .isLessThanOrEqualTo(width);
            }
        }
    }

    @Test
    void refusesAHistoryThatIsTooShort() throws IOException {
        Path google = Shared.require("traces/google-2011");
        Path trace = directory.resolve("g.trace");
        run("ingest", "google-2011", google, "-o", trace).exits(0);
        forecast(trace, "g.forecast")
                .exits(3)
                .says("5 whole buckets of 15 min", "at least 12 whole buckets", "longer history");
        Path minutes = directory.resolve("m.csv");
        Files.writeString(minutes, "time_s,cpu,memory_gib\n0,1,1\n300,2,2\n");
        forecast(minutes, "m.forecast", "--bucket", "1m")
                .exits(3)
                .says("a history of 10 min, 10 whole buckets of 60 s");
        assertThat(directory.resolve("g.forecast")).doesNotExist();
    }

    @Test
    void refusesWhatIsNoDemand() throws IOException {
        Path zero = directory.resolve("zero.csv");
        Files.writeString(zero, "time_s,cpu,memory_gib\n0,0,0\n2000000,0,0\n");
        forecast(zero, "f.forecast").exits(3).says("a demand of nothing");
        Path bad = directory.resolve("bad.csv");
        Files.writeString(bad, "time_s,cpu,memory_gib\n0,1,1\n3600,NaN,1\n");
        forecast(bad, "f.forecast").exits(3).says("bad.csv:3", "\"NaN\" as cpu");
        forecast(directory.resolve("none.csv"), "f.forecast").exits(3).says("no such file");
        forecast(demand(20), "f.forecast", "--from", "30d").exits(3).says("no history from 30 d");
        forecast(demand(20), "f.forecast", "--bucket", "2d")
                .exits(3)
                .says("10 whole buckets of 2 d", "shorter buckets (--bucket)");
        forecast(
                        demand(20),
                        "f.forecast",
                        "--bucket",
                        "15m",
                        "--horizon",
                        "3y",
                        "--paths",
                        "100000")
                .exits(3)
                .says("--horizon", "at most 20 times the history");
        forecast(demand(20), "f.forecast", "--bucket", "15m", "--horizon", "1y", "--paths", "29000")
                .exits(3)
                .says("--horizon", "35,040 buckets of 15 min on 29,000 paths");
        forecast(demand(20), "f.forecast", "--bucket", "10s").exits(3).says("at most 50,000");
        forecast(demand(20), "f.forecast", "--servers", "trace").exits(2).says("--servers");
    }

    @Test
    void takesTimesSince1970() throws IOException {
        StringBuilder rows = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int day = 0; day < 40; day++) {
            rows.append(1_767_225_600L + (long) day * DAY).append(',').append(50 + day % 7);
            rows.append(",9\n");
        }
        Path file = Files.writeString(directory.resolve("unix.csv"), rows);
        assertThat(forecast(file, "a.forecast").exits(0).out()).contains("--start 1970-01-01");
        forecast(file, "b.forecast", "--start", "1970-01-01", "--capacity", "51c100g").exits(1);
        // 40 days from 2026-01-01: day 40 is the sixth of its week, with 55 cores
        assertThat(json("b.forecast").at("/exhaustion/p5/at").asText())
                .isEqualTo("2026-02-10T00:00:00Z");
        assertThat(json("b.forecast").at("/capacity/servers").asText()).isEqualTo("51c100g");
    }

    @Test
    void saysWhereRowsMayBeMissing() throws IOException {
        String rows = Files.readString(demand(60));
        List<String> lines = rows.lines().toList();
        Path gap = directory.resolve("gap.csv");
        Files.write(
                gap, Stream.concat(lines.stream().limit(700), lines.stream().skip(760)).toList());
        assertThat(forecast(gap, "f.forecast").exits(0).out())
                .contains("1 row holds for more than ten times as long as most do", "2.542 d");
    }

    @Test
    void refusesWrongOptions() throws IOException {
        Path demand = demand(13);
        String[][] wrong = {
            {"--growth", "30", "a share of a year"},
            {"--growth", "-100%", "above -100%"},
            {"--horizon", "0d", "a time above 0"},
            {"--paths", "7", "100 to 1,000,000"},
            {"--seed", "-1", "at least 0"},
            {"--season", "month", "--season"},
            {"--season", "week", "a history of two such seasons"},
            {"--scale", "sqrt", "--scale"},
            {"--level", "p99", "--level"},
            {"--of", "wishes", "--of"},
            {"--start", "tomorrow", "--start: found tomorrow"},
            {"--buy", "48c256g", "found without capacity"},
            {"--lead-time", "8w", "found without capacity"},
        };
        for (String[] each : wrong) {
            forecast(demand, "f.forecast", each[0], each[1]).exits(2).says(each[2]);
        }
        String[][] withServers = {
            {"--capacity", "10c10g", "beside --servers"},
            {"--utilisation", "0%", "more than 0%"},
            {"--utilisation", "120%", "a share"},
            {"--confidence", "100%", "below 100%"},
            {"--every", "0d", "a time above 0"},
            {"--price", "cheap", "a number"},
            {"--lead-time", "soon", "a time such as"},
        };
        for (String[] each : withServers) {
            forecast(demand, "f.forecast", "--servers", "2x4c16g", each[0], each[1])
                    .exits(2)
                    .says(each[2]);
        }
        assertThat(directory.resolve("f.forecast")).doesNotExist();
    }

    @Test
    void printsJson() throws IOException {
        Stowage.Result result =
                forecast(demand(20), "f.forecast", "--json", "--capacity", "900c3000g").exits(0);
        assertThat(JSON.readTree(result.out())).isEqualTo(json("f.forecast"));
    }
}
