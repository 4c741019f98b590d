package dev.stowage.ingest.text;

import static dev.stowage.ingest.text.PrefixCode.CODE_AT;
import static dev.stowage.ingest.text.PrefixCode.END;
import static dev.stowage.ingest.text.PrefixCode.INVALID;
import static dev.stowage.ingest.text.PrefixCode.LITERALS_AT;
import static dev.stowage.ingest.text.PrefixCode.OTHER;
import static dev.stowage.ingest.text.PrefixCode.TAKE;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The text of deflated data, written straight to where its reader wants it: matches that reach back
 * behind that come from {@link RecentText}.
 *
 * <p>Hot, and why it is: {@link java.util.zip.Inflater} took a third of the time of reading {@code
 * task_events}. So there is one loop, with all that changes in locals and no check for each bit: it
 * reads eight bytes of input at once, decodes up to three literals a look-up, and leaves what comes
 * near the end of input or output to a careful way, a symbol at a time. JMH: {@code
 * InflateBenchmark}.
 *
 * <p>What zlib refuses is refused here, with its words, at the same symbol. Source: RFC 1951.
 */
final class DeflatedText {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final String INVALID_DISTANCE = "invalid distance code";
    private static final String TOO_FAR_BACK = "invalid distance too far back";
    private static final int MOST_DISTANCE_BITS = PrefixCode.LONGEST + 13;

    /** Two reads of eight bytes, the second one at most seven farther on. */
    private static final int INPUT_MARGIN = 2 * 8;

    /** How far the copy of a match may write behind its end. */
    private static final int OVER = 40;

    /** Three look-ups of three literals each, a match, and what is written over. */
    private static final int OUTPUT_MARGIN = 3 * 3 + 258 + OVER;

    private final BitInput in;
    private final BlockHeader header;
    private final RecentText recent = new RecentText();

    private boolean isInBlock;
    private int matchLeft;
    private int matchDistance;
    private @Nullable IOException problem;

    private byte[] out = {};
    private int start;
    private int at;
    private int limit;

    DeflatedText(BitInput in) {
        this.in = in;
        header = new BlockHeader(in);
    }

    /** Begins anew, behind the last block of another text. */
    void reset() {
        recent.clear();
        isInBlock = false;
        header.isLast = false;
    }

    /**
     * Reads some text; 0 at its end, with the input behind it at the next bit. Text before damage
     * is read before the damage is told.
     *
     * @throws ZipException if the data is damaged
     * @throws java.io.EOFException if it ends too early
     */
    int read(byte[] target, int offset, int length) throws IOException {
        out = target;
        start = offset;
        at = offset;
        limit = offset + length;
        if (problem == null) {
            try {
                decode();
            } catch (IOException e) {
                problem = e;
            }
        }
        int count = at - start;
        if (count == 0 && problem != null) {
            throw problem;
        }
        recent.add(target, offset, count);
        return count;
    }

    private void decode() throws IOException {
        while (at < limit) {
            if (matchLeft > 0) {
                copyMatch();
            } else if (isInBlock && header.storedBytes >= 0) {
                copyStored();
            } else if (isInBlock) {
                decodeFast();
                decodeOne();
            } else if (header.isLast) {
                return;
            } else {
                header.read();
                isInBlock = true;
            }
        }
    }

    private void copyStored() throws IOException {
        if (header.storedBytes == 0) {
            isInBlock = false;
            return;
        }
        int count = in.copy(out, at, Math.min(header.storedBytes, limit - at));
        header.storedBytes -= count;
        at += count;
    }

    /** One symbol, near the end of input or output, or one that the fast loop leaves. */
    private void decodeOne() throws IOException {
        int entry = header.lengths.next(in);
        if (entry >>> LITERALS_AT != 0) {
            in.drop(header.lengths.codeBits(entry));
            out[at++] = (byte) (entry >>> CODE_AT);
        } else if ((entry & INVALID) != 0) {
            throw new ZipException("invalid literal/length code");
        } else if ((entry & END) != 0) {
            in.drop(entry & TAKE);
            isInBlock = false;
        } else {
            beginMatch(PrefixCode.take(entry, in));
        }
    }

    private void beginMatch(int length) throws IOException {
        int entry = header.distances.next(in);
        if ((entry & INVALID) != 0) {
            throw new ZipException(INVALID_DISTANCE);
        }
        matchDistance = PrefixCode.take(entry, in);
        if (matchDistance > at - start + recent.length()) {
            throw new ZipException(TOO_FAR_BACK);
        }
        matchLeft = length;
        copyMatch();
    }

    private void copyMatch() {
        int count = Math.min(matchLeft, limit - at);
        matchLeft -= count;
        copy(at, matchDistance, count);
        at += count;
    }

