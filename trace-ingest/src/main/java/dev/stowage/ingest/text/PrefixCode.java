package dev.stowage.ingest.text;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;

/**
 * Which bits stand for which symbol, as a table: the next bits of the input are the index of an
 * entry that says all about the symbol that they begin with, or about the literals, up to three.
 * Codes that are longer than the index go on in a table behind, one for each index that begins
 * them.
 *
 * <p>An entry, from its lowest bit:
 *
 * <pre>
 * literals   6 bits to take   8, 8, 8 the literals                  2 how many
 * others     6 bits to take   4 of them the code   3 kind   15 base  4 zero
 * </pre>
 *
 * To take are the code and the extra bits behind it; the base is to be added to their number. An
 * entry that leads to a table behind has the begin of that as its base, and the bits of its index
 * in place of those of the code.
 *
 * <p>Hot: made for every block. Source: RFC 1951, 3.2.2 and 3.2.5.
 */
final class PrefixCode {
    static final int END_OF_BLOCK = 256;
    static final int LENGTH_SYMBOLS = 286;
    static final int DISTANCE_SYMBOLS = 30;
    static final int LONGEST = 15;

    static final int TAKE = 0x3f;
    static final int CODE_AT = 6;
    static final int CODE = 0xf;
    static final int BASE_AT = 13;
    static final int LITERALS_AT = 30;

    /** Kinds of entry that are no literal, length or distance. */
    static final int BEHIND = 1 << 10;

    static final int END = 1 << 11;
    static final int INVALID = 1 << 12;
    static final int OTHER = BEHIND | END | INVALID;

    /** Bits of the index, and a mask for them. */
    final int indexBits;

    final int mask;

    /** The entries; first those of all indices. */
    final int[] table;

    /** Bits of the code of every symbol, 0 for none. */
    final byte[] codeBits;

    private final int[] symbols;
    private final int[] sorted;
    private final int[] count = new int[LONGEST + 1];
    private final int[] single;
    private int longest;

    private PrefixCode(int indexBits, int[] symbols) {
        this.indexBits = indexBits;
        this.symbols = symbols;
        mask = (1 << indexBits) - 1;
        codeBits = new byte[symbols.length];
        sorted = new int[symbols.length];
        // a table behind of 2^s entries holds at least s + 1 codes, as all its entries are used
        int behind = LONGEST - indexBits;
        table = new int[(1 << indexBits) + symbols.length * (1 << behind) / (behind + 1)];
        single = new int[1 << indexBits];
    }

    /** One for literals and lengths. */
    static PrefixCode ofLengths(int indexBits) {
        int[] symbols = new int[288];
        Arrays.fill(symbols, INVALID);
        for (int literal = 0; literal < END_OF_BLOCK; literal++) {
            symbols[literal] = 1 << LITERALS_AT | literal << CODE_AT;
        }
        symbols[END_OF_BLOCK] = END;
        int base = 3;
        for (int i = 0; i < LENGTH_SYMBOLS - 2 - END_OF_BLOCK; i++) {
            int extra = i < 4 ? 0 : i / 4 - 1;
            symbols[END_OF_BLOCK + 1 + i] = base << BASE_AT | extra;
            base += 1 << extra;
        }
        symbols[LENGTH_SYMBOLS - 1] = 258 << BASE_AT;
        return new PrefixCode(indexBits, symbols);
    }

    /** One for distances. */
    static PrefixCode ofDistances(int indexBits) {
        int[] symbols = new int[32];
        Arrays.fill(symbols, INVALID);
        int base = 1;
        for (int i = 0; i < DISTANCE_SYMBOLS; i++) {
            int extra = i < 2 ? 0 : i / 2 - 1;
            symbols[i] = base << BASE_AT | extra;
            base += 1 << extra;
        }
        return new PrefixCode(indexBits, symbols);
    }

    /** One for the numbers 0 to 18 that tell lengths of codes. */
    static PrefixCode ofCodeBits() {
        int[] symbols = new int[19];
        for (int i = 0; i < symbols.length; i++) {
            symbols[i] = i << BASE_AT;
        }
        return new PrefixCode(7, symbols);
    }

    /**
     * Takes the code whose symbols have so many bits; those behind the last one have none.
     *
     * @param isWhole that bits which stand for no symbol are not even allowed where there is but
     *     one symbol
     * @return whether it is one: no bits stand for two symbols, nor any for none, but where there
     *     is no more than one
     */
    boolean build(byte[] bits, int from, int symbolCount, boolean isWhole) {
        Arrays.fill(count, 0);
        for (int symbol = 0; symbol < symbolCount; symbol++) {
            codeBits[symbol] = bits[from + symbol];
            count[codeBits[symbol]]++;
        }
        Arrays.fill(codeBits, symbolCount, codeBits.length, (byte) 0);
        int left = 1;
        longest = 0;
        for (int length = 1; length <= LONGEST; length++) {
            left = 2 * left - count[length];
            if (left < 0) {
                return false;
            }
            longest = count[length] > 0 ? length : longest;
        }
        if (left > 0) {
            if (longest > (isWhole ? 0 : 1)) {
                return false;
            }
            Arrays.fill(table, 0, 1 << indexBits, INVALID | 1 | 1 << CODE_AT);
        }
        sort(symbolCount);
        fill(left == 0);
        return true;
    }

