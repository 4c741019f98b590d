package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Orders of {@code forecast} by the kinds of servers that a scenario of {@code plan} has. */
class ForecastKindsTest {
    private static final String TYPES =
            """
            servers:
              types:
                - {name: r640, cpu: 12, memoryGiB: 48, monthlyUsd: 60, max: 0}
                - {name: r760, cpu: 48, memoryGiB: 192, monthlyUsd: 110, purchaseUsd: 15000.37,
                   years: 5, leadWeeks: 8}
                - {name: r660, cpu: 32, memoryGiB: 256, monthlyUsd: 90.01, purchaseUsd: 12000,
                   years: 5, leadWeeks: 3}
                - {name: rented, cpu: 16, memoryGiB: 64, monthlyUsd: 700}
            """;
    private static final String EXISTING =
            """
              existing:
                - {type: r640, count: 30, mayRetire: true}
                - {type: r760, count: 1}
            """;
    private static final Map<String, Integer> LEAD_DAYS =
            Map.of("r760", 56, "r660", 21, "rented", 0);

    @TempDir private Path directory;
    private Path demand = Path.of("");

    /** Days that grow by a core and by 4.2 GiB: 408 cores are passed after some 100 days. */
    @BeforeEach
    void demand() throws IOException {
        Random random = new Random(1);
        StringBuilder rows = new StringBuilder("date,cpu,memory_gib\n");
        for (int day = 0; day < 200; day++) {
            rows.append(
                    String.format(
                            Locale.ROOT,
                            "%s,%.2f,%.2f%n",
                            LocalDate.of(2026, 1, 1).plusDays(day),
                            100 + day + (day % 7 > 4 ? -20 : 0) + 4 * random.nextGaussian(),
                            400 + 4.2 * day + 12 * random.nextGaussian()));
        }
        demand = Files.writeString(directory.resolve("demand.csv"), rows);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("servers.yaml"), text);
    }

    private Stowage.Result forecast(Object... options) {
        List<Object> args =
                new ArrayList<>(List.of("forecast", demand, "-o", directory.resolve("f.forecast")));
        args.addAll(List.of(options));
        return run(args.toArray());
    }

    /** Without the breaks of its lines. */
    private static String flat(Stowage.Result result) {
        return result.out().replaceAll("\\s+", " ");
    }

    private JsonNode json() throws IOException {
        JsonNode forecast =
                JsonMapper.builder()
                        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                        .build()
                        .readTree(directory.resolve("f.forecast/forecast.json").toFile());
        assertThat(Schemas.problems("forecast.schema.json", forecast)).isEmpty();
        return forecast;
    }

    private static BigDecimal usd(JsonNode of, String key) {
        return of.get(key).decimalValue();
    }

    @Test
    void ordersByKindWithDatesAndMoneyToTheCent() throws IOException {
        Stowage.Result result = forecast("--servers", file(TYPES + EXISTING)).exits(1);
        JsonNode json = json();
        assertThat(json.at("/capacity/total/cpu").decimalValue()).isEqualByComparingTo("408");
        JsonNode purchase = json.get("purchase");
        assertThat(purchase.get("kinds")).hasSize(3);
        BigDecimal once = BigDecimal.ZERO;
        BigDecimal monthly = BigDecimal.ZERO;
        int total = 0;
        assertThat(purchase.get("orders").size()).isGreaterThan(2);
        for (JsonNode order : purchase.get("orders")) {
            assertThat(order.get("isCheapest").asBoolean()).isTrue();
            OffsetDateTime arrives = OffsetDateTime.parse(order.at("/arrives/at").asText());
            BigDecimal ofLines = BigDecimal.ZERO;
            for (JsonNode line : order.get("lines")) {
                JsonNode kind = purchase.get("kinds").get(line.get("kind").asInt());
                int servers = line.get("servers").asInt();
                total += servers;
                assertThat(OffsetDateTime.parse(line.at("/orderBy/at").asText()))
                        .isEqualTo(arrives.minusDays(LEAD_DAYS.get(kind.get("type").asText())));
                assertThat(usd(line, "usdOnce"))
                        .isEqualByComparingTo(
                                usd(kind, "usdOnce").multiply(BigDecimal.valueOf(servers)));
                assertThat(usd(line, "usdMonthly"))
                        .isEqualByComparingTo(
                                usd(kind, "usdMonthly").multiply(BigDecimal.valueOf(servers)));
                ofLines = ofLines.add(usd(line, "usdOnce"));
            }
            assertThat(usd(order, "usdOnce")).isEqualByComparingTo(ofLines);
            assertThat(order.get("total").asInt()).isEqualTo(total);
            once = once.add(usd(order, "usdOnce"));
            monthly = monthly.add(usd(order, "usdMonthly"));
        }
        assertThat(usd(purchase, "usdOnce")).isEqualByComparingTo(once);
        assertThat(usd(purchase, "usdMonthly")).isEqualByComparingTo(monthly);
        JsonNode first = purchase.at("/orders/0");
        String type =
                purchase.get("kinds").get(first.at("/lines/0/kind").asInt()).get("type").asText();
        assertThat(flat(result))
                .contains(
                        "Order "
                                + first.at("/lines/0/servers").asInt()
                                + " × "
                                + type
                                + " by "
                                + first.at("/lines/0/orderBy/at").asText().substring(0, 10)
                                + ", for $",
                        "Each order is the cheapest that holds until the next one");
        assertThat(Files.readString(directory.resolve("f.forecast/report.html")))
                .contains("× r660", "r760 has 48", "56");
    }

    @Test
    void multipliesPricesBeforeItRoundsThem() throws IOException {
        String types =
                """
                servers:
                  types:
                    - {name: b, cpu: 8, memoryGiB: 32, monthlyUsd: 0.005}
                """;
        String existing = "  existing: [{type: b, count: 51}]\n";
        forecast("--servers", file(types + existing)).exits(1);
        JsonNode purchase = json().get("purchase");
        JsonNode line = purchase.at("/orders/0/lines/0");
        assertThat(usd(purchase.at("/kinds/0"), "usdMonthly")).isEqualByComparingTo("0.005");
        assertThat(usd(line, "usdMonthly"))
                .isEqualByComparingTo(
                        new BigDecimal("0.005")
                                .multiply(BigDecimal.valueOf(line.get("servers").asInt())));
    }

    /** Memory grows by 4.2 GiB for each core, and there are as many to spare of each. */
    @Test
    void saysThatBothRunOutTogether() throws IOException {
        String text = flat(forecast("--capacity", "400c1690g").exits(1));
        JsonNode dates = json().get("exhaustion");
        String cpu = dates.at("/cpu/p50/at").asText();
        String memory = dates.at("/memory/p50/at").asText();
        assertThat(cpu)
                .isBetween(dates.at("/memory/p5/at").asText(), dates.at("/memory/p95/at").asText());
        assertThat(memory)
                .isBetween(dates.at("/cpu/p5/at").asText(), dates.at("/cpu/p95/at").asText());
        assertThat(text)
                .contains(
                        "CPU and memory run out at about the same time. ",
                        "CPU runs out before memory on ");
        assertThat(flat(forecast("--capacity", "400c3000g", "--force").exits(1)))
                .contains("CPU runs out first");
        assertThat(json().at("/exhaustion/memory/p50").isNull()).isTrue();
    }

    @Test
    void takesTheTypesOfAWholeScenarioBesideACapacity() throws IOException {
        String scenario =
                TYPES
                        + "  schedule: {from: 2026-01-01, by: 2026-01-02}\n"
                        + "workload: {model: google-2011}\n"
                        + "objective: {pendingSeconds: {p99: 60}}\n";
        forecast("--capacity", "408c1632g", "--buy", file(scenario)).exits(1);
        assertThat(json().at("/purchase/kinds")).hasSize(3);
    }

    @Test
    void saysFromWhenAllThatMayBeBoughtIsTooLittle() throws IOException {
        String few = TYPES.replace("monthlyUsd: 700}", "monthlyUsd: 700, max: 1}");
        few = few.replace("years: 5,", "years: 5, max: 1,");
        assertThat(flat(forecast("--servers", file(few + EXISTING)).exits(1)))
                .contains("All servers that may be bought are too few from 2027-");
        assertThat(json().at("/purchase/shortFrom/at").asText()).startsWith("2027-");
    }

    @Test
    void refusesKindsThatCanNotBeOrderedBy() throws IOException {
        forecast("--servers", file(TYPES))
                .exits(3)
                .says("servers.yaml:2", "no servers that are there", "--capacity 400c1600g");
        forecast("--servers", file(TYPES + EXISTING), "--lead-time", "8w")
                .exits(2)
                .says("--lead-time: found beside kinds of servers, expected leadWeeks");
        forecast("--servers", file(TYPES + EXISTING), "--price", "8")
                .exits(2)
                .says("expected monthlyUsd of each type");
        forecast(
                        "--servers",
                        file(TYPES + EXISTING.replace("mayRetire: true", "retireBy: 2026-08")))
                .exits(3)
                .says("servers.yaml:", "servers that retire by 2026-08", "servers that stay")
                .says("servers.existing[0].retireBy");
        forecast("--servers", file(TYPES + EXISTING + "  minimise: power\n"))
                .exits(3)
                .says("minimise in a forecast", "each order is the cheapest that holds");
        forecast("--servers", file(TYPES.replace("cpu: 48", "cpu: 0") + EXISTING))
                .exits(3)
                .says("servers.types[1].cpu", "0");
        forecast("--servers", file(TYPES.replace("monthlyUsd: 700", "years: 3") + EXISTING))
                .exits(3)
                .says("a type without a price");
        forecast("--servers", file(TYPES + EXISTING + "  budget: {monthlyUsd: 900}\n"))
                .exits(3)
                .says("budget in a forecast", "each order is the cheapest that holds");
        forecast("--capacity", "408c1632g", "--buy", directory.resolve("missing.yaml")).exits(3);
        forecast("--capacity", "408c1632g", "--buy", "48").exits(2).says("--buy");
    }
}
