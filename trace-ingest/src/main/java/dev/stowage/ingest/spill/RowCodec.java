package dev.stowage.ingest.spill;

import java.util.Arrays;

/**
 * A row of longs, many of them small or absent, and some text, as few bytes: a bit for each value
 * that is there, the values as variable-length integers, the text.
 *
 * <p>Hot: no object for a row.
 */
final class RowCodec {
    /** A value that takes one bit. */
    static final long ABSENT = Long.MIN_VALUE;

    private static final int MOST_BYTES_OF_A_NUMBER = 10;
    private static final int LOW_BITS = 0x7f;
    private static final int MORE = 0x80;

    private final int width;
    private byte[] bytes;
    private int at;

    RowCodec(int width) {
        this.width = width;
        bytes = new byte[mostBytes(0)];
    }

    private int mostBytes(int textLength) {
        return width / 8 + 1 + MOST_BYTES_OF_A_NUMBER * (width + 1) + textLength;
    }

    /** Encodes a row into {@link #bytes} and returns its length. */
    int encode(long[] row, byte[] text, int from, int length) {
        if (bytes.length < mostBytes(length)) {
            bytes = new byte[mostBytes(length)];
        }
        int flags = width / 8 + 1;
        Arrays.fill(bytes, 0, flags, (byte) 0);
        at = flags;
        for (int i = 0; i < width; i++) {
            if (row[i] != ABSENT) {
                bytes[i >> 3] |= (byte) (1 << (i & 7));
                put(zigzag(row[i]));
            }
        }
        put(length);
        System.arraycopy(text, from, bytes, at, length);
        return at + length;
    }

    /** The row that was encoded last. */
    byte[] bytes() {
        return bytes;
    }

    private void put(long value) {
        long rest = value;
        while ((rest & ~LOW_BITS) != 0) {
            bytes[at++] = (byte) (rest | MORE);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    /**
     * Decodes the row at {@code from} into {@code row}.
     *
     * @return where its text begins; its length is {@link #textLength}
     */
    int decode(byte[] source, int from, long[] row) {
        int next = from + width / 8 + 1;
        for (int i = 0; i < width; i++) {
            if ((source[from + (i >> 3)] & 1 << (i & 7)) == 0) {
                row[i] = ABSENT;
            } else {
                long value = 0;
                int shift = 0;
                byte part;
                do {
                    part = source[next++];
                    value |= (long) (part & LOW_BITS) << shift;
                    shift += 7;
                } while (part < 0);
                row[i] = unzigzag(value);
            }
        }
        textLength = 0;
        int shift = 0;
        byte part;
        do {
            part = source[next++];
            textLength |= (part & LOW_BITS) << shift;
            shift += 7;
        } while (part < 0);
        return next;
    }

    private int textLength;

    /** Length of the text of the row that was decoded last. */
    int textLength() {
        return textLength;
    }

    static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    static long unzigzag(long value) {
        return value >>> 1 ^ -(value & 1);
    }
}
