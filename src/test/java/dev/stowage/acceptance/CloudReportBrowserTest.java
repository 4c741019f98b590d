package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report and the bills of {@code cloud}, as text and in a real browser. */
class CloudReportBrowserTest {
    private static final List<Object> STUDY =
            List.of(
                    "cloud",
                    "oscillating",
                    "--providers",
                    "aws,azure",
                    "--policies",
                    "fixed,type-adaptive,offline-optimum",
                    "--duration",
                    "2d",
                    "--start",
                    "2027-01-31",
                    "--focus",
                    "-o");

    @TempDir private static Path directory;

    private static Path output;

    @BeforeAll
    static void compare() {
        output = directory.resolve("day.cloud");
        Object[] command = Stream.concat(STUDY.stream(), Stream.of(output)).toArray();
        Stowage.run(command).exits(0);
    }

    @Test
    void billsWhatTheRecommendedPlanCosts() throws IOException {
        JsonNode best =
                new ObjectMapper()
                        .readTree(output.resolve("cloud.json").toFile())
                        .at("/recommendation/simplest");
        BigDecimal sum = BigDecimal.ZERO;
        List<String> lines = Files.readAllLines(output.resolve("bill.csv"));
        assertThat(lines.get(0)).startsWith("provider,region,charge,item,pricing");
        for (String line : lines.subList(1, lines.size())) {
            sum = sum.add(new BigDecimal(line.split(",", -1)[9]));
        }
        assertThat(sum)
                .isEqualByComparingTo(
                        BigDecimal.valueOf(best.get("usd").asDouble())
                                .setScale(2, RoundingMode.HALF_UP));
        String total = "$" + sum.toPlainString();
        assertThat(Files.readString(output.resolve("report.html"))).contains(total);
        assertThat(Files.readAllLines(output.resolve("focus.csv")).get(0))
                .startsWith("AvailabilityZone,BilledCost,BillingAccountId");
        assertThat(Files.readString(output.resolve("focus.csv")))
                .contains("2027-01-01T00:00:00Z", "2027-02-01T00:00:00Z", "2027-03-01T00:00:00Z");
    }

    @Test
    void refusesFocusWithoutAFirstDayAndDaysThatAreNone() {
        Stowage.run("cloud", "gradual", "--focus", "-o", directory.resolve("a"))
                .exits(2)
                .says("--focus", "--start");
        Stowage.run("cloud", "gradual", "--start", "31.1.2027", "-o", directory.resolve("b"))
                .exits(2)
                .says("--start", "31.1.2027", "2027-01-01");
    }

    @Test
    void drawsEveryChartInABrowser() throws Exception {
        assumeTrue(
                Chromium.program().isPresent(),
                "skipped: no Chromium on the path (apt install chromium, or set CHROMIUM)");
        try (Chromium chromium = Chromium.start(Chromium.program().orElseThrow())) {
            chromium.resize(1200, 900);
            chromium.open(output.resolve("report.html").toUri());
            assertThat(chromium.complaints()).isEmpty();
            assertThat(chromium.requests())
                    .filteredOn(address -> !address.startsWith("data:"))
                    .hasSize(1);
            assertThat(
                            chromium.evaluate(
                                    "[...document.querySelectorAll('.chart svg')].filter(svg =>"
                                            + " svg.querySelectorAll('path').length > 5).length"))
                    .hasToString("5");
            assertThat(
                            chromium.evaluate(
                                    "[...document.querySelectorAll('.views button')].every(button"
                                            + " => { button.click(); return"
                                            + " button.closest('figure').querySelector('svg')"
                                            + ".textContent.length > 10; })"))
                    .hasToString("true");
            chromium.resize(360, 800);
            chromium.open(output.resolve("report.html").toUri());
            assertThat(chromium.evaluate("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(360);
            assertThat(chromium.complaints()).isEmpty();
        }
    }
}
