package dev.stowage.ingest.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.zip.GZIPOutputStream;

/** One file of rows, plain or gzip. */
final class TextOutput implements Closeable {
    private static final int FLUSH_BYTES = 1 << 16;

    private final OutputStream out;
    private final RowText text = new RowText();
    private long rows;

    TextOutput(ExportRequest request) {
        try {
            OutputStream file = Files.newOutputStream(request.output());
            out = request.isGzip() ? new GZIPOutputStream(file, FLUSH_BYTES) : file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where lines are written to. */
    RowText text() {
        return text;
    }

    /** Ends a line that is no row. */
    void endLine() {
        text.put('\n');
        if (text.length() >= FLUSH_BYTES) {
            flush();
        }
    }

    void endRow() {
        rows++;
        endLine();
    }

    long rows() {
        return rows;
    }

    private void flush() {
        try {
            out.write(text.bytes(), 0, text.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        text.clear();
    }

    @Override
    public void close() {
        try (out) {
            flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
