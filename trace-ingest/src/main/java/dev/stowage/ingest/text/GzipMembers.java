package dev.stowage.ingest.text;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The text of gzip data: of all its members, one after another, however they are cut into reads.
 * What follows the last member must be zeros (tapes pad with them).
 *
 * <p>{@link java.util.zip.GZIPInputStream} takes a second member that it can't read for the end,
 * and drops what it holds without a word. Source: RFC 1952.
 */
final class GzipMembers extends InputStream {
    private static final int MAGIC_1 = 0x1f;
    private static final int MAGIC_2 = 0x8b;
    private static final int DEFLATE = 8;
    private static final int HAS_HEADER_CHECKSUM = 2;
    private static final int HAS_EXTRA = 4;
    private static final int HAS_NAME = 8;
    private static final int HAS_COMMENT = 16;
    private static final int RESERVED = 0xe0;
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] data = new byte[BUFFER]; // of which [at, end) is still to be read
    private int at;
    private int end;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private @Nullable ZipException damage;
    private boolean isAtEnd;

    /** Reads the header of the first member. */
    GzipMembers(InputStream in) throws IOException {
        this.in = in;
        if (next() != MAGIC_1 || next() != MAGIC_2) {
            throw new ZipException("not gzip");
        }
        readHeader();
    }

    /** True if data begins as gzip does. */
    static boolean isGzip(byte[] head, int length) {
        return length >= 2 && (head[0] & 0xff) == MAGIC_1 && (head[1] & 0xff) == MAGIC_2;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!isAtEnd) {
            int count = inflate(target, offset, length);
            if (count > 0) {
                checksum.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                readTrailer();
                beginNext();
            }
        }
        return -1;
    }

    /** Some text of the member. Text before damage is read before the damage is told. */
    private int inflate(byte[] target, int offset, int length) throws IOException {
        if (damage != null) {
            throw damage;
        }
        if (inflater.needsInput() && !inflater.finished()) {
            if (!hasByte()) {
                throw new EOFException("cut");
            }
            inflater.setInput(data, at, end - at);
        }
        long before = inflater.getBytesWritten();
        try {
            inflater.inflate(target, offset, length);
        } catch (DataFormatException e) {
            damage = new ZipException(e.getMessage());
            damage.initCause(e);
        }
        at = end - inflater.getRemaining();
        return (int) (inflater.getBytesWritten() - before);
    }

    private void readHeader() throws IOException {
        if (next() != DEFLATE) {
            throw new ZipException("a compression method that gzip does not have");
        }
        int flags = next();
        if ((flags & RESERVED) != 0) {
            throw new ZipException("header flags that gzip does not have");
        }
        skip(6); // time, level, system
        if ((flags & HAS_EXTRA) != 0) {
            skip(next() | next() << 8);
        }
        if ((flags & HAS_NAME) != 0) {
            skipText();
        }
        if ((flags & HAS_COMMENT) != 0) {
            skipText();
        }
        if ((flags & HAS_HEADER_CHECKSUM) != 0) {
            skip(2);
        }
        inflater.reset();
        checksum.reset();
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            next();
        }
    }

    private void skipText() throws IOException {
        while (next() != 0) {
            // up to the zero that ends it
        }
    }

    private void readTrailer() throws IOException {
        if (nextInt() != (int) checksum.getValue()
                || nextInt() != (int) inflater.getBytesWritten()) {
            throw new ZipException("a checksum that is not that of the text");
        }
    }

    private int nextInt() throws IOException {
        return next() | next() << 8 | next() << 16 | next() << 24;
    }

    /** Begins the member that follows, if one does. */
    private void beginNext() throws IOException {
        if (!hasByte()) {
            isAtEnd = true;
            return;
        }
        int first = next();
        if (first == MAGIC_1 && next() == MAGIC_2) {
            readHeader();
            return;
        }
        while (first == 0 && hasByte()) {
            first = next();
        }
        if (first != 0) {
            throw new ZipException("something else behind the gzip data");
        }
        isAtEnd = true;
    }

    private boolean hasByte() throws IOException {
        if (at == end) {
            at = 0;
            end = Math.max(0, in.read(data, 0, BUFFER));
        }
        return at < end;
    }

    private int next() throws IOException {
        if (!hasByte()) {
            throw new EOFException("cut");
        }
        return data[at++] & 0xff;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}
