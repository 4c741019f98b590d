package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.TestTraces;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

final class GzipMembersTest {
    private static final int HEADER_BYTES = 10;

    /** Text and what it ends with, read by read of so many bytes. */
    private static String read(byte[] gzip, int most) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] some = new byte[most];
        String end = "";
        try (InputStream members = new GzipMembers(new ByteArrayInputStream(gzip))) {
            for (int n = 0; n >= 0; n = members.read(some, 0, most)) {
                text.write(some, 0, n);
            }
        } catch (ZipException e) {
            end = " " + e.getMessage();
        }
        return Arrays.hashCode(text.toByteArray()) + " of " + text.size() + end;
    }

    /** The same by zlib, a byte at a time: so no text before damage is lost. */
    private static String expected(byte[] gzip) {
        Inflater inflater = new Inflater(true);
        inflater.setInput(gzip, HEADER_BYTES, gzip.length - HEADER_BYTES);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] one = new byte[1];
        String end = "";
        try {
            for (int n = 1; n > 0; ) {
                n = inflater.inflate(one);
                text.write(one, 0, n);
            }
        } catch (DataFormatException e) {
            end = " " + e.getMessage();
            text.write(one, 0, (int) inflater.getBytesWritten() - text.size());
        }
        inflater.end();
        return Arrays.hashCode(text.toByteArray()) + " of " + text.size() + end;
    }

    @Test
    void handsOverAllTextBeforeDamage() throws IOException {
        Random random = new Random(3);
        StringBuilder rows = new StringBuilder();
        while (rows.length() < 5_000) {
            rows.append(random.nextInt(1_000)).append(random.nextInt(9) == 0 ? '\n' : ',');
        }
        byte[] whole = TestTraces.gzip(rows.toString());
        int damaged = 0;
        for (int at = HEADER_BYTES; at < whole.length - 8; at++) {
            byte[] gzip = whole.clone();
            gzip[at] ^= (byte) (1 << random.nextInt(8));
            String expected = expected(gzip);
            if (expected.contains(
                    "invalid")) { // else its text ends somewhere, and its sum is wrong
                damaged++;
                assertThat(read(gzip, 1 + random.nextInt(1 << 14))).as("" + at).isEqualTo(expected);
            }
        }
        assertThat(damaged).isGreaterThan(500);
    }
}