    private void copy(int from, int distance, int length) {
        int next = from;
        int back = distance - (from - start);
        if (back > 0) {
            int count = Math.min(back, length);
            recent.copy(back, out, next, count);
            next += count;
        }
        for (; next < from + length; next++) {
            out[next] = out[next - distance];
        }
    }

    /**
     * Symbols, as long as there is enough input and room for any. What it does not decode (the end
     * of a block, codes that stand for nothing) it leaves.
     */
    private void decodeFast() throws ZipException {
        byte[] input = in.buffer;
        byte[] out = this.out;
        PrefixCode lengthCode = header.lengths;
        PrefixCode distanceCode = header.distances;
        int[] lengths = lengthCode.table;
        int[] distances = distanceCode.table;
        int lengthMask = lengthCode.mask;
        int distanceMask = distanceCode.mask;
        int lastFrom = in.end - INPUT_MARGIN;
        int lastAt = limit - OUTPUT_MARGIN;
        int start = this.start;
        int from = in.at;
        int at = this.at;
        long bits = in.bits;
        int left = in.count; // of which the lowest six bits count
        String damage = null;
        while (from <= lastFrom && at <= lastAt) {
            bits |= (long) LONGS.get(input, from) << left;
            from += 7 - (left >>> 3 & 7);
            left |= 56;
            int entry = lengths[(int) bits & lengthMask];
            if (entry >>> LITERALS_AT != 0) {
                INTS.set(out, at, entry >>> CODE_AT);
                at += entry >>> LITERALS_AT;
                bits >>>= entry;
                left -= entry;
                entry = lengths[(int) bits & lengthMask];
                if (entry >>> LITERALS_AT != 0) {
                    INTS.set(out, at, entry >>> CODE_AT);
                    at += entry >>> LITERALS_AT;
                    bits >>>= entry;
                    left -= entry;
                    entry = lengths[(int) bits & lengthMask];
                    if (entry >>> LITERALS_AT != 0) {
                        INTS.set(out, at, entry >>> CODE_AT);
                        at += entry >>> LITERALS_AT;
                        bits >>>= entry;
                        left -= entry;
                        continue;
                    }
                }
            }
            if ((entry & OTHER) != 0) {
                entry = lengthCode.behind(entry, bits);
                if (entry >>> LITERALS_AT != 0) {
                    out[at++] = (byte) (entry >>> CODE_AT);
                    bits >>>= entry;
                    left -= entry;
                    continue;
                }
                if ((entry & OTHER) != 0) {
                    break;
                }
            }
            int end = at + PrefixCode.number(entry, bits);
            bits >>>= entry;
            left -= entry;
            if ((left & TAKE) < MOST_DISTANCE_BITS) {
                bits |= (long) LONGS.get(input, from) << left;
                from += 7 - (left >>> 3 & 7);
                left |= 56;
            }
            entry = distances[(int) bits & distanceMask];
            if ((entry & OTHER) != 0) {
                entry = distanceCode.behind(entry, bits);
                if ((entry & OTHER) != 0) {
                    damage = INVALID_DISTANCE;
                    break;
                }
            }
            int distance = PrefixCode.number(entry, bits);
            bits >>>= entry;
            left -= entry;
            if (distance <= at - start) {
                copyWithin(out, at, distance, end);
            } else if (distance <= at - start + recent.length()) {
                copy(at, distance, end - at);
            } else {
                damage = TOO_FAR_BACK;
                break;
            }
            at = end;
        }
        this.at = at;
        in.at = from;
        in.count = left & TAKE;
        in.bits = bits & ((1L << in.count) - 1);
        if (damage != null) {
            throw new ZipException(damage);
        }
    }

    /**
     * Copies what is {@code distance} before, eight bytes at a time and up to {@value #OVER} more
     * than it must. The first forty go without a branch: nearly all matches of tables are shorter,
     * and no processor foresees how long they are.
     */
    private static void copyWithin(byte[] out, int from, int distance, int end) {
        int at = from;
        int back = from - distance;
        if (distance < 8) {
            for (; at < end; at += distance, back += distance) {
                LONGS.set(out, at, (long) LONGS.get(out, back));
            }
            return;
        }
        LONGS.set(out, at, (long) LONGS.get(out, back));
        LONGS.set(out, at + 8, (long) LONGS.get(out, back + 8));
        LONGS.set(out, at + 16, (long) LONGS.get(out, back + 16));
        LONGS.set(out, at + 24, (long) LONGS.get(out, back + 24));
        LONGS.set(out, at + 32, (long) LONGS.get(out, back + 32));
        for (at += 40, back += 40; at < end; at += 32, back += 32) {
            LONGS.set(out, at, (long) LONGS.get(out, back));
            LONGS.set(out, at + 8, (long) LONGS.get(out, back + 8));
            LONGS.set(out, at + 16, (long) LONGS.get(out, back + 16));
            LONGS.set(out, at + 24, (long) LONGS.get(out, back + 24));
        }
    }
}
