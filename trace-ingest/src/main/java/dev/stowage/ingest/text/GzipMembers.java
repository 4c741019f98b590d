package dev.stowage.ingest.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipException;

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

    private final BitInput in;
    private final DeflatedText text;
    private final CRC32 checksum = new CRC32();
    private long memberBytes;
    private boolean isAtEnd;

    /** Reads the header of the first member. */
    GzipMembers(InputStream in) throws IOException {
        this.in = new BitInput(in);
        text = new DeflatedText(this.in);
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
            int count = text.read(target, offset, length);
            if (count > 0) {
                checksum.update(target, offset, count);
                memberBytes += count;
                return count;
            }
            readTrailer();
            beginNext();
        }
        return -1;
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
        text.reset();
        checksum.reset();
        memberBytes = 0;
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
        in.toNextByte();
        if (nextInt() != (int) checksum.getValue() || nextInt() != (int) memberBytes) {
            throw new ZipException("a checksum that is not that of the text");
        }
    }

    private int nextInt() throws IOException {
        return next() | next() << 8 | next() << 16 | next() << 24;
    }

    /** Begins the member that follows, if one does. */
    private void beginNext() throws IOException {
        if (!in.hasByte()) {
            isAtEnd = true;
            return;
        }
        int first = next();
        if (first == MAGIC_1 && next() == MAGIC_2) {
            readHeader();
            return;
        }
        while (first == 0 && in.hasByte()) {
            first = next();
        }
        if (first != 0) {
            throw new ZipException("something else behind the gzip data");
        }
        isAtEnd = true;
    }

    private int next() throws IOException {
        return in.nextByte();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
