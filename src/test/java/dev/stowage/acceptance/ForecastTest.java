package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.words.Amounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
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
        Random random = new Random(2);
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

    /** Without the breaks of its lines. */
    private static String flat(Stowage.Result result) {
        return result.out().replaceAll("\\s+", " ");
    }

    private JsonNode json(String out) throws IOException {
        JsonNode forecast = JSON.readTree(directory.resolve(out).resolve("forecast.json").toFile());
        assertThat(Schemas.problems("forecast.schema.json", forecast)).isEmpty();
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
                .startsWith("Good enough to plan by. Capacity runs out on " + date)
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
                .startsWith("Good enough to plan by. Capacity lasts through day 120")
                .contains("Name the server that can be bought");
        assertThat(json("f.forecast").at("/exhaustion/holds").asBoolean()).isTrue();
        assertThat(json("f.forecast").get("purchase").isNull()).isTrue();
    }

    @Test
    void saysWhenItIsTooLateToOrder() throws IOException {
        String out =
                flat(
                        forecast(
                                        demand(90),
                                        "f.forecast",
                                        "--start",
                                        "2026-01-01T00:00",
                                        "--servers",
                                        "10x40c128g",
                                        "--lead-time",
                                        "10w",
                                        "--horizon",
                                        "90d")
                                .exits(1));
        assertThat(out)
                .startsWith("Good enough to plan by. Demand was above capacity in ")
                .contains("of the 90 buckets that the forecast rests on, the last time on 2026-03-")
                .contains(" It will be so again on 2026-04-0", "CPU runs out first.")
                .contains("at once: they should have been ordered by 2026-0")
                .contains("no order made after the history holds all of the time", "(past)");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/capacity/passed/of").asInt()).isEqualTo(90);
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
                .startsWith(
                        "Good enough to plan by. Capacity has run out already; CPU runs out first."
                                + " Order ")
                .contains(
                        "bought in all", "In 60 of the 60 buckets of the history demand was above");
        assertThat(json("f.forecast").at("/exhaustion/p95/seconds").asDouble())
                .isEqualTo(60.0 * DAY);
    }

    @Test
    void takesAGivenGrowth() throws IOException {
        Path demand = demand(60);
        assertThat(
                        flat(
                                forecast(demand, "f.forecast", "--growth", "30%", "--horizon", "1y")
                                        .exits(0)))
                .startsWith(
                        "Good enough to plan by if the given growth of 30 % a year comes true; tests"
                                + " on the past do not count then. Over the next ");
        JsonNode json = json("f.forecast");
        for (JsonNode resource : json.get("resources")) {
            assertThat(resource.at("/growth/median").asDouble()).isBetween(1.29, 1.31);
            assertThat(resource.at("/model/givenGrowth").asDouble()).isEqualTo(0.3);
        }
        assertThat(json.get("exhaustion").isNull()).isTrue();
        forecast(demand, "g.forecast", "--growth", "-20%/y", "--horizon", "1y").exits(0);
        assertThat(json("g.forecast").at("/resources/0/growth/median").asDouble())
                .isBetween(0.79, 0.81);
    }

    @Test
    void addsUpTasksUntilTheLastSubmit() throws IOException {
        StringBuilder rows = new StringBuilder("submit_s,duration_s,cpu,memory_gib\n");
        for (int i = 0; i < 6_000; i++) {
            rows.append(i * 60).append(",7200,0.5,1\n");
        }
        Path tasks = Files.writeString(directory.resolve("tasks.csv"), rows);
        String out = forecast(tasks, "f.forecast", "--from", "4h").exits(1).out();
        assertThat(out).contains("The history ends with the last submit; tasks run on for 2 h");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/history/of").asText()).isEqualTo("requests");
        for (JsonNode amount : json.at("/resources/0/history")) {
            assertThat(amount.asDouble()).isEqualTo(60);
        }
        assertThat(out).startsWith("Not good enough to plan by, because demand never changed");
        forecast(tasks, "u.forecast", "--of", "usage")
                .exits(2)
                .says("--of: found usage with a CSV");
    }

    @Test
    void addsUpWhatWasMeasured() throws IOException {
        Path source = Shared.require("traces/bitbrains");
        Path trace = directory.resolve("b.trace");
        run("ingest", "bitbrains", source, "-o", trace).exits(0);
        assertThat(flat(forecast(trace, "f.forecast", "--of", "usage").exits(1)))
                .startsWith("Not good enough to plan by, because ")
                .contains("the 80 % interval of CPU ends above");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/verdict/isGoodEnough").asBoolean()).isFalse();
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
        StringBuilder rows = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int minute = 0; minute < 10; minute++) {
            rows.append(60 * minute).append(",1,1\n");
        }
        Files.writeString(minutes, rows);
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
        forecast(demand(20), "f.forecast", "--bucket", "1h", "--horizon", "3y", "--paths", "100000")
                .exits(3)
                .says("--horizon", "at most 20 times the history");
        forecast(demand(20), "f.forecast", "--bucket", "1h", "--horizon", "1y", "--paths", "115000")
                .exits(3)
                .says("--horizon", "8,760 buckets of 60 min on 115,000 paths");
        forecast(demand(20), "f.forecast", "--bucket", "10s")
                .exits(3)
                .says("rows that are 60 min apart");
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
                .contains("some 60 are missing in 1 place (the longest of 2.5 d)")
                .contains("3 of the 60 buckets have no rows (day 29, day 30, day 31)");
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

    /** Rows of days from a day on, CPU by day and memory around 200 GiB. */
    private Path days(String name, int days, IntToDoubleFunction cpu) throws IOException {
        Random random = new Random(3);
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        for (int day = 0; day < days; day++) {
            rows.append(LocalDate.of(2026, 1, 1).plusDays(day));
            rows.append(String.format(Locale.ROOT, ",%.2f", cpu.applyAsDouble(day)));
            rows.append(String.format(Locale.ROOT, ",%.2f%n", 200 + 5 * random.nextGaussian()));
        }
        return Files.writeString(directory.resolve(name), rows);
    }

    private static IntToDoubleFunction noise(double level, double size) {
        Random random = new Random(5);
        return day -> level + size * random.nextGaussian();
    }

    /** Box and Jenkins's series G: passengers in thousands, 1949 to 1959; 1960 is held out. */
    @Test
    void seesTheSummerOfTheYearsInMonths() throws IOException {
        double[] all = AirPassengers.thousands();
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        for (int month = 0; month < 132; month++) {
            rows.append(LocalDate.of(1949, 1, 1).plusMonths(month)).append(',');
            rows.append(all[month]).append(",10\n");
        }
        Path file = Files.writeString(directory.resolve("air.csv"), rows);
        String out =
                flat(
                        forecast(file, "f.forecast", "--capacity", "600c100g", "--horizon", "1y")
                                .exits(1));
        // it passed 600 in July 1960; the median stays below, the summer is what is not sure
        assertThat(out)
                .startsWith("Good enough to plan by. Capacity may run out before 1961-01-01")
                .contains("not before 1960-07-01 with 95 %", "ETS(M,A0,M)[12] relative");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/history/isMonthly").asBoolean()).isTrue();
        assertThat(json.at("/history/buckets").asInt()).isEqualTo(132);
        assertThat(json.at("/history/leftOut").asInt()).isZero();
        JsonNode median = json.at("/resources/0/forecast/median");
        assertThat(median.size()).isEqualTo(12);
        double error = 0;
        for (int h = 0; h < 12; h++) {
            error += Math.abs(all[132 + h] - median.get(h).asDouble()) / 12;
        }
        double unit = 0;
        for (int i = 12; i < 132; i++) {
            unit += Math.abs(all[i] - all[i - 12]) / 120;
        }
        assertThat(error / unit).isLessThanOrEqualTo(0.72);
    }

    @Test
    void doesNotOrderForSpikes() throws IOException {
        IntToDoubleFunction usual = noise(100, 3);
        Path file =
                days(
                        "spikes.csv",
                        300,
                        day ->
                                day == 80 || day == 150 || day == 262
                                        ? 400
                                        : usual.applyAsDouble(day));
        String[] supply = {"--servers", "3x48c256g"};
        String out = flat(forecast(file, "f.forecast", (Object[]) supply).exits(0));
        assertThat(out)
                .startsWith("Good enough to plan by. Capacity lasts")
                .contains("3 buckets of CPU stand out (2026-03-22: 400, 2026-05-31: 400")
                .contains("Capacity (144 cores) does not hold such a bucket");
        assertThat(json("f.forecast").at("/purchase/orders").size()).isZero();
        String kept =
                flat(
                        forecast(file, "k.forecast", supply[0], supply[1], "--keep", "outliers")
                                .exits(1));
        assertThat(kept).contains("3 buckets of CPU stand out", "count, as asked for");
    }

    /** A level that rises all day and falls back at night has no restarts. */
    @Test
    void takesARampOfEachDayForWhatItIs() throws IOException {
        StringBuilder rows = new StringBuilder("time_s,cpu,memory_gib\n");
        Random noise = new Random(6);
        for (int hour = 0; hour < 40 * 24; hour++) {
            double cpu = 100 + 200.0 * (hour % 24) / 23 + 2 * noise.nextGaussian();
            rows.append(hour * 3_600L).append(',').append(cpu).append(",10\n");
        }
        Path file = Files.writeString(directory.resolve("ramp.csv"), rows);
        assertThat(flat(forecast(file, "r.forecast", "--bucket", "1h", "--horizon", "10d")))
                .doesNotContain("is a counter");
    }

    @Test
    void takesACounterForItsIncrease() throws IOException {
        StringBuilder rows = new StringBuilder("time_s,cpu,memory_gib\n");
        double sum = 0;
        IntToDoubleFunction use = noise(20, 0.5);
        for (int hour = 0; hour < 1_440; hour++) {
            sum = hour == 400 || hour == 900 || hour == 1_200 ? 0 : sum;
            rows.append(String.format(Locale.ROOT, "%d,%.2f,50%n", hour * 3_600, sum));
            sum += 3_600 * use.applyAsDouble(hour);
        }
        Path file = Files.writeString(directory.resolve("counter.csv"), rows);
        String out = flat(forecast(file, "f.forecast", "--servers", "3x48c256g").exits(0));
        assertThat(out).contains("The column cpu is a counter", "begins anew 3 times");
        for (JsonNode cores : json("f.forecast").at("/resources/0/history")) {
            assertThat(cores.asDouble()).isBetween(19.0, 23.0);
        }
        assertThat(flat(forecast(file, "k.forecast", "--keep", "counters")))
                .doesNotContain("is a counter");
        String leak = rows.toString().replaceAll("(?m)^(\\d+),([\\d.]+),50$", "$1,50,$2");
        Path memory = Files.writeString(directory.resolve("leak.csv"), leak);
        assertThat(flat(forecast(memory, "l.forecast", "--servers", "3x48c256g").exits(1)))
                .contains("as a leak does that restarts end", "Not good enough to plan by");
    }

    @Test
    void cutsNoFinerThanItsRows() throws IOException {
        Path file = days("fortnight.csv", 14, noise(100, 3));
        String out = flat(forecast(file, "f.forecast", "--servers", "3x48c256g").exits(1));
        assertThat(out)
                .startsWith("Not good enough to plan by, because the history is too short")
                .contains("From 14 buckets of 24 h");
        JsonNode json = json("f.forecast");
        assertThat(json.get("exhaustion").isNull()).isTrue();
        assertThat(json.at("/resources/0/season").asInt()).isEqualTo(1);
        forecast(file, "g.forecast", "--bucket", "1h")
                .exits(3)
                .says("--bucket: found 60 min with rows that are 24 h apart");
    }

    @Test
    void namesNoDateThatItDoesNotKnow() throws IOException {
        // a random walk by per cent: nothing tells where it will be
        Random random = new Random(11);
        double[] level = {100};
        Path file = days("walk.csv", 60, day -> level[0] *= Math.exp(0.6 * random.nextGaussian()));
        String out =
                flat(
                        forecast(file, "f.forecast", "--capacity", "2000c400g", "--buy", "48c256g")
                                .exits(1));
        assertThat(out)
                .startsWith("Not good enough to plan by, because ")
                .contains("runs out is unknown")
                .doesNotContain("Capacity runs out on", "Order ", "To plan for it");
        JsonNode json = json("f.forecast");
        assertThat(json.at("/verdict/isGoodEnough").asBoolean()).isFalse();
        assertThat(json.get("exhaustion").isNull()).isTrue();
        assertThat(json.get("purchase").isNull()).isTrue();
        assertThat(Files.readString(directory.resolve("f.forecast/report.html")))
                .doesNotContain("When capacity has run out", "Order by");
    }

    @Test
    void namesAShiftOfTheLevel() throws IOException {
        IntToDoubleFunction usual = noise(100, 3);
        Path doubled =
                days("shift.csv", 200, day -> usual.applyAsDouble(day) * (day < 120 ? 1 : 2));
        // 80 rows after the shift allow a slope by chance: 1.3 times the level is not enough to be
        // sure
        assertThat(flat(forecast(doubled, "f.forecast", "--capacity", "320c400g")))
                .startsWith("Good enough to plan by. Capacity lasts")
                .contains("The level of CPU changed at once on 2026-05-01, from ");
        IntToDoubleFunction other = noise(100, 3);
        Path units =
                days("units.csv", 200, day -> other.applyAsDouble(day) * (day < 190 ? 1 : 1_024));
        assertThat(flat(forecast(units, "g.forecast", "--capacity", "260c400g").exits(1)))
                .contains(
                        "Not good enough to plan by",
                        "about 1,000 or 1,024 times more",
                        "likely a change of unit")
                .contains("2026-07-10");
    }

    /** Millionths, then ones: none of the former was above capacity; nothing is cut for it. */
    @Test
    void countsNoDemandOfAnotherUnit() throws IOException {
        IntToDoubleFunction usual = noise(500, 3);
        String text = units(day -> usual.applyAsDouble(day) * (day < 60 ? 1_048_576 : 1));
        assertThat(text)
                .contains(
                        "about 1,000,000 or 1,048,576 times less",
                        " of another unit before, ",
                        "which of both is right is not known. Write all rows in one unit.")
                .doesNotContain("was above capacity", "left out of the forecast");
        assertThat(json("f.forecast").at("/resources/0/unitFrom").asInt()).isEqualTo(60);
        assertThat(Files.readString(directory.resolve("f.forecast/report.html")))
                .contains("the last 80 of 140 buckets are drawn, those of one unit.");
        assertThat(units(day -> usual.applyAsDouble(day) * (day < 130 ? 1 : 1_000)))
                .contains("about 1,000 or 1,024 times more")
                .doesNotContain("was above capacity");
    }

    private String units(IntToDoubleFunction cpu) throws IOException {
        return flat(
                forecast(
                        days("units.csv", 140, cpu),
                        "f.forecast",
                        "--capacity",
                        "600c2000g",
                        "--season",
                        "none",
                        "--scale",
                        "linear",
                        "--paths",
                        "100",
                        "--force"));
    }

    /** Now is of one kind with then: noise makes no fall where the level stays. */
    @Test
    void comparesMediansWithMedians() throws IOException {
        IntToDoubleFunction usual = noise(100, 5);
        Path calm = days("calm.csv", 100, day -> usual.applyAsDouble(day) + (day == 99 ? 14 : 0));
        String text =
                flat(
                        forecast(
                                calm,
                                "f.forecast",
                                "--season",
                                "none",
                                "--scale",
                                "linear",
                                "--paths",
                                "100",
                                "--horizon",
                                "30d"));
        JsonNode median = json("f.forecast").at("/resources/0/forecast/median");
        double now = median.get(0).asDouble();
        double then = median.get(29).asDouble();
        assertThat(json("f.forecast").at("/resources/0/growth/median").asDouble())
                .isCloseTo(then / now, within(0.02));
        assertThat(text)
                .contains("median now then 97.5 % below")
                .contains("cpu " + Amounts.decimal(now) + " cores " + Amounts.decimal(then));
    }

    @Test
    void answersBadHistoriesClearly() throws IOException {
        String header = "date,cpu,memory_gib\n";
        String[][] bad = {
            {
                "negative",
                header + "2026-01-01,1,1\n2026-01-02,-1,1\n",
                "negative.csv:3",
                "at least 0"
            },
            {"empty", "", "an empty file", "rows of text"},
            {"header", "day,cpu,mem\n1,1,1\n", "the header day,cpu,mem", "date in place of time_s"},
            {"one", header + "2026-01-01,1,1\n", "1 row", "at least two"},
            {
                "twice",
                header + "2026-01-01,1,1\n2026-01-01,1,1\n",
                "twice.csv:3",
                "may be there once"
            },
            {"back", header + "2026-01-02,1,1\n2026-01-01,1,1\n", "back.csv:3", "Sort the rows"},
            {
                "forms",
                header + "2026-01-01,1,1\n2026-01-02T00:00,1,1\n",
                "forms.csv:3",
                "in one form"
            },
            {
                "day",
                header + "2026-02-28,1,1\n2026-02-30,1,1\n",
                "day.csv:3",
                "2026-02-30\", a day that no calendar has"
            },
            {
                "hour",
                header + "2026-02-28T23:00,1,1\n2026-02-28T24:30,1,1\n",
                "hour.csv:3",
                "a time that no clock shows"
            },
            {
                "epoch",
                header + "1767225600,1,1\n1767312000,1,1\n",
                "epoch.csv:2",
                "time_s, with --start 1970-01-01"
            },
            {"first", header + "01/02/2026,1,1\n", "first.csv:2", "the year first"},
            {
                "two",
                "time_s,cpu,memory_gib\n0,1,1\n86400,2,1\n",
                "2 whole buckets of 24 h",
                "longer"
            },
        };
        for (String[] each : bad) {
            Path file = Files.writeString(directory.resolve(each[0] + ".csv"), each[1]);
            forecast(file, "f.forecast").exits(3).says(each[2], each[3]);
        }
        Path constant = days("constant.csv", 60, day -> 7);
        assertThat(flat(forecast(constant, "c.forecast", "--servers", "1x48c256g")))
                .contains("The demand for CPU never changed");
        IntToDoubleFunction usual = noise(100, 3);
        Path zeros =
                days(
                        "zeros.csv",
                        900,
                        day -> day > 300 && day < 666 ? 0 : usual.applyAsDouble(day));
        assertThat(flat(forecast(zeros, "z.forecast", "--servers", "3x48c256g").exits(1)))
                .contains("the demand for CPU is 0 from 2026-10-29 to 2027-10-29");
        Path above = days("above.csv", 100, noise(100, 3));
        assertThat(flat(forecast(above, "a.forecast", "--capacity", "50c400g").exits(1)))
                .contains("Capacity has run out already");
    }

    @Test
    void readsDatesAndWeeks() throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        IntToDoubleFunction usual = noise(100, 3);
        for (int week = 0; week < 60; week++) {
            rows.append(LocalDate.of(2025, 1, 1).plusWeeks(week)).append(',');
            rows.append(usual.applyAsDouble(week)).append(",9\n");
        }
        Path file = Files.writeString(directory.resolve("weeks.csv"), rows);
        forecast(file, "f.forecast").exits(0);
        JsonNode json = json("f.forecast");
        assertThat(json.at("/history/bucketSeconds").asInt()).isEqualTo(7 * DAY);
        assertThat(json.at("/history/timeZero").asText()).isEqualTo("2025-01-01T00:00:00Z");
        // weeks begin on Mondays
        assertThat(json.at("/history/startSeconds").asDouble()).isEqualTo(-2.0 * DAY);
        assertThat(json.at("/history/buckets").asInt()).isEqualTo(60);
        Path days = days("days.csv", 500, noise(100, 3));
        forecast(days, "m.forecast", "--bucket", "1mo").exits(0);
        assertThat(json("m.forecast").at("/history/isMonthly").asBoolean()).isTrue();
        assertThat(json("m.forecast").at("/history/buckets").asInt()).isEqualTo(16);
    }

    @Test
    void asksForMonthsWhereDemandFollowsTheYear() throws IOException {
        IntToDoubleFunction usual = noise(0, 3);
        IntToDoubleFunction year =
                day -> 100 + 30 * Math.sin(2 * Math.PI * day / 365.2425) + usual.applyAsDouble(day);
        assertThat(flat(forecast(days("days.csv", 700, year), "d.forecast").exits(1)))
                .contains("Not good enough to plan by", "CPU rises and falls with the year")
                .contains("Forecast months: --bucket 1mo");
        Path months = days("months.csv", 2_000, year);
        assertThat(
                        flat(
                                forecast(
                                                months,
                                                "n.forecast",
                                                "--bucket",
                                                "1mo",
                                                "--season",
                                                "none")
                                        .exits(1)))
                .contains("CPU rises and falls with the year, which the model that was chosen")
                .contains("--season year");
        forecast(
                        months,
                        "m.forecast",
                        "--capacity",
                        "120c400g",
                        "--bucket",
                        "1mo",
                        "--horizon",
                        "1y")
                .exits(1);
        JsonNode json = json("m.forecast");
        assertThat(json.at("/resources/0/model/label").asText()).endsWith("[12]");
        // the last whole month is May 2031; ten months on the sine is at its top again
        assertThat(json.at("/resources/0/forecast/median/9").asDouble()).isBetween(128.0, 145.0);
        assertThat(json.at("/resources/0/forecast/median/3").asDouble()).isBetween(70.0, 90.0);
    }
}
