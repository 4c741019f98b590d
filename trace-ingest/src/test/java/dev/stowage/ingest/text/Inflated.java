package dev.stowage.ingest.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * What became of deflated data.
 *
 * @param damage zlib's word for it, {@value #CUT}, or null
 * @param rest bytes behind the end, if there is no damage
 */
@SuppressWarnings("ArrayRecordComponent") // never compared as one
record Inflated(byte[] text, @Nullable String damage, int rest) {
    static final String CUT = "cut";

    /** By zlib, as the JDK has it. */
    static Inflated byZlib(byte[] data) {
        Inflater inflater = new Inflater(true);
        inflater.setInput(data);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] one = new byte[1]; // so that all text before damage comes out
        String damage = null;
        try {
            while (!inflater.finished() && damage == null) {
                int count = inflater.inflate(one);
                text.write(one, 0, count);
                damage = count == 0 && inflater.needsInput() && !inflater.finished() ? CUT : null;
            }
        } catch (DataFormatException e) {
            damage = e.getMessage();
            text.write(one, 0, (int) inflater.getBytesWritten() - text.size());
        }
        int rest = inflater.getRemaining();
        inflater.end();
        return new Inflated(text.toByteArray(), damage, rest);
    }

    /** By us, read and written in pieces of random sizes. */
    static Inflated byUs(byte[] data, Random random, int mostIn, int mostOut) {
        InputStream pieces =
                new ByteArrayInputStream(data) {
                    @Override
                    public synchronized int read(byte[] target, int offset, int length) {
                        return super.read(
                                target, offset, Math.min(length, 1 + random.nextInt(mostIn)));
                    }
                };
        BitInput in = new BitInput(pieces);
        DeflatedText deflated = new DeflatedText(in);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] some = new byte[mostOut + 16];
        try {
            while (true) {
                int offset = random.nextInt(8);
                int length = 1 + random.nextInt(mostOut);
                Arrays.fill(some, (byte) 0x55);
                int count = deflated.read(some, offset, length);
                assertThat(count).isBetween(0, length);
                assertThat(isUntouched(some, 0, offset)).isTrue();
                assertThat(isUntouched(some, offset + length, some.length)).isTrue();
                if (count == 0) {
                    in.toNextByte();
                    return new Inflated(text.toByteArray(), null, rest(in));
                }
                text.write(some, offset, count);
            }
        } catch (ZipException e) {
            return new Inflated(text.toByteArray(), e.getMessage(), 0);
        } catch (EOFException e) {
            return new Inflated(text.toByteArray(), CUT, 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isUntouched(byte[] some, int from, int to) {
        for (int i = from; i < to; i++) {
            if (some[i] != 0x55) {
                return false;
            }
        }
        return true;
    }

    private static int rest(BitInput in) throws IOException {
        int rest = 0;
        while (in.hasByte()) {
            in.nextByte();
            rest++;
        }
        return rest;
    }

    /** Fails unless the other one has the same text, damage and rest. */
    void assertSame(Inflated other, String what) {
        assertThat(other.damage).as(what).isEqualTo(damage);
        assertThat(Arrays.equals(text, other.text)).as("%s: the same text", what).isTrue();
        if (damage == null) {
            assertThat(other.rest).as(what).isEqualTo(rest);
        }
    }
}
