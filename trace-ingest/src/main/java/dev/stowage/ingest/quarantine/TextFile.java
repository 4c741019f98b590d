package dev.stowage.ingest.quarantine;

import java.io.BufferedWriter;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A text file (UTF-8, buffered) that is closed even if what is left in its buffer does not fit on
 * the disk any more; a plain writer of the JDK 17 stays open then.
 */
public final class TextFile extends FilterWriter {
    private final OutputStream bytes;

    private TextFile(OutputStream bytes) {
        super(new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8)));
        this.bytes = bytes;
    }

    /** Begins a file, or begins an existing one anew. */
    public static TextFile create(Path path) throws IOException {
        return new TextFile(Files.newOutputStream(path));
    }

    @Override
    public void close() throws IOException {
        try (OutputStream closing = bytes) {
            super.close();
            closing.flush();
        }
    }
}
