package dev.stowage.ingest.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * A table as gzip parts, {@code part-00000-of-00003.csv.gz}, as the Google trace has it. A part is
 * cut only between the events of one instant of one task, and never so that a part begins before
 * the one in front of it: parts are read in the order of their first rows.
 */
final class PartFiles implements Closeable {
    private static final int FLUSH_BYTES = 1 << 16;

    private final Path folder;
    private final int partRows;
    private final RowText text = new RowText();
    private final List<Path> parts = new ArrayList<>();
    private OutputStream out = OutputStream.nullOutputStream();
    private long rowsInPart;
    private long rows;
    private long firstTime;

    /** Begins a table in a new folder. */
    PartFiles(Path folder, int partRows) {
        this.folder = folder;
        this.partRows = partRows;
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where rows are written to; {@link #endRow} follows each. */
    RowText text() {
        return text;
    }

    /** Says that a row, or several that belong together, follow, the first at this time. */
    void begin(long time) {
        try {
            if (parts.isEmpty() || (rowsInPart >= partRows && time >= firstTime)) {
                flush();
                out.close();
                Path part = folder.resolve(String.format("part-%05d", parts.size()));
                parts.add(part);
                out = new GZIPOutputStream(Files.newOutputStream(part), FLUSH_BYTES);
                rowsInPart = 0;
                firstTime = time;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void endRow() {
        text.put('\n');
        rows++;
        rowsInPart++;
        if (text.length() >= FLUSH_BYTES) {
            try {
                flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    long rows() {
        return rows;
    }

    private void flush() throws IOException {
        out.write(text.bytes(), 0, text.length());
        text.clear();
    }

    /** Completes the last part and names all of them. A table without rows has no folder. */
    @Override
    public void close() {
        try {
            flush();
            out.close();
            for (int i = 0; i < parts.size(); i++) {
                String name = String.format("part-%05d-of-%05d.csv.gz", i, parts.size());
                Files.move(parts.get(i), folder.resolve(name));
            }
            if (parts.isEmpty()) {
                Files.delete(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
