package dev.stowage.ingest.source;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.manifest.TraceManifest;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.quarantine.Quarantine;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one file of a trace as they were parsed, good and bad, with what the books say of the
 * file: zstd with a checksum.
 */
final class PartFile {
    private static final int BUFFER = 1 << 16;
    private static final int LEVEL = 1;
    private static final byte CHUNK = 1;
    private static final byte END = 2;

    private PartFile() {}

    /** Begins a file. */
    static Writer create(Path path, String identity) {
        return new Writer(path, identity);
    }

    /** Opens a finished file. */
    static Reader open(Path path, FoundFile source) {
        return new Reader(path, source);
    }

    /** Takes the chunks of a file in order. */
    static final class Writer implements Closeable {
        private final Path path;
        private final DataOutputStream out;

        private Writer(Path path, String identity) {
            this.path = path;
            try {
                ZstdOutputStream zstd = new ZstdOutputStream(Files.newOutputStream(path), LEVEL);
                zstd.setChecksum(true);
                out = new DataOutputStream(new BufferedOutputStream(zstd, BUFFER));
                writeText(identity);
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
        }

        void add(RowChunk chunk) {
            try {
                out.writeByte(CHUNK);
                RowChunk.Parts parts = chunk.parts();
                out.writeLong(parts.emptyLines());
                out.writeLong(parts.headers());
                out.writeInt(parts.comments().size());
                for (String comment : parts.comments()) {
                    writeText(comment);
                }
                out.writeInt(parts.bad().size());
                for (Quarantine.Row row : parts.bad()) {
                    out.writeLong(row.line());
                    writeText(row.reason().name());
                    writeText(row.found());
                    writeText(row.text());
                }
                out.writeInt(parts.textLength());
                out.writeInt(parts.bytes().length);
                out.write(parts.bytes());
                out.writeInt(parts.size());
                out.writeInt(parts.columns().length);
                if (parts.columns().length > 0) {
                    byte[] row = new byte[parts.size() * Long.BYTES];
                    for (long[] column : parts.columns()) {
                        writeLongs(row, column, parts.size());
                    }
                    writeLongs(row, parts.lines(), parts.size());
                    for (int i = 0; i < parts.size(); i++) {
                        out.writeInt(parts.rowStarts()[i]);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
        }

        private void writeLongs(byte[] buffer, long[] values, int count) throws IOException {
            ByteBuffer.wrap(buffer).asLongBuffer().put(values, 0, count);
            out.write(buffer, 0, count * Long.BYTES);
        }

        private void writeText(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        }

        void finish(TraceManifest.SourceFile read) {
            try {
                out.writeByte(END);
                writeText(read.name());
                writeText(read.table());
                out.writeLong(read.bytes());
                out.writeLong(read.rows());
                writeText(read.sha256());
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
            close();
        }

        @Override
        public void close() {
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
        }
    }

    /** Gives the chunks of a file back. */
    static final class Reader implements Closeable {
        private final Path path;
        private final FoundFile source;
        private final DataInputStream in;
        private final String identity;
        private TraceManifest.@Nullable SourceFile end;

        private Reader(Path path, FoundFile source) {
            this.path = path;
            this.source = source;
            try {
                in =
                        new DataInputStream(
                                new BufferedInputStream(
                                        new ZstdInputStream(Files.newInputStream(path)), BUFFER));
                identity = readText();
            } catch (IOException e) {
                throw damaged(e);
            }
        }

        String identity() {
            return identity;
        }

        private InputException damaged(IOException cause) {
            return InputException.of(
                            path,
                            "a damaged part of an earlier ingest (" + cause.getMessage() + ")",
                            "the rows of " + source.path(),
                            "Run the ingest again without --resume.")
                    .causedBy(cause);
        }

        /** The next chunk; null at the end. */
        @Nullable RowChunk next() {
            try {
                if (in.readByte() == CHUNK) {
                    return readChunk();
                }
                end =
                        new TraceManifest.SourceFile(
                                readText(), readText(), in.readLong(), in.readLong(), readText());
                return null;
            } catch (IOException e) {
                throw damaged(e);
            }
        }

        private RowChunk readChunk() throws IOException {
            long emptyLines = in.readLong();
            long headers = in.readLong();
            List<String> comments = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                comments.add(readText());
            }
            List<Quarantine.Row> bad = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                bad.add(
                        new Quarantine.Row(
                                in.readLong(), BadRow.valueOf(readText()), readText(), readText()));
            }
            int textLength = in.readInt();
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            int size = in.readInt();
            int width = in.readInt();
            int kept = width == 0 ? 0 : size;
            long[][] columns = new long[width][kept];
            byte[] buffer = new byte[kept * Long.BYTES];
            for (long[] column : columns) {
                readLongs(buffer, column);
            }
            long[] lines = new long[kept];
            int[] rowStarts = new int[kept];
            if (width > 0) {
                readLongs(buffer, lines);
                for (int i = 0; i < size; i++) {
                    rowStarts[i] = in.readInt();
                }
            }
            return new RowChunk(
                    source,
                    new RowChunk.Parts(
                            bytes,
                            textLength,
                            columns,
                            rowStarts,
                            lines,
                            size,
                            emptyLines,
                            headers,
                            comments,
                            bad));
        }

        private void readLongs(byte[] buffer, long[] values) throws IOException {
            in.readFully(buffer);
            ByteBuffer.wrap(buffer).asLongBuffer().get(values);
        }

        private String readText() throws IOException {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        /** What the books say of the file; known at the end. */
        TraceManifest.SourceFile end() {
            if (end == null) {
                throw new IllegalStateException("there are more chunks");
            }
            return end;
        }

        @Override
        public void close() {
            try {
                in.close();
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
        }
    }
}
