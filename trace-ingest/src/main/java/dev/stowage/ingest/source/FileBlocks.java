package dev.stowage.ingest.source;

import dev.stowage.ingest.parquet.ParquetLines;
import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.text.InflationLimit;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.io.Closeable;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One file as blocks of lines: its own, or for Parquet the JSON that its rows are. */
final class FileBlocks implements Closeable {
    private final TextSource disk;
    private final @Nullable LineBlocks text;
    private final @Nullable ParquetLines parquet;

    private FileBlocks(TextSource disk, @Nullable ParquetLines parquet) {
        this.disk = disk;
        this.parquet = parquet;
        text = parquet == null ? new LineBlocks(disk) : null;
    }

    /**
     * Opens a file.
     *
     * @param inflation how much text compressed data may become
     * @param bytesRead told of every number of bytes read from disk
     */
    static FileBlocks open(FoundFile source, InflationLimit inflation, LongConsumer bytesRead) {
        if (source.encoding() != Encoding.PARQUET) {
            return new FileBlocks(TextSource.open(source.path(), inflation, bytesRead), null);
        }
        TextSource disk = TextSource.openPlain(source.path(), bytesRead);
        try {
            return new FileBlocks(disk, ParquetLines.open(source.path(), wanted(source.table())));
        } catch (RuntimeException e) {
            disk.close();
            throw e;
        }
    }

    private static Set<String> wanted(SourceSchema table) {
        return table.fields().stream()
                .filter(field -> field.kind() != Field.Kind.SKIPPED)
                .map(field -> field.name().split("\\.", 2)[0])
                .collect(Collectors.toSet());
    }

    /** The next block; null at the end. */
    LineBlocks.@Nullable Block next() {
        return parquet != null ? parquet.next() : text == null ? null : text.next();
    }

    /** Checksum of the file on disk; reads what is left of it. */
    String sha256() {
        return disk.sha256();
    }

    /** Bytes on disk that were read. */
    long diskBytes() {
        return disk.diskBytes();
    }

    @Override
    public void close() {
        disk.close();
        if (parquet != null) {
            parquet.close();
        }
    }
}
