package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.export.ExportFormat;
import dev.stowage.ingest.export.ExportFormats;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.TraceFamily;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps the tables of {@code docs/trace-formats.md} true: {@code -Dstowage.regenerate=true}. */
final class TraceFormatsDocTest {
    private static final Path PAGE = Path.of("../docs/trace-formats.md");

    @Test
    void theListOfFormatsIsThatOfTheCode() throws IOException {
        check("formats", formats());
    }

    @Test
    void theTablesAreThoseOfTheCode() throws IOException {
        check("tables", tables());
    }

    @Test
    void theRulesOfExportAreThoseOfTheCode() throws IOException {
        check("export", exports());
    }

    @Test
    void everyFormatHasItsSection() throws IOException {
        String page = Files.readString(PAGE);
        for (String name : TraceFormats.registry().keySet()) {
            List<String> headings = page.lines().filter(line -> line.startsWith("## ")).toList();
            assertThat(headings)
                    .as("a section about %s", name)
                    .anyMatch(heading -> heading.matches(".*\\b" + name + "\\b.*"));
        }
    }

    private static void check(String part, String expected) throws IOException {
        String begin = "<!-- begin " + part + " -->\n";
        String page = Files.readString(PAGE);
        int from = page.indexOf(begin) + begin.length();
        int to = page.indexOf("<!-- end " + part + " -->\n");
        if (Boolean.getBoolean("stowage.regenerate")) {
            page = page.substring(0, from) + expected + page.substring(to);
            Files.writeString(PAGE, page);
            to = from + expected.length();
        }
        assertThat(page.substring(from, to)).isEqualTo(expected);
    }

    private static String formats() {
        StringBuilder text = new StringBuilder("| format | what | class rule | options |\n");
        text.append("| --- | --- | --- | --- |\n");
        for (TraceFormat format : TraceFormats.registry().values()) {
            String options =
                    format.options().stream()
                            .map(
                                    o ->
                                            "`"
                                                    + o.spelling().replace("|", "\\|")
                                                    + "` "
                                                    + o.description())
                            .collect(Collectors.joining("; "));
            row(
                    text,
                    "`" + format.name() + "`",
                    format.description(),
                    "`" + format.defaultClassRule() + "`",
                    options);
        }
        return text.append("\n`--time-zone` is for ")
                .append(TraceFormats.ofWallClock())
                .append("; for any other format it is an error, since its times need no zone.\n")
                .toString();
    }

    private static String tables() {
        StringBuilder text = new StringBuilder("| format | table | columns |\n");
        text.append("| --- | --- | --- |\n");
        for (TraceFormat format : TraceFormats.registry().values()) {
            if (format instanceof TraceFamily family) {
                for (SourceSchema table : family.tables()) {
                    String columns =
                            table.fields().stream()
                                    .map(TraceFormatsDocTest::column)
                                    .collect(Collectors.joining(", "));
                    row(text, format.name(), "`" + table.tableName() + "`", columns);
                }
            }
        }
        return text.toString();
    }

    private static String column(Field field) {
        String kind =
                switch (field.kind()) {
                    case WORD -> String.join("/", field.words());
                    case CODE, EVENT ->
                            field.high() == Integer.MAX_VALUE ? "code" : "0–" + field.high();
                    default -> field.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                };
        return field.name() + (field.isMandatory() ? "" : "?") + " (" + kind + ")";
    }

    private static String exports() {
        StringBuilder text = new StringBuilder();
        for (ExportFormat format : ExportFormats.registry().values()) {
            text.append("\n### ").append(format.name()).append("\n").append(format.description());
            text.append(".\n\n| column | where it can't be kept |\n| --- | --- |\n");
            format.rules().forEach((column, rule) -> row(text, "`" + column + "`", rule));
        }
        return text.append('\n').toString();
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
