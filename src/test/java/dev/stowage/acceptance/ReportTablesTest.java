package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.report.DataTable;
import dev.stowage.report.DataTable.Column;
import dev.stowage.report.ReportPage;
import dev.stowage.report.SectionedView;
import dev.stowage.report.SectionedView.Section;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader can do with a table of a report, in a real browser. */
class ReportTablesTest {
    private static final String FIRST_COLUMN =
            "[...document.querySelectorAll('.rows')[%d].querySelectorAll('tbody tr')]"
                    + ".filter(row => !row.hidden).map(row => row.cells[0].textContent).join('|')";

    @TempDir private Path directory;

    @Test
    void sortsByWhatCellsMeanNotByHowTheyAreWritten() throws Exception {
        DataTable table =
                new DataTable.Builder(
                                "Waits",
                                Column.text("Name"),
                                Column.number("Wait"),
                                Column.number("Cost"),
                                Column.text("Met"))
                        .row("b10", "1.2\u00a0min", "$1,234", "yes")
                        .row("b9", "none", "−$5.50", "no")
                        .row("a", "900\u00a0ms", "$0.004", "12\u00a0%")
                        .row("c", "3\u00a0s", "$99.00", "9.5\u00a0%")
                        .build();
        try (Chromium chromium = open(table)) {
            assertThat(order(chromium, "Wait")).isEqualTo("a|c|b10|b9");
            assertThat(order(chromium, "Wait")).as("down").isEqualTo("b10|c|a|b9");
            assertThat(order(chromium, "Wait")).as("as given").isEqualTo("b10|b9|a|c");
            assertThat(order(chromium, "Cost")).isEqualTo("b9|a|c|b10");
            assertThat(order(chromium, "Name")).isEqualTo("a|b9|b10|c");
            assertThat(sorted(chromium)).isEqualTo("\"ascending\"");
        }
    }

    @Test
    void namesThatLookLikeNumbersStayNames() throws Exception {
        DataTable table =
                new DataTable.Builder(
                                "Names",
                                Column.text("Name"),
                                Column.text("Change"),
                                Column.text("Id"))
                        .row("3-web", "+9\u00a0%", "-2+3+cmd|' /C calc'!A0")
                        .row("5 d report", "-24.5\u00a0%", "a  b")
                        .row("30 min job", "+32.4\u00a0%", "-")
                        .row("3-api", "0\u00a0%", "a b")
                        .build();
        try (Chromium chromium = open(table)) {
            assertThat(order(chromium, "Name")).isEqualTo("3-api|3-web|5 d report|30 min job");
            assertThat(order(chromium, "Change")).isEqualTo("5 d report|3-api|3-web|30 min job");
            assertThat(order(chromium, "Change")).isEqualTo("30 min job|3-web|3-api|5 d report");
            assertThat(saved(chromium).split("\r\n", -1))
                    .containsExactly(
                            "names.csv\ufeffName,Change,Id",
                            "30 min job,+32.4 %,-",
                            "3-web,+9 %,'-2+3+cmd|' /C calc'!A0",
                            "3-api,0 %,a b",
                            "5 d report,-24.5 %,a  b",
                            "");
        }
    }

    @Test
    void findsRowsInEveryPartAndSavesThemAsCsv() throws Exception {
        DataTable.Builder rows =
                new DataTable.Builder("Servers: all", Column.text("Name"), Column.number("Load"));
        rows.row("=cmd(\"x\"), y", "-1.5");
        IntStream.range(0, 20_500).forEach(i -> rows.row("server-" + i, i + "\u00a0%"));
        try (Chromium chromium = open(rows.build())) {
            chromium.evaluate(
                    "(() => { const box = document.querySelector('input[type=search]');"
                            + " box.value = 'SERVER-1234'; box.dispatchEvent(new Event('input')); })()");
            assertThat(chromium.evaluate(FIRST_COLUMN.formatted(0)).asText())
                    .startsWith("server-1234|server-12340|")
                    .endsWith("|server-12349");
            assertThat(chromium.evaluate("document.querySelector('[role=status]').textContent"))
                    .hasToString("\"11 of 20,501 rows\"");
            assertThat(
                            chromium.evaluate("document.querySelectorAll('details')[0].open")
                                    .asBoolean())
                    .as("the part where it was found")
                    .isTrue();
            assertThat(order(chromium, "Load")).startsWith("server-1234|");
            assertThat(order(chromium, "Load")).startsWith("server-12349|");
            assertThat(saved(chromium))
                    .startsWith("servers-all.csv\ufeffName,Load\r\nserver-12349,12349 %\r\n")
                    .hasLineCount(12);
            chromium.evaluate(
                    "(() => { const box = document.querySelector('input[type=search]');"
                            + " box.value = 'cmd'; box.dispatchEvent(new Event('input')); })()");
            assertThat(saved(chromium))
                    .isEqualTo(
                            "servers-all.csv\ufeffName,Load\r\n\"'=cmd(\"\"x\"\"), y\",-1.5\r\n");
        }
    }

    private Chromium open(DataTable table) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "skipped: no Chromium on the path");
        Section section = new Section("s", "S", "All.", List.of(), List.of(table));
        SectionedView view =
                new SectionedView(
                        "P", "p", "Answer.", List.of(), List.of(section), List.of(), "inputs");
        String html = ReportPage.render("sections.jte", view.allCharts(), Map.of("view", view));
        Chromium chromium = Chromium.start(Chromium.program().orElseThrow());
        chromium.open(Files.writeString(directory.resolve("r.html"), html).toUri());
        return chromium;
    }

    /** Clicks a heading and reads the first column. */
    private static String order(Chromium chromium, String column) throws Exception {

        chromium.evaluate(
                "[...document.querySelectorAll('.sort')].find(b => b.textContent === '%s').click()"
                        .formatted(column));
        return chromium.evaluate(FIRST_COLUMN.formatted(0)).asText();
    }

    private static String sorted(Chromium chromium) throws Exception {
        return chromium.evaluate("document.querySelector('[aria-sort]').getAttribute('aria-sort')")
                .toString();
    }

    /** Name and text of the file that the button saves. */
    private static String saved(Chromium chromium) throws Exception {
        return chromium.evaluate(
                        """
                        (async () => {
                          let blob, name;
                          const make = URL.createObjectURL, click = HTMLAnchorElement.prototype.click;
                          URL.createObjectURL = given => { blob = given; return 'blob:none'; };
                          HTMLAnchorElement.prototype.click = function () { name = this.download; };
                          document.querySelector('.tools button').click();
                          URL.createObjectURL = make; HTMLAnchorElement.prototype.click = click;
                          const bytes = new Uint8Array(await blob.arrayBuffer());
                          return name + new TextDecoder('utf-8', {ignoreBOM: true}).decode(bytes);
                        })()
                        """)
                .asText();
    }
}
