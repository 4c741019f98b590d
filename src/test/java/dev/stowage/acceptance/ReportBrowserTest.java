package dev.stowage.acceptance;

import static dev.stowage.acceptance.Stowage.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a plan in a real browser. Needs Chromium; skipped without. */
class ReportBrowserTest {
    /** Charts of the page: headroom, demand, utilisation, waiting, cost. */
    private static final int CHARTS = 5;

    @TempDir private static Path directory;

    private static Chromium chromium;
    private static URI report;

    @BeforeAll
    static void planAndOpen() throws Exception {
        assumeTrue(
                Chromium.program().isPresent(),
                "skipped: no Chromium on the path (apt install chromium, or set CHROMIUM)");
        Path plan = directory.resolve("night.plan");
        run("plan", "examples/night-batch.yaml", "-o", plan).exits(0);
        report = plan.resolve("report.html").toUri();
        chromium = Chromium.start(Chromium.program().orElseThrow());
        chromium.resize(1200, 900);
        chromium.emulate("light", "");
        chromium.open(report);
    }

    @AfterAll
    static void close() throws Exception {
        if (chromium != null) {
            chromium.close();
        }
    }

    @Test
    void saysNothingOnTheConsole() throws Exception {
        chromium.open(report);
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void noticesWhatAPageSaysOnTheConsole() throws Exception {
        Path page = directory.resolve("loud.html");
        Files.writeString(page, "<script>console.error('ouch'); nothing();</script>");
        chromium.open(page.toUri());
        assertThat(chromium.complaints()).anyMatch(c -> c.contains("ouch"));
        assertThat(chromium.complaints()).anyMatch(c -> c.contains("nothing is not defined"));
    }

    @Test
    void asksTheNetworkForNothing() throws Exception {
        chromium.open(report);
        assertThat(chromium.requests())
                .filteredOn(address -> !address.startsWith("data:"))
                .containsExactly(report.toString());
    }

    @Test
    void drawsEveryChart() throws Exception {
        chromium.open(report);
        JsonNode drawn =
                chromium.evaluate(
                        "[...document.querySelectorAll('.chart svg')]"
                                + ".map(svg => svg.querySelectorAll('path').length)");
        assertThat(drawn).hasSize(CHARTS).allMatch(paths -> paths.asInt() > 5);
    }

    @Test
    void drawsEveryViewThatAButtonChooses() throws Exception {
        chromium.open(report);
        JsonNode chosen =
                chromium.evaluate(
                        "[...document.querySelectorAll('.views button')].map(button => {"
                                + " button.click(); const svg = button.closest('figure')"
                                + ".querySelector('svg'); return svg.textContent.length > 10"
                                + " && button.getAttribute('aria-pressed') === 'true'; })");
        assertThat(chosen.size()).isGreaterThan(6);
        assertThat(chosen).allMatch(JsonNode::asBoolean);
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void holdsThePlanAsItIsOnDisk() throws Exception {
        chromium.open(report);
        JsonNode plan = plan();
        String embedded = chromium.evaluate("document.getElementById('plan').textContent").asText();
        assertThat(new ObjectMapper().readTree(embedded)).isEqualTo(plan);

        String text =
                chromium.evaluate("document.body.textContent").asText().replace('\u00a0', ' ');
        assertThat(text)
                .contains(plan.at("/servers/0/count").asText() + " servers of type r660")
                .contains(
                        String.format(
                                java.util.Locale.ROOT,
                                "$%,.2f",
                                plan.at("/cost/yearlyUsd").asDouble()));
        for (JsonNode option : plan.path("clouds")) {
            assertThat(text)
                    .contains(option.path("vmType").asText(), option.path("region").asText())
                    .contains(
                            String.format(
                                    java.util.Locale.ROOT,
                                    "$%,.2f",
                                    option.path("totalUsd").asDouble()));
        }
    }

    @Test
    void drawsTheHeadroomCurveOfThePlan() throws Exception {
        chromium.open(report);
        JsonNode figures =
                new ObjectMapper()
                        .readTree(
                                chromium.evaluate("document.getElementById('charts').textContent")
                                        .asText());
        JsonNode curve = figures.at("/0/views/0/series/0/data");
        JsonNode points = plan().path("curve");
        assertThat(curve).hasSameSizeAs(points);
        for (int i = 0; i < curve.size(); i++) {
            assertThat(curve.get(i).get(0).asInt())
                    .isEqualTo(points.get(i).path("servers").asInt());
        }
    }

    @Test
    void changesItsColoursInTheDark() throws Exception {
        chromium.open(report);
        // a moment later: the page hears of the change after the style has changed
        String colours =
                "new Promise(done => setTimeout(() => done("
                        + "getComputedStyle(document.body).backgroundColor + ' '"
                        + " + document.querySelector('.chart svg text').getAttribute('fill')), 300))";
        String light = chromium.evaluate(colours).asText();
        chromium.emulate("dark", "");
        String dark = chromium.evaluate(colours).asText();
        chromium.emulate("light", "");
        assertThat(dark.split(" #", -1)[0]).isNotEqualTo(light.split(" #", -1)[0]);
        assertThat(dark.split(" #", -1)[1]).isNotEqualTo(light.split(" #", -1)[1]);
    }

    @Test
    void fitsANarrowScreen() throws Exception {
        chromium.resize(360, 800);
        chromium.open(report);
        int width = chromium.evaluate("document.documentElement.scrollWidth").asInt();
        chromium.resize(1200, 900);
        assertThat(width).isLessThanOrEqualTo(360);
    }

    @Test
    void printsWithItsTablesOpenAndChartsInPlace() throws Exception {
        chromium.open(report);
        byte[] pdf = chromium.pdf();
        assertThat(new String(pdf, 0, 5, StandardCharsets.ISO_8859_1)).isEqualTo("%PDF-");
        chromium.emulate("light", "print");
        chromium.evaluate("window.dispatchEvent(new Event('beforeprint'))");
        int closed =
                chromium.evaluate("document.querySelectorAll('details:not([open])').length")
                        .asInt();
        JsonNode heights =
                chromium.evaluate(
                        "[...document.querySelectorAll('.chart')]"
                                + ".map(chart => chart.getBoundingClientRect().height)");
        chromium.evaluate("window.dispatchEvent(new Event('afterprint'))");
        chromium.emulate("light", "");
        assertThat(closed).isZero();
        assertThat(heights).hasSize(CHARTS).allMatch(height -> height.asDouble() > 100);
        assertThat(chromium.evaluate("document.querySelectorAll('details[open]').length").asInt())
                .isZero();
    }

    @Test
    void namesWhatItShowsForThoseWhoDoNotSeeIt() throws Exception {
        chromium.open(report);
        JsonNode unnamed =
                chromium.evaluate(
                        "[...document.querySelectorAll('.chart')].filter(chart =>"
                                + " chart.getAttribute('role') !== 'img'"
                                + " || chart.getAttribute('aria-label').length < 30).length");
        assertThat(unnamed.asInt()).isZero();
        assertThat(chromium.evaluate("document.documentElement.lang").asText()).isEqualTo("en");
        assertThat(chromium.evaluate("document.querySelectorAll('h1').length").asInt()).isOne();
        assertThat(
                        chromium.evaluate(
                                        "[...document.querySelectorAll('th')].every(th =>"
                                                + " th.scope === 'col' || th.scope === 'row')")
                                .asBoolean())
                .isTrue();
    }

    private static JsonNode plan() throws Exception {
        Path file = directory.resolve("night.plan/plan.json");
        return new ObjectMapper().readTree(Files.readString(file));
    }
}
