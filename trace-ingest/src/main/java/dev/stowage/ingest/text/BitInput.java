package dev.stowage.ingest.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Bits of a stream, the lowest of a byte first, as deflated data has them. Between its calls {@link
 * DeflatedText} takes bits from the fields itself.
 */
final class BitInput {
    private static final int BUFFER = 1 << 16;

    /** Bytes of the stream; of these {@code [at, end)} are still to be read. */
    final byte[] buffer = new byte[BUFFER];

    int at;
    int end;

    /** Bits that were read but not taken: the lowest {@link #count}, with zeros above them. */
    long bits;

    int count;

    private final InputStream in;

    BitInput(InputStream in) {
        this.in = in;
    }

    /**
     * Makes sure that there are so many bits, reading no further than it must.
     *
     * @param wanted at most 32
     * @throws EOFException if the stream ends before
     */
    void need(int wanted) throws IOException {
        while (count < wanted) {
            if (at == end && !fill()) {
                throw new EOFException("cut");
            }
            bits |= (buffer[at++] & 0xffL) << count;
            count += 8;
        }
    }

    /** The next bits as a number, the first one lowest; at most 31. */
    int take(int wanted) throws IOException {
        need(wanted);
        int taken = (int) bits & ((1 << wanted) - 1);
        drop(wanted);
        return taken;
    }

    /** Takes bits that are there. */
    void drop(int taken) {
        bits >>>= taken;
        count -= taken;
    }

    /** Passes over what is left of a byte of which bits were taken. */
    void toNextByte() {
        drop(count & 7);
    }

    /** The next byte, at a boundary of bytes. */
    int nextByte() throws IOException {
        return take(8);
    }

    /** Whether there is another byte, at a boundary of bytes. */
    boolean hasByte() throws IOException {
        return count > 0 || at < end || fill();
    }

    /**
     * Copies some of the next bytes, at a boundary of bytes: at least one, at most {@code most}.
     */
    int copy(byte[] target, int offset, int most) throws IOException {
        if (count > 0) {
            target[offset] = (byte) nextByte();
            return 1;
        }
        if (at == end && !fill()) {
            throw new EOFException("cut");
        }
        int length = Math.min(most, end - at);
        System.arraycopy(buffer, at, target, offset, length);
        at += length;
        return length;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer, 0, BUFFER));
        return end > 0;
    }

    void close() throws IOException {
        in.close();
    }
}
