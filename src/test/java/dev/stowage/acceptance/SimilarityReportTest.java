package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of {@code compare}, as text and in a real browser. */
class SimilarityReportTest {
    @TempDir private static Path directory;
    private static Path page;

    @BeforeAll
    static void compare() {
        page = directory.resolve("similarity.html");
        Stowage.run(
                        "compare",
                        "google-2011",
                        "google-2011",
                        "--jobs",
                        "3000",
                        "--tolerance",
                        "ks=0.2",
                        "--report",
                        page)
                .exits(0);
    }

    @Test
    void holdsEveryParameterAndAllElse() throws IOException {
        assertThat(Files.readString(page))
                .contains("<title>google-2011 beside google-2011</title>")
                .contains("Arrival of a job (J_AT)", "Duration of a job (J_D)")
                .contains("Job arrivals per 10\u00a0min", "Job arrivals per 1\u00a0h")
                .contains("ranks-difference", "Utilisation over time", "within tolerance")
                .contains("drawn by faithful, seed 42");
        String drawn =
                Files.readString(page).split("id=\"charts\">", 2)[1].split("</script>", 2)[0];
        assertThat(drawn).contains("\"chart-utilisation\"").doesNotContain("NaN", "[null", "null]");
    }

    @Test
    void isTheSameForTheSameInput() throws IOException {
        String first = Files.readString(page);
        Stowage.run(
                        "compare",
                        "google-2011",
                        "google-2011",
                        "--jobs",
                        "3000",
                        "--tolerance",
                        "ks=0.2",
                        "--threads",
                        "1",
                        "--force",
                        "--report",
                        page)
                .exits(0);
        assertThat(Files.readString(page)).isEqualTo(first);
    }

    @Test
    void doesNotReplaceAReportUnasked() throws IOException {
        Path kept = directory.resolve("kept.html");
        Files.writeString(kept, "mine");
        Stowage.run("compare", "google-2011", "google-2011", "--jobs", "50", "--report", kept)
                .exits(3)
                .says("kept.html", "--force");
        assertThat(Files.readString(kept)).isEqualTo("mine");
    }

    @Test
    void drawsEveryChartInABrowser() throws Exception {
        assumeTrue(
                Chromium.program().isPresent(),
                "skipped: no Chromium on the path (apt install chromium, or set CHROMIUM)");
        try (Chromium chromium = Chromium.start(Chromium.program().orElseThrow())) {
            chromium.resize(1100, 900);
            chromium.open(page.toUri());
            assertThat(chromium.complaints()).isEmpty();
            int figures = chromium.evaluate("document.querySelectorAll('.chart').length").asInt();
            assertThat(figures).isGreaterThanOrEqualTo(2 * 7 + 5 + 1);
            assertThat(
                            chromium.evaluate(
                                    "[...document.querySelectorAll('.chart svg')].filter(svg =>"
                                            + " svg.querySelectorAll('path').length > 5).length"))
                    .hasToString(Integer.toString(figures));
            assertThat(
                            chromium.evaluate(
                                    "[...document.querySelectorAll('.views button')].every(button"
                                            + " => { button.click(); return"
                                            + " button.closest('figure').querySelector('svg')"
                                            + ".textContent.length > 10; })"))
                    .hasToString("true");
            assertThat(
                            chromium.evaluate(
                                    "document.documentElement.scrollWidth <="
                                            + " window.innerWidth"))
                    .hasToString("true");
            assertThat(
                            chromium.evaluate(
                                    "document.querySelectorAll('.heat td.up, .heat"
                                            + " td.down').length > 30"))
                    .hasToString("true");
        }
    }
}
