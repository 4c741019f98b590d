package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.stowage.basis.InputException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RowScannerTest {
    @TempDir Path folder;

    static List<List<String>> rows(Path file) {
        List<List<String>> rows = new ArrayList<>();
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            LineBlocks blocks = new LineBlocks(source);
            for (LineBlocks.Block b = blocks.next(); b != null; b = blocks.next()) {
                RowScanner scanner = new RowScanner(b);
                while (scanner.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 0; i < scanner.fields(); i++) {
                        int from = scanner.start(i);
                        row.add(
                                new String(
                                        scanner.bytes(),
                                        from,
                                        scanner.end(i) - from,
                                        StandardCharsets.UTF_8));
                    }
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    @Property(tries = 1000)
    void agreesWithFastCsv(@ForAll("texts") String text) throws IOException {
        Path file = Files.createTempFile("rows", ".csv");
        try {
            Files.writeString(file, text);
            List<List<String>> expected = new ArrayList<>();
            try (var reader =
                    CsvReader.builder()
                            .skipEmptyLines(false)
                            .quoteCharacter('\u0001')
                            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                            .ofCsvRecord(text)) {
                reader.forEach(record -> expected.add(record.getFields()));
            }
            assertThat(rows(file)).isEqualTo(expected);
        } finally {
            Files.delete(file);
        }
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<String> field =
                Arbitraries.strings()
                        .withChars("abc019.+-/= \"'#;\té")
                        .ofMaxLength(6)
                        .injectDuplicates(0.3);
        Arbitrary<String> row =
                field.list()
                        .ofMinSize(1)
                        .ofMaxSize(RowScanner.MAX_FIELDS)
                        .map(f -> String.join(",", f));
        return row.list()
                .ofMinSize(1)
                .ofMaxSize(20)
                .flatMap(
                        lines ->
                                Arbitraries.of("\n", "\r\n")
                                        .flatMap(
                                                end ->
                                                        Arbitraries.of("x", "x" + end)
                                                                .map(
                                                                        last ->
                                                                                String.join(
                                                                                                end,
                                                                                                lines)
                                                                                        + end
                                                                                        + last)));
    }

    @Test
    void keepsRowsWholeAcrossBlocksAndCountsLines() throws IOException {
        StringBuilder text = new StringBuilder();
        List<List<String>> expected = new ArrayList<>();
        for (int i = 0; i < 60_000; i++) {
            text.append(i).append(',').append("x".repeat(i % 23)).append('\n');
            expected.add(List.of("" + i, "x".repeat(i % 23)));
        }
        Path file = Files.writeString(folder.resolve("many.csv"), text);
        assertThat(Files.size(file)).isGreaterThan(3L * LineBlocks.BLOCK_BYTES);
        assertThat(rows(file)).isEqualTo(expected);
        long last = 0;
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            LineBlocks blocks = new LineBlocks(source);
            for (LineBlocks.Block b = blocks.next(); b != null; b = blocks.next()) {
                for (RowScanner scanner = new RowScanner(b); scanner.next(); ) {
                    assertThat(scanner.line()).isEqualTo(++last);
                }
            }
        }
        assertThat(last).isEqualTo(60_000);
    }

    @Test
    void countsFieldsBeyondThoseItKeeps() throws IOException {
        Path file = Files.writeString(folder.resolve("wide.csv"), ",".repeat(99) + "\n1,2\n");
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            RowScanner scanner = new RowScanner(new LineBlocks(source).next());
            scanner.next();
            assertThat(scanner.fields()).isEqualTo(100);
            scanner.next();
            assertThat(scanner.fields()).isEqualTo(2);
            assertThat(scanner.text()).isEqualTo("1,2");
        }
    }

    @Test
    void inflatesWhateverTheFileIsCalledAndKnowsItsChecksum() throws IOException {
        byte[] gzip = gzip("1,2\n3,4\n");
        Path file = Files.write(folder.resolve("plain.csv"), gzip);
        assertThat(rows(file)).containsExactly(List.of("1", "2"), List.of("3", "4"));
        Path hello = Files.writeString(folder.resolve("hello"), "hello\n");
        try (TextSource source = TextSource.open(hello, bytes -> {})) {
            // printf 'hello\n' | sha256sum (coreutils 9.1)
            assertThat(source.sha256())
                    .isEqualTo("5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
            assertThat(source.diskBytes()).isEqualTo(6);
        }
    }

    @Test
    void readsGzipMembersOneAfterAnother() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(gzip("1\n"));
        both.write(gzip("2\n"));
        Path file = Files.write(folder.resolve("two.gz"), both.toByteArray());
        assertThat(rows(file)).containsExactly(List.of("1"), List.of("2"));
    }

    @Test
    void refusesTruncatedDamagedEmptyAndMissingFiles() throws IOException {
        byte[] gzip = gzip("1,2\n".repeat(100_000));
        Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(gzip, gzip.length / 2));
        assertThatThrownBy(() -> rows(cut))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("gzip data that ends too early")
                .hasMessageContaining("gzip -t");
        Path header = Files.write(folder.resolve("header.gz"), Arrays.copyOf(gzip, 5));
        assertThatThrownBy(() -> rows(header))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("ends too early");
        gzip[gzip.length / 2] ^= 0x7f;
        Path damaged = Files.write(folder.resolve("damaged.gz"), gzip);
        assertThatThrownBy(() -> rows(damaged)).isInstanceOf(InputException.class);
        Path empty = Files.createFile(folder.resolve("empty.csv"));
        assertThatThrownBy(() -> rows(empty))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("an empty file");
        assertThatThrownBy(() -> rows(folder.resolve("missing.csv")))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("no such file");
        assertThatThrownBy(() -> rows(folder))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a directory");
    }

    @Test
    void refusesALineThatNeverEnds() throws IOException {
        Path file = folder.resolve("line");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(new byte[3 * LineBlocks.MAX_LINE_BYTES]);
        }
        assertThatThrownBy(() -> rows(file))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("a line of more than");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
