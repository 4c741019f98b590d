package dev.stowage.ingest.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A local file for a Parquet writer that can be closed without it: the writer leaves its stream
 * open once a write has failed, on a full disk for example.
 */
final class KeptOutputFile implements OutputFile, Closeable {
    private final LocalOutputFile file;
    private @Nullable PositionOutputStream stream;

    KeptOutputFile(Path path) {
        file = new LocalOutputFile(path);
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) throws IOException {
        PositionOutputStream opened = file.create(blockSizeHint);
        stream = opened;
        return opened;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
        PositionOutputStream opened = file.createOrOverwrite(blockSizeHint);
        stream = opened;
        return opened;
    }

    @Override
    public boolean supportsBlockSize() {
        return file.supportsBlockSize();
    }

    @Override
    public long defaultBlockSize() {
        return file.defaultBlockSize();
    }

    @Override
    public String getPath() {
        return file.getPath();
    }

    /** Closes the stream, if it is open still. */
    @Override
    public void close() throws IOException {
        if (stream != null) {
            stream.close();
        }
    }
}
