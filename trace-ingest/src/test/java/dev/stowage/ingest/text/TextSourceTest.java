package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.TestTraces;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextSourceTest {
    private static final String TEXT = "1,2\n3,4\n";

    @TempDir Path folder;

    private Path file(byte[]... parts) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            bytes.write(part);
        }
        return Files.write(folder.resolve("part-0.csv"), bytes.toByteArray());
    }

    private static byte[] zstd(String text) {
        return Zstd.compress(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(Path file) throws IOException {
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            return new String(source.asStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(Path file) {
        return assertThatThrownBy(() -> RowScannerTest.rows(file))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining("expected");
    }

    @Test
    void readsGzipMembersAndZstdFramesOneAfterAnotherAndPaddingWithZeros() throws IOException {
        byte[] empty = TestTraces.gzip("");
        assertThat(text(file(TestTraces.gzip(TEXT), empty, TestTraces.gzip(TEXT), new byte[700])))
                .isEqualTo(TEXT + TEXT);
        assertThat(text(file(zstd(TEXT), zstd(""), zstd(TEXT)))).isEqualTo(TEXT + TEXT);
        byte[] skippable = {0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 'n', 'o'};
        assertThat(text(file(skippable, zstd(TEXT)))).isEqualTo(TEXT);
    }

    @Test
    void skipsEverythingThatAHeaderMayHave() throws IOException {
        byte[] plain = TestTraces.gzip(TEXT);
        ByteArrayOutputStream full = new ByteArrayOutputStream();
        full.write(plain, 0, 3);
        full.write(2 | 4 | 8 | 16); // checksum, extra field, name, comment
        full.write(plain, 4, 6);
        full.write(new byte[] {3, 0, 'a', 'b', 'c'});
        full.write("name\0a comment\0".getBytes(StandardCharsets.ISO_8859_1));
        full.write(new byte[] {0x12, 0x34});
        full.write(plain, 10, plain.length - 10);
        assertThat(text(file(full.toByteArray()))).isEqualTo(TEXT);
    }

    @Test
    void inflatesWhatGzipInflatesHoweverItIsRead() throws IOException {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        while (text.length() < 300_000) {
            text.append(random.nextInt()).append(random.nextInt(9) == 0 ? '\n' : ',');
        }
        Path file = file(TestTraces.gzip(text.toString()), TestTraces.gzip("tail"));
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (TextSource source = TextSource.open(file, bytes -> {})) {
            byte[] some = new byte[5000];
            for (int n = 0; n >= 0; n = source.read(some, 0, 1 + random.nextInt(some.length))) {
                read.write(some, 0, n);
            }
        }
        assertThat(read.toString(StandardCharsets.UTF_8)).isEqualTo(text + "tail");
    }

    @Test
    void noCutGoesUnnoticed() throws IOException {
        for (byte[] whole : new byte[][] {TestTraces.gzip(TEXT), zstd(TEXT)}) {
            // behind another member, too: the first one is whole there
            for (byte[] before : new byte[][] {{}, whole}) {
                for (int length = 5; length < whole.length; length++) {
                    Path file = file(before, Arrays.copyOf(whole, length));
                    refused(file).hasMessageContaining("ends too early");
                }
            }
        }
    }

    @Test
    void aCutIsToldWithTheLineUpToWhichTheTextIsThere() throws IOException {
        StringBuilder text = new StringBuilder();
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            text.append(random.nextInt()).append('\n');
        }
        byte[] gzip = TestTraces.gzip(text.toString());
        Path file = file(Arrays.copyOf(gzip, gzip.length / 2));
        // zcat part-0.csv | wc -l would say it; so does the message
        refused(file)
                .hasMessageMatching("(?s).*part-0.csv:[45][0-9]{4}: found gzip data that ends.*")
                .hasMessageContaining("expected a whole gzip file")
                .hasMessageContaining("gzip -t");
    }

    @Test
    void whatIsBehindTheLastMemberIsNotDropped() throws IOException {
        refused(file(TestTraces.gzip(TEXT), TEXT.getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("something else behind the gzip data")
                .hasMessageContaining("part-0.csv:3");
        refused(file(TestTraces.gzip(TEXT), new byte[9], new byte[] {1}))
                .hasMessageContaining("something else behind the gzip data");
        refused(file(zstd(TEXT), TEXT.getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("damaged zstd data");
    }

    @Test
    void aChangedByteIsDamage() throws IOException {
        byte[] gzip = TestTraces.gzip(TEXT);
        for (int at = gzip.length - 8; at < gzip.length; at++) {
            byte[] changed = gzip.clone();
            changed[at] ^= 1;
            refused(file(changed)).hasMessageContaining("a checksum that is not that of the text");
        }
        byte[] method = gzip.clone();
        method[2] = 7;
        refused(file(method)).hasMessageContaining("damaged gzip data after 0 bytes");
        byte[] flags = gzip.clone();
        flags[3] = (byte) 0x80;
        refused(file(flags)).hasMessageContaining("header flags");
    }

    @Test
    void aLineThatIsTooLongIsAnErrorWithItsNumberAlsoWhereItsEndIsNear() throws IOException {
        String tooLong = "x".repeat(LineBlocks.MAX_LINE_BYTES + 1);
        for (String text : new String[] {TEXT + tooLong + "\n" + TEXT, TEXT + tooLong}) {
            refused(file(text.getBytes(StandardCharsets.UTF_8)))
                    .hasMessageContaining("part-0.csv:3: found a line of more than 1048576 bytes");
        }
        String longest = tooLong.substring(1);
        assertThat(RowScannerTest.rows(file((longest + "\n").getBytes(StandardCharsets.UTF_8))))
                .hasSize(1);
    }

    @Test
    void damageIsNamedAndNotTheLongLineThatItMakes() throws IOException {
        byte[] bytes = TestTraces.gzip("12345678,\n".repeat(10) + "x".repeat(3_000_000));
        bytes[bytes.length - 6] ^= 1; // of the checksum
        refused(file(bytes)).hasMessageContaining("damaged gzip data");
    }

    @Test
    void compressedDataThatBecomesMoreThanAllowedIsRefused() throws IOException {
        String row = "1,2,3,4,5,6,7,8,9\n";
        Path bomb = file(TestTraces.gzip(row.repeat(100_000)));
        InflationLimit limit = InflationLimit.of(1_000_000);
        try (TextSource source = TextSource.open(bomb, limit, bytes -> {})) {
            assertThatThrownBy(() -> source.asStream().readAllBytes())
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("more than 1000000 bytes of text from")
                    .hasMessageContaining("gzip data")
                    .hasMessageContaining("--max-inflated 500g");
        }
        Path plain = Files.writeString(folder.resolve("plain.csv"), row.repeat(100_000));
        try (TextSource source = TextSource.open(plain, limit, bytes -> {})) {
            assertThat(source.asStream().readAllBytes()).hasSize(1_800_000);
        }
        assertThat(InflationLimit.USUAL.forFile(10)).isEqualTo(1L << 30);
        assertThat(InflationLimit.USUAL.forFile(1L << 30)).isEqualTo(200L << 30);
        assertThat(InflationLimit.USUAL.forFile(Long.MAX_VALUE / 2)).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({
        "PAR1_15_15, a Parquet file",
        "PK_03_04_14_00, a zip archive",
        "BZh91AY&SY_b1, bzip2 data",
        "_fd7zXZ_00_00, xz data",
        "_ff_fe1_00, text in UTF-16",
        "_fe_ff_001, text in UTF-16",
    })
    void whatIsNoTextIsNamed(String head, String found) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < head.length(); i++) {
            boolean isHex = head.charAt(i) == '_';
            bytes.write(isHex ? Integer.parseInt(head, i + 1, i + 3, 16) : head.charAt(i));
            i += isHex ? 2 : 0;
        }
        refused(file(bytes.toByteArray())).hasMessageContaining("found " + found);
        assertThat(text(file("PAR1,2\n".getBytes(StandardCharsets.UTF_8)))).isEqualTo("PAR1,2\n");
    }
}
