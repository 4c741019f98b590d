package dev.stowage.ingest.text;

import java.io.IOException;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** What stands before a block of deflated data. Source: RFC 1951, 3.2.3 to 3.2.7. */
final class BlockHeader {
    private static final int[] ORDER = {
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15
    };

    /** Longer ones join more literals, but are slower to make and crowd the cache (measured). */
    private static final int LENGTH_INDEX_BITS = 11;

    private static final int DISTANCE_INDEX_BITS = 8;

    private final BitInput in;
    private final PrefixCode codeBits = PrefixCode.ofCodeBits();
    private final PrefixCode dynamicLengths = PrefixCode.ofLengths(LENGTH_INDEX_BITS);
    private final PrefixCode dynamicDistances = PrefixCode.ofDistances(DISTANCE_INDEX_BITS);
    private final byte[] bits = new byte[PrefixCode.LENGTH_SYMBOLS + PrefixCode.DISTANCE_SYMBOLS];
    private @Nullable PrefixCode fixedLengths;
    private @Nullable PrefixCode fixedDistances;

    /** No other block follows. */
    boolean isLast;

    /** The block is so many bytes as they are; -1 if it is deflated. */
    int storedBytes;

    /** The codes of the block, if it is deflated. */
    PrefixCode lengths = dynamicLengths;

    PrefixCode distances = dynamicDistances;

    BlockHeader(BitInput in) {
        this.in = in;
    }

    /** Reads the next one. */
    void read() throws IOException {
        int kind = in.take(3);
        isLast = (kind & 1) != 0;
        storedBytes = -1;
        switch (kind >>> 1) {
            case 0 -> readStored();
            case 1 -> takeFixed();
            case 2 -> readDynamic();
            default -> throw new ZipException("invalid block type");
        }
    }

    private void readStored() throws IOException {
        in.toNextByte();
        in.need(32);
        int length = in.take(16);
        if (length != (in.take(16) ^ 0xffff)) {
            throw new ZipException("invalid stored block lengths");
        }
        storedBytes = length;
    }

    private void takeFixed() {
        if (fixedLengths == null || fixedDistances == null) {
            byte[] fixed = new byte[288 + 32];
            Arrays.fill(fixed, 0, 144, (byte) 8);
            Arrays.fill(fixed, 144, 256, (byte) 9);
            Arrays.fill(fixed, 256, 280, (byte) 7);
            Arrays.fill(fixed, 280, 288, (byte) 8);
            Arrays.fill(fixed, 288, 320, (byte) 5);
            fixedLengths = PrefixCode.ofLengths(LENGTH_INDEX_BITS);
            fixedLengths.build(fixed, 0, 288, false);
            fixedLengths.joinLiterals();
            fixedDistances = PrefixCode.ofDistances(DISTANCE_INDEX_BITS);
            fixedDistances.build(fixed, 288, 32, false);
        }
        lengths = fixedLengths;
        distances = fixedDistances;
    }

    private void readDynamic() throws IOException {
        in.need(14);
        int lengthSymbols = 257 + in.take(5);
        int distanceSymbols = 1 + in.take(5);
        int codes = 4 + in.take(4);
        if (lengthSymbols > PrefixCode.LENGTH_SYMBOLS
                || distanceSymbols > PrefixCode.DISTANCE_SYMBOLS) {
            throw new ZipException("too many length or distance symbols");
        }
        Arrays.fill(bits, (byte) 0);
        for (int i = 0; i < codes; i++) {
            bits[ORDER[i]] = (byte) in.take(3);
        }
        if (!codeBits.build(bits, 0, ORDER.length, true)) {
            throw new ZipException("invalid code lengths set");
        }
        readBits(lengthSymbols + distanceSymbols);
        if (bits[PrefixCode.END_OF_BLOCK] == 0) {
            throw new ZipException("invalid code -- missing end-of-block");
        }
        if (!dynamicLengths.build(bits, 0, lengthSymbols, false)) {
            throw new ZipException("invalid literal/lengths set");
        }
        if (!dynamicDistances.build(bits, lengthSymbols, distanceSymbols, false)) {
            throw new ZipException("invalid distances set");
        }
        dynamicLengths.joinLiterals();
        lengths = dynamicLengths;
        distances = dynamicDistances;
    }

    /** The bits of all codes, of which those that repeat are told once. */
    private void readBits(int symbols) throws IOException {
        int at = 0;
        while (at < symbols) {
            int told = PrefixCode.take(codeBits.next(in), in);
            if (told < 16) {
                bits[at++] = (byte) told;
                continue;
            }
            int repeats = repeats(told);
            boolean isOfNothing = told == 16 && at == 0;
            if (isOfNothing || at + repeats > symbols) {
                throw new ZipException("invalid bit length repeat");
            }
            Arrays.fill(bits, at, at + repeats, told == 16 ? bits[at - 1] : 0);
            at += repeats;
        }
    }

    private int repeats(int told) throws IOException {
        return switch (told) {
            case 16 -> 3 + in.take(2);
            case 17 -> 3 + in.take(3);
            default -> 11 + in.take(7);
        };
    }
}
