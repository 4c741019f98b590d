package dev.stowage.ingest.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a page while it is put together, little-endian, in one array that grows and is used
 * again.
 *
 * <p>Hot: loops over whole arrays, no call a value. Guarded by ColumnFileBenchmark.
 */
final class PageBytes {
    private static final int FIRST_CAPACITY = 1 << 12;

    /** Numbers are written eight bytes at a time, beyond the end of what is theirs. */
    private static final int SLACK = Long.BYTES;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;

    void clear() {
        length = 0;
    }

    int length() {
        return length;
    }

    /** The first {@link #length} bytes are the page; not a copy. */
    byte[] array() {
        return bytes;
    }

    private void reserve(long more) {
        long needed = length + more + SLACK;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, 2L * bytes.length)));
        }
    }

    void putByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    void putInt(int value) {
        reserve(Integer.BYTES);
        INTS.set(bytes, length, value);
        length += Integer.BYTES;
    }

    /** Overwrites four bytes that are there already. */
    void setInt(int at, int value) {
        INTS.set(bytes, at, value);
    }

    void putBytes(byte[] source, int from, int count) {
        reserve(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    /** The same byte several times. */
    void fill(int value, int count) {
        reserve(count);
        Arrays.fill(bytes, length, length + count, (byte) value);
        length += count;
    }

    /** Seven bits a byte, the least first. */
    void putVarint(long value) {
        long left = value;
        while ((left & ~0x7fL) != 0) {
            putByte((int) left | 0x80);
            left >>>= 7;
        }
        putByte((int) left);
    }

    /** Small numbers of either sign as small varints. */
    void putZigZag(long value) {
        putVarint((value << 1) ^ (value >> 63));
    }

    void putLongs(long[] values, int from, int to) {
        reserve((long) (to - from) * Long.BYTES);
        int at = length;
        for (int i = from; i < to; i++) {
            LONGS.set(bytes, at, values[i]);
            at += Long.BYTES;
        }
        length = at;
    }

    /** The low half of each. */
    void putInts(long[] values, int from, int to) {
        reserve((long) (to - from) * Integer.BYTES);
        int at = length;
        for (int i = from; i < to; i++) {
            INTS.set(bytes, at, (int) values[i]);
            at += Integer.BYTES;
        }
        length = at;
    }

    /**
     * Values of {@code width} bits each, the least bit first, and zeros as if there were {@code
     * padded} of them.
     *
     * @param width 0 to 64; no value has more bits
     * @param padded at least {@code to - from}; a multiple of 8
     */
    void pack(long[] values, int from, int to, int padded, int width) {
        int size = Math.toIntExact((long) padded * width / Byte.SIZE);
        reserve(size);
        if (width == 0) {
            return;
        }
        byte[] target = bytes;
        int at = length;
        long word = 0;
        int used = 0; // bits of the word
        for (int i = from; i < to; i++) {
            long value = values[i];
            word |= value << used;
            used += width;
            if (used >= Long.SIZE) {
                LONGS.set(target, at, word);
                at += Long.BYTES;
                used -= Long.SIZE;
                word = used == 0 ? 0 : value >>> (width - used);
            }
        }
        LONGS.set(target, at, word);
        at += Long.BYTES;
        length += size;
        if (at < length) {
            Arrays.fill(target, at, length, (byte) 0);
        }
    }
}
