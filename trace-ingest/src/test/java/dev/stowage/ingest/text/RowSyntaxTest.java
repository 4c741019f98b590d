package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowSyntaxTest {
    private static List<List<String>> rows(String text, RowSyntax syntax) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        RowScanner scanner = new RowScanner(new LineBlocks.Block(bytes, bytes.length, 1), syntax);
        List<List<String>> rows = new ArrayList<>();
        while (scanner.next()) {
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < scanner.fields(); i++) {
                int from = scanner.start(i);
                int length = scanner.end(i) - from;
                fields.add(new String(bytes, from, length, StandardCharsets.UTF_8));
            }
            rows.add(fields);
        }
        return rows;
    }

    @Test
    void semicolonsSeparateOneByOneAndBlanksAroundFieldsGo() {
        assertThat(rows("a b;\t1;;\t \n;2\r\nlast", RowSyntax.SEMICOLONS))
                .containsExactly(List.of("a b", "1", "", ""), List.of("", "2"), List.of("last"));
    }

    @Test
    void anyNumberOfBlanksSeparatesAndEdgesDoNotCount() {
        assertThat(rows("  1 \t 2  \r\n\n   \n3", RowSyntax.BLANKS))
                .containsExactly(List.of("1", "2"), List.of(""), List.of(""), List.of("3"));
    }

    @Test
    void aLineThatBeginsWithASemicolonIsACommentBetweenBlanksOnly() {
        byte[] bytes = " ; MaxProcs: 8\n;\n1 2\n".getBytes(StandardCharsets.UTF_8);
        RowScanner scanner =
                new RowScanner(new LineBlocks.Block(bytes, bytes.length, 1), RowSyntax.BLANKS);
        List<Boolean> comments = new ArrayList<>();
        while (scanner.next()) {
            comments.add(scanner.isComment());
        }
        assertThat(comments).containsExactly(true, true, false);
        RowScanner commas = new RowScanner(new LineBlocks.Block(bytes, bytes.length, 1));
        commas.next();
        assertThat(commas.isComment()).isFalse();
    }

    @Test
    void aByteOrderMarkAtTheStartOfAFileBelongsToNoField() {
        for (RowSyntax syntax : RowSyntax.values()) {
            assertThat(rows("\ufeff12\n", syntax)).containsExactly(List.of("12"));
        }
    }
}
