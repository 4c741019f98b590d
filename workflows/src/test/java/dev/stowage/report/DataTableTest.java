package dev.stowage.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.report.SectionedView.Section;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DataTableTest {
    /** A list that ends without a sign, or elsewhere, is no list of all. */
    @Test
    void everyRowOfALongTableIsInThePageAndFewAreOpen() {
        DataTable.Builder rows = new DataTable.Builder("rows", DataTable.Column.text("Row"));
        IntStream.range(0, 25_000).forEach(i -> rows.row("row-" + i + "."));
        Section section = new Section("s", "S", "All.", List.of(), List.of(rows.build()));
        SectionedView view =
                new SectionedView(
                        "P", "p", "Answer.", List.of(), List.of(section), List.of(), "inputs");

        String html = ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));

        String open = html.substring(0, html.indexOf("<summary>rows 10,001 to 20,000</summary>"));
        assertThat(open).contains(">row-0.<", ">row-9999.<").doesNotContain("row-10000.");
        assertThat(html)
                .contains(">row-10000.<", "<summary>rows 20,001 to 25,000</summary>")
                .contains(">row-24999.<");
    }
}
