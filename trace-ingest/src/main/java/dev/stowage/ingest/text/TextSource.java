package dev.stowage.ingest.text;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Sha256;
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
import java.util.function.LongConsumer;
import java.util.zip.ZipException;

/**
 * The text of a file, inflated if its content is gzip or zstd (whatever it is called), with its
 * size and checksum on disk.
 */
public final class TextSource implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final DiskBytes disk;
    private final Compression compression;
    private final InputStream text;
    private final long mostTextBytes;
    private long textBytes;

    private TextSource(
            Path path, DiskBytes disk, Compression compression, InputStream text, long mostText) {
        this.path = path;
        this.disk = disk;
        this.compression = compression;
        this.text = text;
        mostTextBytes = mostText;
    }

    /** Opens a file with the {@linkplain InflationLimit#USUAL usual} limit. */
    public static TextSource open(Path path, LongConsumer bytesRead) {
        return open(path, InflationLimit.USUAL, bytesRead);
    }

    /**
     * Opens a file.
     *
     * @param limit how much text compressed data may become
     * @param bytesRead told of every number of bytes read from disk, from the reading thread
     * @throws InputException if it is missing, a directory, unreadable, empty or known not to be
     *     text
     */
    public static TextSource open(Path path, InflationLimit limit, LongConsumer bytesRead) {
        if (!Files.exists(path)) {
            throw InputException.of(path, "no such file", "a file", "Check the spelling.");
        }
        if (Files.isDirectory(path)) {
            throw InputException.of(path, "a directory", "a file", null);
        }
        try {
            long size = Files.size(path);
            if (size == 0) {
                throw InputException.of(
                        path,
                        "an empty file",
                        "rows of text, plain, gzip or zstd",
                        "Fetch it again.");
            }
            DiskBytes disk = new DiskBytes(Files.newInputStream(path), bytesRead);
            return opened(path, disk, limit.forFile(size));
        } catch (AccessDeniedException e) {
            throw InputException.of(path, "a file that may not be read", "a readable file", null)
                    .causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    /** Opens a file of any content as it lies on disk. */
    public static TextSource openPlain(Path path, LongConsumer bytesRead) {
        try {
            DiskBytes disk = new DiskBytes(Files.newInputStream(path), bytesRead);
            return new TextSource(path, disk, Compression.NONE, disk, Long.MAX_VALUE);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    private static TextSource opened(Path path, DiskBytes disk, long mostText) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(disk, BUFFER);
        buffered.mark(OtherContent.HEAD_BYTES);
        byte[] head = new byte[OtherContent.HEAD_BYTES];
        int length = buffered.readNBytes(head, 0, head.length);
        buffered.reset();
        OtherContent other = OtherContent.of(head, length);
        if (other != null) {
            disk.close();
            throw InputException.of(
                    path, other.found(), "rows of text, plain, gzip or zstd", other.remedy());
        }
        Compression compression = Compression.of(head, length);
        try {
            InputStream text = compression.inflated(buffered);
            return new TextSource(path, disk, compression, text, mostText);
        } catch (EOFException | ZipException e) {
            disk.close();
            throw damaged(path, compression, 0, e);
        }
    }

    public Path path() {
        return path;
    }

    /**
     * Reads some text; -1 at the end.
     *
     * @throws InputException if compressed data is damaged, ends too early or becomes too much
     */
    public int read(byte[] target, int offset, int length) {
        int count;
        try {
            count = text.read(target, offset, length);
        } catch (EOFException | ZipException e) {
            throw damaged(path, compression, textBytes, e);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
        textBytes += Math.max(count, 0);
        if (textBytes > mostTextBytes && compression != Compression.NONE) {
            throw InputException.of(
                    path,
                    "more than "
                            + mostTextBytes
                            + " bytes of text from "
                            + disk.count
                            + " bytes of "
                            + compression.label()
                            + " data",
                    "less, or a file that was made to fill disks",
                    "Allow more with --max-inflated, as in --max-inflated 500g.");
        }
        return count;
    }

    /**
     * Reads compressed data to its end, where its checksum is: what looks odd in it may come of
     * damage.
     *
     * @throws InputException if it is damaged
     */
    void refuseDamage() {
        byte[] rest = new byte[BUFFER];
        while (compression != Compression.NONE && read(rest, 0, rest.length) >= 0) {
            // inflated and checked
        }
    }

    private static InputException damaged(
            Path path, Compression compression, long textBytes, IOException cause) {
        boolean isCut = cause instanceof EOFException;
        String what =
                isCut
                        ? compression.label() + " data that ends too early, after "
                        : "damaged " + compression.label() + " data after ";
        String detail = isCut ? "" : " (" + cause.getMessage() + ")";
        return InputException.of(
                        path,
                        what + textBytes + " bytes of text" + detail,
                        "a whole " + compression.label() + " file",
                        compression.check())
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
        return disk.digest.hex();
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
        private final Sha256 digest = new Sha256();
        private final LongConsumer bytesRead;
        private long count;

        DiskBytes(InputStream in, LongConsumer bytesRead) {
            super(in);
            this.bytesRead = bytesRead;
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
                digest.add(target, offset, read);
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
