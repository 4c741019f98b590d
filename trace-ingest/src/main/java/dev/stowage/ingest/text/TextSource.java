package dev.stowage.ingest.text;

import dev.stowage.model.InputException;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The text of a file, inflated if its content is gzip (whatever it is called), with its size and
 * checksum on disk.
 */
public final class TextSource implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int GZIP_MAGIC_1 = 0x1f;
    private static final int GZIP_MAGIC_2 = 0x8b;

    private final Path path;
    private final DiskBytes disk;
    private final InputStream text;
    private long textBytes;

    private TextSource(Path path, DiskBytes disk, InputStream text) {
        this.path = path;
        this.disk = disk;
        this.text = text;
    }

    /**
     * Opens a file.
     *
     * @param bytesRead told of every number of bytes read from disk, from the reading thread
     * @throws InputException if it is missing, a directory, unreadable or empty
     */
    public static TextSource open(Path path, LongConsumer bytesRead) {
        if (!Files.exists(path)) {
            throw InputException.of(path, "no such file", "a file", "Check the spelling.");
        }
        if (Files.isDirectory(path)) {
            throw InputException.of(path, "a directory", "a file", null);
        }
        try {
            if (Files.size(path) == 0) {
                throw InputException.of(
                        path, "an empty file", "rows of text, plain or gzip", "Fetch it again.");
            }
            DiskBytes disk = new DiskBytes(Files.newInputStream(path), bytesRead);
            return new TextSource(path, disk, inflated(path, disk));
        } catch (AccessDeniedException e) {
            throw InputException.of(path, "a file that may not be read", "a readable file", null)
                    .causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    private static InputStream inflated(Path path, DiskBytes disk) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(disk, BUFFER);
        buffered.mark(2);
        boolean isGzip = buffered.read() == GZIP_MAGIC_1 && buffered.read() == GZIP_MAGIC_2;
        buffered.reset();
        if (!isGzip) {
            return buffered;
        }
        try {
            return new GZIPInputStream(buffered, BUFFER);
        } catch (EOFException | ZipException e) {
            disk.close();
            throw damagedGzip(path, 0, e);
        }
    }

    public Path path() {
        return path;
    }

    /**
     * Reads some text; -1 at the end.
     *
     * @throws InputException if the gzip data is damaged or ends too early
     */
    public int read(byte[] target, int offset, int length) {
        try {
            int count = text.read(target, offset, length);
            textBytes += Math.max(count, 0);
            return count;
        } catch (EOFException | ZipException e) {
            throw damagedGzip(path, textBytes, e);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    private static InputException damagedGzip(Path path, long textBytes, IOException cause) {
        String what =
                cause instanceof EOFException
                        ? "gzip data that ends too early, after " + textBytes + " bytes of text"
                        : "damaged gzip data after " + textBytes + " bytes of text";
        return InputException.of(
                        path, what, "a whole gzip file", "Fetch it again; `gzip -t` checks a file.")
                .causedBy(cause);
    }

    /** As a stream of text, for readers that want one. */
    public InputStream asStream() {
        return new InputStream() {
            @Override
            public int read() {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return TextSource.this.read(target, offset, length);
            }

            @Override
            public void close() {
                TextSource.this.close();
            }
        };
    }

    /** Checksum of the whole file on disk, hexadecimal; reads what is left of it. */
    public String sha256() {
        try {
            disk.drain();
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
        return HexFormat.of().formatHex(disk.digest.digest());
    }

    /** Bytes on disk that were read. */
    public long diskBytes() {
        return disk.count;
    }

    @Override
    public void close() {
        try {
            text.close();
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    /** The bytes on disk, counted and digested on their way. */
    private static final class DiskBytes extends FilterInputStream {
        private final MessageDigest digest = newDigest();
        private final LongConsumer bytesRead;
        private long count;

        DiskBytes(InputStream in, LongConsumer bytesRead) {
            super(in);
            this.bytesRead = bytesRead;
        }

        private static MessageDigest newDigest() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every JDK has SHA-256", e);
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = in.read(target, offset, length);
            if (read > 0) {
                digest.update(target, offset, read);
                count += read;
                bytesRead.accept(read);
            }
            return read;
        }

        void drain() throws IOException {
            byte[] rest = new byte[BUFFER];
            while (read(rest, 0, rest.length) >= 0) {
                // counted and digested
            }
        }
    }
}