    /** The symbols by the bits of their codes, then by number: the order of their codes. */
    private void sort(int symbolCount) {
        int next = 0;
        int[] at = new int[LONGEST + 1];
        for (int length = 1; length <= LONGEST; length++) {
            at[length] = next;
            next += count[length];
        }
        for (int symbol = 0; symbol < symbolCount; symbol++) {
            if (codeBits[symbol] != 0) {
                sorted[at[codeBits[symbol]]++] = symbol;
            }
        }
    }

    private int entry(int symbol, int length) {
        int entry = symbols[symbol] + length;
        return entry >>> LITERALS_AT != 0 ? entry : entry + (length << CODE_AT);
    }

    private void fill(boolean isWhole) {
        int code = 0; // its first bit lowest
        int next = 0;
        if (!isWhole) {
            for (int i = 0; count[1] > 0 && i <= mask; i += 2) {
                table[i] = entry(sorted[0], 1);
            }
            return;
        }
        int size = 1;
        for (int length = 1; length <= indexBits; length++) {
            System.arraycopy(table, 0, table, size, size);
            size *= 2;
            for (int i = 0; i < count[length]; i++) {
                table[code] = entry(sorted[next++], length);
                int zero = Integer.highestOneBit(code ^ (size - 1));
                code = (code & (zero - 1)) | zero;
            }
        }
        fillBehind(code, next);
    }

    private void fillBehind(int firstCode, int firstSymbol) {
        int code = firstCode;
        int next = firstSymbol;
        int begin = 0;
        int bits = 0;
        int end = 1 << indexBits;
        int prefix = -1;
        for (int length = indexBits + 1; length <= longest; length++) {
            for (int i = count[length]; i > 0; i--) {
                if ((code & mask) != prefix) {
                    prefix = code & mask;
                    begin = end;
                    bits = bitsBehind(length, i);
                    end += 1 << bits;
                    table[prefix] = begin << BASE_AT | BEHIND | bits << CODE_AT | indexBits;
                }
                int entry = entry(sorted[next++], length);
                for (int at = code >>> indexBits; at < 1 << bits; at += 1 << (length - indexBits)) {
                    table[begin + at] = entry;
                }
                int zero = Integer.highestOneBit(code ^ ((1 << length) - 1));
                code = (code & (zero - 1)) | zero;
            }
        }
    }

    /** Bits of the index of a table behind whose first code is so long, with so many to come. */
    private int bitsBehind(int length, int codes) {
        int bits = length - indexBits;
        int used = codes;
        while (used < 1 << bits) {
            bits++;
            used = 2 * used + count[indexBits + bits];
        }
        return bits;
    }

    /** Makes entries of several literals of those that are short enough. */
    void joinLiterals() {
        System.arraycopy(table, 0, single, 0, single.length);
        for (int i = 0; i <= mask; i++) {
            int entry = single[i];
            if (entry >>> LITERALS_AT == 0) {
                continue;
            }
            int used = entry & TAKE;
            int joined = entry & ~TAKE;
            for (int n = 1; n < 3; n++) {
                int more = single[i >>> used];
                int bits = more & TAKE;
                if (more >>> LITERALS_AT == 0 || used + bits > indexBits) {
                    break;
                }
                joined += 1 << LITERALS_AT | (more >>> CODE_AT & 0xff) << (CODE_AT + 8 * n);
                used += bits;
            }
            table[i] = joined | used;
        }
    }

    /**
     * The entry for the symbol that the next bits begin with, as many as the code has being read.
     *
     * @throws EOFException if the input ends before
     */
    int next(BitInput in) throws IOException {
        while (true) {
            int entry = table[(int) in.bits & mask];
            if (entry >>> LITERALS_AT == 0) {
                entry = behind(entry, in.bits);
            }
            if (codeBits(entry) <= in.count) {
                return entry;
            }
            in.need(in.count + 1);
        }
    }

    /** What an entry that is no literal leads to, if it does; else the entry. */
    int behind(int entry, long bits) {
        if ((entry & BEHIND) == 0) {
            return entry;
        }
        int at = (int) (bits >>> indexBits) & ((1 << (entry >>> CODE_AT & CODE)) - 1);
        return table[(entry >>> BASE_AT) + at];
    }

    /** The number that an entry which is no literal stands for, with the extra bits. */
    static int number(int entry, long bits) {
        int codeAndExtra = (int) (bits & ((1L << entry) - 1));
        return (entry >>> BASE_AT) + (codeAndExtra >>> (entry >>> CODE_AT & CODE));
    }

    /** Bits of the code that an entry begins with. */
    int codeBits(int entry) {
        boolean isLiteral = entry >>> LITERALS_AT != 0;
        return isLiteral ? codeBits[entry >>> CODE_AT & 0xff] : entry >>> CODE_AT & CODE;
    }

    /** Takes the symbol of an entry that is no literal, with its extra bits: its number. */
    static int take(int entry, BitInput in) throws IOException {
        in.need(entry & TAKE);
        int number = number(entry, in.bits);
        in.drop(entry & TAKE);
        return number;
    }
}
