package dev.stowage.ingest.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.IgnoreRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class TraceFormatDocTest {
    private static final Path PAGE = Path.of("../docs/trace-format.md");
    private static final String BEGIN = "<!-- begin generated -->\n";
    private static final String END = "<!-- end generated -->\n";

    @Test
    void theReferenceSaysWhatTheCodeDoes() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (Boolean.getBoolean("stowage.regenerate")) {
            page = page.substring(0, from) + reference() + page.substring(to);
            Files.writeString(PAGE, page);
            to = page.indexOf(END);
        }
        assertThat(page.substring(from, to)).isEqualTo(reference());
    }

    private static String reference() {
        StringBuilder text = new StringBuilder();
        for (CanonicalTable table : CanonicalTable.values()) {
            text.append("\n### ").append(table.tableName()).append(".parquet\n");
            text.append("| column | type | null | what |\n| --- | --- | --- | --- |\n");
            for (Column column : table.columns()) {
                row(
                        text,
                        "`" + column.name() + "`",
                        column.type().name().toLowerCase(Locale.ROOT),
                        column.nullable() ? "yes" : "",
                        column.description());
            }
        }
        text.append("\n### Reasons of quarantine\n| reason | meaning |\n| --- | --- |\n");
        for (BadRow reason : BadRow.values()) {
            row(text, "`" + reason.label() + "`", reason.meaning());
        }
        text.append("\n### Rules by which rows are ignored\n| rule | meaning |\n| --- | --- |\n");
        for (IgnoreRule rule : IgnoreRule.values()) {
            row(text, "`" + rule.label() + "`", rule.meaning());
        }
        return text.append('\n').toString();
    }

    private static void row(StringBuilder text, String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
