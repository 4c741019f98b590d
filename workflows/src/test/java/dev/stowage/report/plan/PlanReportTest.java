package dev.stowage.report.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class PlanReportTest {
    @Test
    void givesTheSameBytesForTheSameFigures() {
        assertThat(PlanReport.html(SamplePlan.figures()))
                .isEqualTo(PlanReport.html(SamplePlan.figures()));
    }

    @Test
    void isOnePageWithoutReferencesToTheNetwork() {
        String html = PlanReport.html(SamplePlan.figures());
        assertThat(html).startsWith("<!DOCTYPE html>").contains("<html lang=\"en\">");
        assertThat(html).doesNotContain("src=\"http").doesNotContain("<link rel=\"stylesheet\"");
        assertThat(html.length()).isLessThan(1_200_000);
    }

    @Test
    void letsNoTextEndAScriptOrBecomeMarkup() {
        String html = PlanReport.html(SamplePlan.figures());

        assertThat(html).doesNotContain("<script>alert(1)").doesNotContain("</script><!--");
        assertThat(html).contains("June &lt;script&gt;alert(1)&lt;/script&gt; &amp; ");
    }

    /**
     * On 13 servers 52 of 61 replications hold. Limits by SciPy 1.17.1: {@code beta.ppf(0.05, 52,
     * 10)} and {@code beta.ppf(0.95, 53, 9)}.
     */
    @Test
    void drawsInHowManyWindowsTheObjectiveHoldsWithItsLimits() {
        String html = PlanReport.html(SamplePlan.figures());

        assertThat(html).contains("Windows that hold");
        Matcher band =
                Pattern.compile("\\[13(?:\\.0)?,(0\\.756[0-9]+),(0\\.920[0-9]+)]").matcher(html);
        assertThat(band.find()).isTrue();
        assertThat(Double.parseDouble(band.group(1))).isCloseTo(0.75665717, within(1e-4));
        assertThat(Double.parseDouble(band.group(2))).isCloseTo(0.92081423, within(1e-4));
    }
}
