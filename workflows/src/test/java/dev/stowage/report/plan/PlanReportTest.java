package dev.stowage.report.plan;

import static org.assertj.core.api.Assertions.assertThat;

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
}
