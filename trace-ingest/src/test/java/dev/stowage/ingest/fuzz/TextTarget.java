package dev.stowage.ingest.fuzz;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.RowSyntax;
import dev.stowage.ingest.text.TextSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The bytes as a file of text: its blocks put together must be the text, and its rows those of a
 * plain split.
 */
final class TextTarget {
    private TextTarget() {}

    static boolean run(byte[] data, Path folder) throws IOException {
        Path file = Files.write(folder.resolve("text"), data);
        byte[] whole;
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            whole = source.asStream().readAllBytes();
            require(source.sha256().length() == 64, "a checksum");
            require(source.diskBytes() == data.length, "all bytes of the disk");
        } catch (InputException damaged) {
            return false;
        }
        for (RowSyntax syntax : RowSyntax.values()) {
            compare(file, whole, syntax);
        }
        return true;
    }

    private static void compare(Path file, byte[] whole, RowSyntax syntax) {
        // ISO 8859-1 gives every byte a character of its own
        String text = new String(whole, StandardCharsets.ISO_8859_1);
        String withoutMark = text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text;
        List<String> lines = withoutMark.lines().toList();
        boolean hasLoneReturns = withoutMark.replace("\r\n", "\n").indexOf('\r') >= 0;
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        int rows = 0;
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            LineBlocks blocks = new LineBlocks(source);
            for (LineBlocks.Block b = blocks.next(); b != null; b = blocks.next()) {
                seen.write(b.bytes(), 0, b.length());
                RowScanner scanner = new RowScanner(b, syntax);
                while (scanner.next()) {
                    require(scanner.fields() > 0, "a field in every row");
                    if (!hasLoneReturns) {
                        compareRow(scanner, lines.get(rows), syntax);
                    }
                    rows++;
                    require(scanner.line() == rows, "line " + rows + ", not " + scanner.line());
                }
            }
        } catch (InputException e) {
            require(whole.length > LineBlocks.MAX_LINE_BYTES, "no long line");
            return;
        }
        require(text.equals(seen.toString(StandardCharsets.ISO_8859_1)), "the whole text");
        require(hasLoneReturns || rows == lines.size(), lines.size() + " rows, not " + rows);
    }

    private static void compareRow(RowScanner scanner, String line, RowSyntax syntax) {
        String[] expected =
                switch (syntax) {
                    case COMMAS -> line.split(",", -1);
                    case SEMICOLONS -> line.split(";", -1);
                    case BLANKS -> line.replaceAll("^[ \t]+", "").split("[ \t]+");
                };
        require(scanner.fields() == expected.length, expected.length + " fields in " + line);
        for (int i = 0; i < Math.min(expected.length, RowScanner.MAX_FIELDS); i++) {
            int from = scanner.start(i);
            String field =
                    new String(
                            scanner.bytes(),
                            from,
                            scanner.end(i) - from,
                            StandardCharsets.ISO_8859_1);
            String stripped =
                    syntax == RowSyntax.SEMICOLONS
                            ? expected[i].replaceAll("^[ \t]+|[ \t]+\\z", "")
                            : expected[i];
            require(field.equals(stripped), "\"" + stripped + "\", not \"" + field + "\"");
        }
    }

    private static void require(boolean isTrue, String what) {
        if (!isTrue) {
            throw new AssertionError("expected " + what);
        }
    }
}
