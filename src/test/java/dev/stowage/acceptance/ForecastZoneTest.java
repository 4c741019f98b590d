package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code forecast --zone}: days of people, not of UTC. */
class ForecastZoneTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @TempDir private Path directory;

    /** Rows by the hour in UTC of people who come at nine, whatever UTC says. */
    private Path office() throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        Random noise = new Random(3);
        ZonedDateTime at = ZonedDateTime.of(2026, 3, 9, 0, 0, 0, 0, BERLIN);
        ZonedDateTime end = at.plusDays(35);
        for (; at.isBefore(end); at = at.plusHours(1)) {
            boolean isOpen = at.getHour() >= 9 && at.getHour() < 18;
            double cpu = (isOpen ? 300 : 100) + noise.nextGaussian();
            rows.append(at.toInstant().toString().replace("Z", "+00:00"));
            rows.append(',').append(cpu).append(",10\n");
        }
        return Files.writeString(directory.resolve("office.csv"), rows);
    }

    private JsonNode forecast(Path input, String zone) throws IOException {
        Stowage.Result result =
                run(
                        "forecast",
                        input,
                        "--zone",
                        zone,
                        "--bucket",
                        "1h",
                        "--season",
                        "day",
                        "--horizon",
                        "3d",
                        "--force",
                        "-o",
                        directory.resolve("f"));
        assertThat(result.exit()).as(result.err()).isBetween(0, 1);
        JsonNode forecast = JSON.readTree(directory.resolve("f/forecast.json").toFile());
        assertThat(Schemas.problems("forecast.schema.json", forecast)).isEmpty();
        return forecast;
    }

    @Test
    void followsPeopleThroughTheChangeOfClocks() throws IOException {
        Path office = office();

        JsonNode berlin = forecast(office, "Europe/Berlin");
        JsonNode utc = forecast(office, "UTC");

        assertThat(berlin.at("/history/zone").asText()).isEqualTo("Europe/Berlin");
        assertThat(utc.at("/history/zone").asText()).isEqualTo("Z");
        assertThat(berlin.at("/history/timeZero").asText()).isEqualTo("2026-03-08T23:00:00Z");
        assertThat(berlin.at("/history/buckets").asInt()).isEqualTo(35 * 24);
        double error = berlin.at("/resources/0/backtest/mase").asDouble();
        assertThat(error).isLessThan(0.5 * utc.at("/resources/0/backtest/mase").asDouble());
        for (int hour = 0; hour < 24; hour++) {
            double expected = hour >= 9 && hour < 18 ? 300 : 100;
            assertThat(berlin.at("/resources/0/forecast/median/" + hour).asDouble())
                    .as("hour %s", hour)
                    .isBetween(expected - 5, expected + 5);
        }
        assertThat(berlin.at("/warnings/0").asText())
                .isEqualTo(
                        "Clocks were set forward at 2026-03-29\u00a003:00: what is usual stands for"
                                + " the time that they skipped.");
    }

    @Test
    void readsAndWritesDatesOfTheZone() throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        LocalDateTime at = LocalDateTime.of(2026, 1, 1, 0, 0);
        Random noise = new Random(5);
        for (int day = 0; day < 120; day++) {
            rows.append(at.plusDays(day).toLocalDate()).append(',');
            rows.append(100 + day + 2 * noise.nextGaussian()).append(",10\n");
        }
        Path days = Files.writeString(directory.resolve("days.csv"), rows);

        Stowage.Result result =
                run(
                        "forecast",
                        days,
                        "--zone",
                        "America/New_York",
                        "--servers",
                        "3x100c1000g",
                        "--horizon",
                        "120d",
                        "-o",
                        directory.resolve("f"),
                        "--json");

        JsonNode forecast = JSON.readTree(result.out());
        assertThat(forecast.at("/history/bucketSeconds").asDouble()).isEqualTo(86_400);
        assertThat(forecast.at("/history/leftOut").asInt()).isZero();
        assertThat(forecast.at("/history/timeZero").asText()).isEqualTo("2026-01-01T05:00:00Z");
        assertThat(forecast.at("/exhaustion/p50/at").asText()).endsWith("T00:00:00-04:00");
    }

    @Test
    void refusesTimesThatClocksSkipAndZonesThatAreNone() throws IOException {
        Path skipped =
                Files.writeString(
                        directory.resolve("skipped.csv"),
                        "date,cpu,memory_gib\n2026-03-29T01:00,1,1\n2026-03-29T02:00,1,1\n");
        Path twice =
                Files.writeString(
                        directory.resolve("twice.csv"),
                        "date,cpu,memory_gib\n2026-10-25T02:00,1,1\n2026-10-25T02:00,1,1\n");
        Path seconds =
                Files.writeString(
                        directory.resolve("seconds.csv"),
                        "time_s,cpu,memory_gib\n0,1,1\n3600,1,1\n");

        run("forecast", skipped, "--zone", "Europe/Berlin")
                .says("skipped.csv:3", "which clocks in Europe/Berlin skip");
        run("forecast", twice, "--zone", "Europe/Berlin").says("twice.csv:3", "Write the offset");
        run("forecast", seconds, "--zone", "Europe/Berlin")
                .says("--zone: found Europe/Berlin, and no date of time 0");
        run("forecast", seconds, "--zone", "Berlin")
                .says("--zone: found Berlin, expected a name as Europe/Berlin");
    }

    /** 100 days over a change of clocks are an hour short of 2,400: they were 99.96 days. */
    @Test
    void countsDaysOfTheCalendar() throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        for (int day = 0; day < 100; day++) {
            rows.append(LocalDate.of(2025, 11, 1).plusDays(day))
                    .append(String.format(Locale.ROOT, ",%d,%d%n", 100 + day + day % 3, 400));
        }
        Path input = Files.writeString(directory.resolve("days.csv"), rows);
        Stowage.Result result =
                run(
                        "forecast",
                        input,
                        "--zone",
                        "Europe/Berlin",
                        "--horizon",
                        "100d",
                        "-o",
                        directory.resolve("f"));
        assertThat(result.out()).contains("next 100").doesNotContain("99.9");
        assertThat(Files.readString(directory.resolve("f/report.html")))
                .contains("Date (Europe/Berlin, UTC+01:00)");
    }

    /** Six weeks before an arrival is the same hour of the clock, and two months the same day. */
    @Test
    void countsLeadTimesOnTheCalendar() throws IOException {
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        Random noise = new Random(5);
        for (int day = 0; day < 150; day++) {
            rows.append(LocalDate.of(2025, 9, 1).plusDays(day)).append(',');
            rows.append(100 + day + 2 * noise.nextGaussian()).append(",10\n");
        }
        Path days = Files.writeString(directory.resolve("days.csv"), rows);
        for (String lead : new String[] {"6w", "2mo"}) {
            Stowage.Result result =
                    run(
                            "forecast",
                            days,
                            "--zone",
                            "Europe/Berlin",
                            "--season",
                            "none",
                            "--scale",
                            "linear",
                            "--servers",
                            "32x10c100g",
                            "--horizon",
                            "20w",
                            "--lead-time",
                            lead,
                            "--every",
                            "2w",
                            "--force",
                            "-o",
                            directory.resolve("f"),
                            "--json");
            JsonNode orders = JSON.readTree(result.out()).at("/purchase/orders");
            JsonNode kind = JSON.readTree(result.out()).at("/purchase/kinds/0");
            assertThat(kind.at("/leadMonths").asInt()).isEqualTo(lead.equals("6w") ? 0 : 2);
            String report = Files.readString(directory.resolve("f/report.html"));
            assertThat(report.contains("months of the calendar")).isEqualTo(lead.equals("2mo"));
            boolean isAcross = false;
            for (JsonNode order : orders) {
                OffsetDateTime arrives = OffsetDateTime.parse(order.at("/arrives/at").asText());
                OffsetDateTime by = OffsetDateTime.parse(order.at("/orderBy/at").asText());
                assertThat(by.toLocalDateTime())
                        .isEqualTo(
                                lead.equals("6w")
                                        ? arrives.toLocalDateTime().minusWeeks(6)
                                        : arrives.toLocalDateTime().minusMonths(2));
                assertThat(order.at("/isLate").asBoolean()).isFalse();
                isAcross |= !by.getOffset().equals(arrives.getOffset());
            }
            assertThat(isAcross).as(lead).isTrue();
        }
    }
}
