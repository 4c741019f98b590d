package dev.stowage.ingest.spill;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Encoded rows in order, in a file of ours that only this process reads. */
final class RunFile {
    private static final int BUFFER = 1 << 16;
    private static final int LEVEL = 1;

    private final Path path;
    private final int width;
    private long rows;

    RunFile(Path path, int width) {
        this.path = path;
        this.width = width;
    }

    /** Begins to write it. */
    Writer writer() {
        return new Writer();
    }

    /** Its rows; the file is removed when the cursor is closed. */
    RowCursor open() {
        return new Cursor();
    }

    /** Takes rows in order. */
    final class Writer implements Closeable {
        private final DataOutputStream out;

        Writer() {
            try {
                OutputStream file = Files.newOutputStream(path);
                out =
                        new DataOutputStream(
                                new BufferedOutputStream(
                                        new ZstdOutputStream(file, LEVEL), BUFFER));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void add(long key, long tie, byte[] bytes, int from, int length) {
            try {
                out.writeLong(key);
                out.writeLong(tie);
                out.writeInt(length);
                out.write(bytes, from, length);
                rows++;
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
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

    private final class Cursor extends DecodedCursor {
        private final DataInputStream in;
        private long left = rows;
        private long key;
        private long tie;
        private byte[] bytes = new byte[1 << 10];
        private int length;

        Cursor() {
            super(width);
            try {
                in =
                        new DataInputStream(
                                new BufferedInputStream(
                                        new ZstdInputStream(Files.newInputStream(path)), BUFFER));
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
        }

        @Override
        boolean advance() {
            if (left == 0) {
                return false;
            }
            left--;
            try {
                key = in.readLong();
                tie = in.readLong();
                length = in.readInt();
                if (bytes.length < length) {
                    bytes = new byte[2 * length];
                }
                in.readFully(bytes, 0, length);
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
            return true;
        }

        @Override
        public long key() {
            return key;
        }

        @Override
        public long tie() {
            return tie;
        }

        @Override
        public byte[] encoded() {
            return bytes;
        }

        @Override
        public int encodedStart() {
            return 0;
        }

        @Override
        public int encodedLength() {
            return length;
        }

        @Override
        public void close() {
            try {
                in.close();
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(path.toString(), e);
            }
        }
    }
}
