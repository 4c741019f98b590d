package dev.stowage.ingest.text;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.ZipException;

/**
 * The text of zstd data: of all its frames, one after another.
 *
 * <p>The stream of zstd-jni 1.5.7 takes a later frame that is cut off for a whole one
 * (TextSourceTest.noCutGoesUnnoticed).
 */
final class ZstdFrames extends InputStream {
    private static final int BUFFER = 1 << 17;

    private final InputStream in;
    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private final byte[] read = new byte[BUFFER];
    private final ByteBuffer data = ByteBuffer.allocateDirect(BUFFER).limit(0);
    private final ByteBuffer text = ByteBuffer.allocateDirect(BUFFER).limit(0);
    private boolean isInFrame;
    private boolean isAtEnd;

    /** Reads nothing yet. */
    ZstdFrames(InputStream in) {
        this.in = in;
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
        while (!text.hasRemaining()) {
            if (!data.hasRemaining()) {
                fill();
            }
            if (isAtEnd && !isInFrame) {
                return -1;
            }
            inflate();
            if (isAtEnd && isInFrame && !text.hasRemaining()) {
                throw new EOFException("cut");
            }
        }
        int count = Math.min(length, text.remaining());
        text.get(target, offset, count);
        return count;
    }

    private void fill() throws IOException {
        int count = isAtEnd ? -1 : in.read(read, 0, BUFFER);
        isAtEnd = count < 0;
        data.clear().put(read, 0, Math.max(0, count)).flip();
    }

    private void inflate() throws ZipException {
        text.clear();
        try {
            isInFrame = !context.decompressDirectByteBufferStream(text, data);
        } catch (ZstdException e) {
            ZipException damaged = new ZipException(e.getMessage());
            damaged.initCause(e);
            throw damaged;
        }
        text.flip();
    }

    @Override
    public void close() throws IOException {
        context.close();
        in.close();
    }
}
