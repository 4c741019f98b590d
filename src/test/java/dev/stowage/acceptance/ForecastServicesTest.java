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
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code forecast --by service}: all services of a demand, which add up to it. */
class ForecastServicesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HEADER = "date,service,cpu,memory_gib\n";

    @TempDir private Path directory;

    /** Search grows by a core in two days, shop has weekends, mail stays; every third hour. */
    private Path services(int days) throws IOException {
        Random noise = new Random(4);
        StringBuilder rows = new StringBuilder(HEADER);
        for (int day = 0; day < days; day++) {
            LocalDate date = LocalDate.of(2026, 1, 1).plusDays(day);
            row(rows, date, "search", 40 + 0.5 * day + noise.nextGaussian());
            row(rows, date, "shop", 60 + (day % 7 > 4 ? -20 : 5) + 2 * noise.nextGaussian());
            row(rows, date, "mail", 20 + noise.nextGaussian());
        }
        return Files.writeString(directory.resolve("services.csv"), rows);
    }

    private static void row(StringBuilder rows, LocalDate date, String name, double cores) {
        rows.append(String.format(Locale.ROOT, "%s,%s,%.3f,%.3f%n", date, name, cores, 3 * cores));
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

    @Test
    void addsUpAndNamesWhatDrivesTheGrowth() throws IOException {
        String out = forecast(services(140), "--by", "service", "--horizon", "60d").exits(0).out();
        assertThat(out.replaceAll("\\s+", " "))
                .containsPattern(
                        "What drives the growth: of [0-9.]+ cores of CPU more .*search (9|10)[0-9]");
        JsonNode json = json();
        JsonNode list = json.at("/services/list");
        assertThat(list).hasSize(3);
        assertThat(list.at("/0/name").asText()).isEqualTo("search");
        assertThat(list.at("/0/cpu/growth").asDouble()).isCloseTo(30, within(6.0));
        for (String resource : List.of("cpu", "memory")) {
            JsonNode whole = json.at("/resources/" + (resource.equals("cpu") ? 0 : 1));
            for (int h = 0; h < 60; h++) {
                double sum = 0;
                for (JsonNode service : list) {
                    sum += service.at("/" + resource + "/median/" + h).asDouble();
                }
                assertThat(sum)
                        .isCloseTo(whole.at("/forecast/median/" + h).asDouble(), within(1e-3));
            }
        }
        assertThat(json.at("/inputs/services").asText()).isEqualTo("3");
        assertThat(Files.readString(directory.resolve("f/report.html")))
                .contains("What drives the growth", "search");
    }

    /** Several rows a bucket: the peak of the whole, and what each needed at that moment. */
    @Test
    void takesWhatEachNeededAtThePeakOfAll() throws IOException {
        StringBuilder rows = new StringBuilder("time_s,service,cpu,memory_gib\n");
        for (int day = 0; day < 40; day++) {
            for (int hour = 0; hour < 24; hour++) {
                int time = (day * 24 + hour) * 3_600;
                int day7 = day % 7;
                rows.append(time).append(",noon,").append(hour == 12 ? 50 + day7 : 10);
                rows.append(",1\n");
                rows.append(time).append(",night,").append(hour == 3 ? 40 : 20).append(",1\n");
            }
        }
        Path input = Files.writeString(directory.resolve("hours.csv"), rows);
        forecast(input, "--by", "service", "--bucket", "1d", "--horizon", "7d");
        JsonNode json = json();
        // at noon 50 to 56 and 20; the night's own peak of 40 is at three
        assertThat(json.at("/resources/0/history/8").asDouble()).isEqualTo(71);
        for (JsonNode service : json.at("/services/list")) {
            boolean isNoon = service.get("name").asText().equals("noon");
            assertThat(service.at("/cpu/now").asDouble()).isCloseTo(isNoon ? 53 : 20, within(1e-6));
        }
    }

    /** A launch moves its service and the whole, and no other service. */
    @Test
    void putsEventsIntoTheServicesThatTheyMove() throws IOException {
        Path services = services(140);
        forecast(services, "--by", "service", "--horizon", "60d");
        JsonNode plain = json();
        Path events =
                Files.writeString(
                        directory.resolve("events.csv"),
                        """
                        name,service,from,factor,cpu,certainty
                        launch,mail,2026-06-01,2,50,
                        trial,search,2026-06-20,,30,50%
                        """);

        forecast(services, "--by", "service", "--horizon", "60d", "--events", events);

        JsonNode json = json();
        assertThat(json.at("/events/0/service").asText()).isEqualTo("mail");
        int early = 20; // the history ends with May 20: after the launch, before the trial
        int late = 59;
        for (int h : new int[] {early, late}) {
            double mail = of(json, "mail", h) - of(plain, "mail", h);
            assertThat(mail).isCloseTo(20 + 50, within(2.0));
            assertThat(of(json, "shop", h)).isCloseTo(of(plain, "shop", h), within(1e-3));
            double whole = whole(json, h) - whole(plain, h);
            // with a chance of one half search has 30 more: the median lies between
            assertThat(whole).isBetween(mail - 1e-3, mail + (h == early ? 1e-3 : 30));
        }
        assertThat(of(json, "mail", early) + of(json, "shop", early) + of(json, "search", early))
                .isCloseTo(whole(json, early), within(1e-3));
        assertThat(whole(json, 0)).isCloseTo(whole(plain, 0), within(1e-3));
        assertThat(Files.readString(directory.resolve("f/report.html"))).contains("mail: ×");
    }

    /** What a sale added in the past is no growth and no level. */
    @Test
    void takesPastEventsOutOfTheirServices() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        Random noise = new Random(4);
        for (int day = 0; day < 140; day++) {
            LocalDate date = LocalDate.of(2026, 1, 1).plusDays(day);
            row(rows, date, "shop", 60 + noise.nextGaussian() + (day >= 130 ? 40 : 0));
            row(rows, date, "mail", 20 + noise.nextGaussian());
        }
        Path input = Files.writeString(directory.resolve("sale.csv"), rows);
        Path events =
                Files.writeString(
                        directory.resolve("events.csv"),
                        """
                        name,service,from,to,cpu,memory_gib
                        sale,shop,2026-05-11,2026-05-21,40,120
                        """);

        forecast(input, "--by", "service", "--horizon", "30d", "--events", events);

        assertThat(whole(json(), 29)).isCloseTo(80, within(3.0));
        assertThat(of(json(), "shop", 29)).isCloseTo(60, within(3.0));
    }

    private static double whole(JsonNode forecast, int day) {
        return forecast.at("/resources/0/forecast/median/" + day).asDouble();
    }

    /** CPU of a service. */
    private static double of(JsonNode forecast, String name, int day) {
        for (JsonNode each : forecast.at("/services/list")) {
            if (each.get("name").asText().equals(name)) {
                return each.at("/cpu/median/" + day).asDouble();
            }
        }
        throw new AssertionError("no service " + name);
    }

    @Test
    void isTheSameForAnyNumberOfThreadsAndOrderOfServices() throws IOException {
        Path input = services(100);
        forecast(input, "--by", "service", "--horizon", "30d");
        byte[] first = Files.readAllBytes(directory.resolve("f/forecast.json"));
        forecast(input, "--by", "service", "--horizon", "30d");
        assertThat(Files.readAllBytes(directory.resolve("f/forecast.json"))).isEqualTo(first);
    }

    @Test
    void refusesWhatHasNoServices() throws IOException {
        Path input = services(40);
        assertThat(forecast(input, "--by", "team").exits(3).err())
                .contains("services.csv:1", "time_s,cpu,memory_gib,team");
        Path nameless = Files.writeString(directory.resolve("n.csv"), HEADER + "2026-01-01,,1,1\n");
        assertThat(forecast(nameless, "--by", "service").exits(3).err())
                .contains("n.csv:2", "no name of a service");
        Path once =
                Files.writeString(
                        directory.resolve("o.csv"),
                        Files.readString(input) + "2026-03-01,late,1,1\n");
        assertThat(forecast(once, "--by", "service").exits(3).err())
                .contains("o.csv:" + (3 * 40 + 2), "1 row of \"late\"");
        Path mistyped =
                Files.writeString(
                        directory.resolve("m.csv"),
                        Files.readString(input) + "2026-03-01,Shop,1,1\n");
        assertThat(forecast(mistyped, "--by", "service").exits(3).err())
                .contains(
                        "m.csv:" + (3 * 40 + 2),
                        "1 row of \"Shop\"",
                        "\"shop\" differs from it only by case and blanks");
        Path events =
                Files.writeString(directory.resolve("e.csv"), "name,from,factor\nx,2026-03-01,2\n");
        assertThat(forecast(input, "--by", "service", "--events", events).exits(3).err())
                .contains("e.csv:2", "an event of no service");
        Path strange =
                Files.writeString(
                        directory.resolve("s.csv"),
                        "name,service,from,factor\nx,chat,2026-03-01,2\n");
        assertThat(forecast(input, "--by", "service", "--events", strange).exits(3).err())
                .contains("s.csv:2", "service chat, of which the history has no rows");
    }

    /** What one series names is named of each service: rows that lack, and an end. */
    @Test
    void namesServicesThatLackRows() throws IOException {
        StringBuilder rows = new StringBuilder(HEADER);
        Random noise = new Random(4);
        for (int day = 0; day < 140; day++) {
            LocalDate date = LocalDate.of(2026, 1, 1).plusDays(day);
            row(rows, date, "shop", 60 + noise.nextGaussian());
            if (day < 60 || day > 64) {
                row(rows, date, "search", 30 + noise.nextGaussian());
            }
            if (day < 100) {
                row(rows, date, "mail", 5 + noise.nextGaussian());
            }
            if (day >= 20) {
                row(rows, date, "late", 5 + noise.nextGaussian());
            }
        }
        Path input = Files.writeString(directory.resolve("gaps.csv"), rows);

        forecast(
                input,
                "--by",
                "service",
                "--horizon",
                "14d",
                "--season",
                "none",
                "--scale",
                "linear",
                "--paths",
                "100");

        assertThat(json().at("/warnings").toString())
                .contains(
                        "search has no rows from 2026-03-02 to 2026-03-07",
                        "mail has no rows from 2026-04-11 to the end of the history")
                .doesNotContain("shop has", "late has");
        forecast(
                input,
                "--by",
                "service",
                "--horizon",
                "14d",
                "--season",
                "none",
                "--scale",
                "linear",
                "--paths",
                "100",
                "--from",
                "65d");
        assertThat(json().at("/warnings").toString())
                .contains("mail has no rows")
                .doesNotContain("search has");
    }

    @Test
    void namesServicesThatDifferByCaseAlone() throws IOException {
        Path input = services(60);
        Path twice =
                Files.writeString(
                        directory.resolve("twice.csv"),
                        Files.readString(input) + "2026-02-28,Mail,1,1\n2026-03-01,Mail,1,1\n");

        forecast(
                twice,
                "--by",
                "service",
                "--horizon",
                "14d",
                "--season",
                "none",
                "--scale",
                "linear",
                "--paths",
                "100");

        assertThat(json().at("/warnings").toString())
                .contains("mail\\\" and \\\"Mail\\\" differ only by case and blanks");
    }
}
