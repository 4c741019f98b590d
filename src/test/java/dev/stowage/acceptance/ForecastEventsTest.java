package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code forecast --events}, and a year beside a week. */
class ForecastEventsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final LocalDate START = LocalDate.of(2025, 1, 1);

    @TempDir private Path directory;

    private Path days(String name, int count, IntToDoubleFunction cores) throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        for (int day = 0; day < count; day++) {
            double cpu = cores.applyAsDouble(day);
            rows.append(START.plusDays(day)).append(',').append(cpu).append(',').append(2 * cpu);
            rows.append('\n');
        }
        return Files.writeString(directory.resolve(name), rows);
    }

    private static IntToDoubleFunction level(double level) {
        Random noise = new Random(1);
        return day -> level + 3 * noise.nextGaussian();
    }

    private Path events(String... rows) throws IOException {
        return Files.writeString(
                directory.resolve("events.csv"),
                "name,from,to,factor,cpu,memory_gib,certainty\n" + String.join("\n", rows) + "\n");
    }

    private Stowage.Result forecast(Path input, Object... options) {
        List<Object> args =
                new ArrayList<>(
                        List.of("forecast", input, "--force", "-o", directory.resolve("f")));
        args.addAll(List.of(options));
        return run(args.toArray());
    }

    private JsonNode json() throws IOException {
        JsonNode forecast = JSON.readTree(directory.resolve("f").resolve("forecast.json").toFile());
        assertThat(Schemas.problems("forecast.schema.json", forecast)).isEmpty();
        return forecast;
    }

    /** The cores of a day to come. */
    private static double cores(JsonNode forecast, String band, int day) {
        return forecast.at("/resources/0/forecast/" + band + "/" + day).asDouble();
    }

    @Test
    void putsALaunchIntoTheForecastAndTakesASaleOutOfThePast() throws IOException {
        IntToDoubleFunction usual = level(100);
        Path sale = days("sale.csv", 120, day -> usual.applyAsDouble(day) * (day >= 112 ? 1.5 : 1));
        Path events =
                events(
                        "sale,2025-04-23,2025-05-01,1.5,,,",
                        "launch,2025-05-11,,1,40,80,",
                        "holiday,2025-05-21,2025-05-23,0.5,,,");
        String out =
                forecast(sale, "--events", events, "--horizon", "30d", "--capacity", "130c400g")
                        .exits(1)
                        .out();
        assertThat(out)
                .contains("Good enough to plan by", "runs out on 2025-05-11")
                .containsPattern("launch +2025-05-11 +stays +\\+40 cores, \\+80 GiB +100.0 %");
        JsonNode json = json();
        assertThat(cores(json, "median", 5)).isCloseTo(100, within(3.0));
        assertThat(cores(json, "median", 12)).isCloseTo(140, within(3.0));
        assertThat(cores(json, "median", 20)).isCloseTo(90, within(3.0));
        assertThat(json.at("/events/1/until").isNull()).isTrue();
        assertThat(json.at("/history/buckets").asInt()).isEqualTo(120);
        // the history is shown as it was
        assertThat(json.at("/resources/0/history/115").asDouble()).isGreaterThan(130);
        assertThat(Files.readString(directory.resolve("f/report.html")))
                .contains("<h2", "launch", "was said to move demand");
    }

    @Test
    void knowsThatALaunchMayNotCome() throws IOException {
        Path events = events("launch,2025-05-11,,1,40,,30%");
        forecast(
                        days("d.csv", 120, level(100)),
                        "--events",
                        events,
                        "--horizon",
                        "30d",
                        "--capacity",
                        "125c400g")
                .exits(1);
        JsonNode json = json();
        assertThat(cores(json, "median", 20)).isCloseTo(101, within(3.0));
        assertThat(cores(json, "high80", 20)).isCloseTo(140, within(8.0));
        assertThat(json.at("/exhaustion/probability").asDouble()).isCloseTo(0.3, within(0.04));
    }

    @Test
    void forecastsDaysOfAYear() throws IOException {
        IntToDoubleFunction usual = level(0);
        IntToDoubleFunction year =
                day ->
                        300
                                + (day % 7 > 4 ? -30 : 10)
                                + 60 * Math.sin(2 * Math.PI * day / 365.2425)
                                + usual.applyAsDouble(day);
        forecast(days("y.csv", 1_095, year), "--horizon", "182d").exits(0);
        JsonNode json = json();
        assertThat(json.at("/resources/0/model/label").asText()).contains("[7] + year(");
        assertThat(json.at("/inputs/seasons tried").asText())
                .isEqualTo("7 buckets, a yearly cycle");
        for (int ahead : new int[] {0, 45, 91, 137, 181}) {
            double truth = year.applyAsDouble(1_095 + ahead);
            assertThat(cores(json, "median", ahead)).isCloseTo(truth, within(18.0));
        }
        forecast(days("y.csv", 1_095, year), "--horizon", "182d", "--season", "week").exits(1);
        assertThat(json().at("/verdict/reasons").toString()).contains("with the year");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            textBlock =
                    """
                    ,2025-05-11,,2,,, | found no name
                    a,,,2,,, | found no from
                    a,11.05.2025,,2,,, | found "11.05.2025" as from, expected 2026-01-31
                    a,2025-05-11,2025-05-11,2,,, | found to 2025-05-11, not after from 2025-05-11
                    a,2025-05-11,,0,,, | found factor 0, expected above 0
                    a,2025-05-11,,1,,, | found an event that changes nothing
                    a,2025-05-11,,x,,, | found "x" as factor, expected a number
                    a,2025-05-11,,2,,,130% | found certainty 130%, expected above 0%, at most 100%
                    a,2025-02-11,,2,,,50% | of an event that has begun, expected 100%
                    """)
    void refusesWhatIsNoEvent(String row, String said) throws IOException {
        String err =
                forecast(days("d.csv", 60, level(100)), "--events", events(row)).exits(3).err();
        assertThat(err).contains("events.csv:2", said);
    }

    @Test
    void refusesFilesOfNoEventsAndTooManyThatAreNotCertain() throws IOException {
        Path days = days("d.csv", 60, level(100));
        Path none = Files.writeString(directory.resolve("none.csv"), "name,from,factor\n");
        assertThat(forecast(days, "--events", none).exits(3).err()).contains("found no event");
        Path other = Files.writeString(directory.resolve("other.csv"), "name,when,factor\n");
        assertThat(forecast(days, "--events", other).exits(3).err())
                .contains("other.csv:1", "the header name,when,factor");
        String[] rows = new String[11];
        Arrays.setAll(rows, i -> "e" + i + ",2025-05-11,,1.1,,,50%");
        assertThat(forecast(days, "--events", events(rows), "--horizon", "90d").exits(3).err())
                .contains("11 events at once that are not certain", "at most 10");
        Path seconds = Files.writeString(directory.resolve("s.csv"), noDates());
        assertThat(forecast(seconds, "--events", events(rows[0])).exits(3).err())
                .contains("the date 2025-05-11", "--start");
    }

    private static String noDates() {
        StringBuilder rows = new StringBuilder("time_s,cpu,memory_gib\n");
        for (int day = 0; day < 60; day++) {
            rows.append(day * 86_400).append(",").append(100 + day % 5).append(",10\n");
        }
        return rows.toString();
    }
}
