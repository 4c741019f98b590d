package dev.stowage.ingest.text;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Writes deflated data by hand, right or wrong: what no {@link java.util.zip.Deflater} writes. */
final class DeflateWriter {
    private static final int[] ORDER = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
    };

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int pending;
    private int count;

    /** Bits of a number, its lowest first. */
    DeflateWriter bits(int number, int length) {
        for (int i = 0; i < length; i++) {
            pending |= (number >>> i & 1) << count++;
            if (count == 8) {
                out.write(pending);
                pending = 0;
                count = 0;
            }
        }
        return this;
    }

    DeflateWriter header(boolean isLast, int type) {
        return bits(isLast ? 1 : 0, 1).bits(type, 2);
    }

    DeflateWriter toNextByte() {
        return count == 0 ? this : bits(0, 8 - count);
    }

    byte[] toBytes() {
        toNextByte();
        return out.toByteArray();
    }

    /** What stands before a block of its own codes, told number by number, without repeats. */
    DeflateWriter dynamic(byte[] lengths, byte[] distances) {
        header(true, 2).bits(lengths.length - 257, 5).bits(distances.length - 1, 5).bits(15, 4);
        byte[] told = new byte[19];
        Arrays.fill(told, 0, 13, (byte) 4);
        Arrays.fill(told, 13, 19, (byte) 5);
        for (int symbol : ORDER) {
            bits(told[symbol], 3);
        }
        for (byte[] code : new byte[][] {lengths, distances}) {
            for (byte length : code) {
                symbol(told, length);
            }
        }
        return this;
    }

    /** A symbol of the code whose symbols have so many bits. */
    DeflateWriter symbol(byte[] codeBits, int symbol) {
        int length = codeBits[symbol];
        int code = 0;
        for (int other = 0; other < codeBits.length; other++) {
            boolean isBefore = codeBits[other] < length + (other < symbol ? 1 : 0);
            if (codeBits[other] > 0 && isBefore) {
                code += 1 << (length - codeBits[other]);
            }
        }
        return bits(Integer.reverse(code) >>> (32 - length), length);
    }

    /** A match. */
    DeflateWriter match(byte[] lengths, byte[] distances, int length, int distance) {
        int symbol = 0;
        int base = 3;
        while (base + (1 << lengthExtra(symbol)) <= length && symbol < 28) {
            base += 1 << lengthExtra(symbol++);
        }
        boolean isLongest = length == 258;
        symbol(lengths, isLongest ? 285 : 257 + symbol);
        bits(length - base, isLongest ? 0 : lengthExtra(symbol));
        int far = 0;
        int farBase = 1;
        while (farBase + (1 << distanceExtra(far)) <= distance) {
            farBase += 1 << distanceExtra(far++);
        }
        return symbol(distances, far).bits(distance - farBase, distanceExtra(far));
    }

    private static int lengthExtra(int symbol) {
        return symbol < 4 ? 0 : symbol / 4 - 1;
    }

    private static int distanceExtra(int symbol) {
        return symbol < 2 ? 0 : symbol / 2 - 1;
    }

    /** The code of fixed blocks. */
    static byte[] fixedLengths() {
        byte[] bits = new byte[288];
        Arrays.fill(bits, 0, 144, (byte) 8);
        Arrays.fill(bits, 144, 256, (byte) 9);
        Arrays.fill(bits, 256, 280, (byte) 7);
        Arrays.fill(bits, 280, 288, (byte) 8);
        return bits;
    }

    static byte[] fixedDistances() {
        byte[] bits = new byte[32];
        Arrays.fill(bits, (byte) 5);
        return bits;
    }
}
