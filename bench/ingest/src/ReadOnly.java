package dev.stowage.ingest.google;

import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.source.FieldReader;
import dev.stowage.ingest.source.FoundFile;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.ingest.text.TextSource;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Decodes and parses files of {@code task_events} as an ingest does, a file at a time on every core
 * that it may use, and lets go of the rows: no pairing, no Parquet. Prints the rows and the seconds
 * inside the JVM. In this package because the columns of the table are.
 */
public final class ReadOnly {
    private ReadOnly() {}

    public static void main(String[] files) {
        long start = System.nanoTime();
        LongStream rows = Stream.of(files).parallel().mapToLong(ReadOnly::rows);
        System.out.println(rows.sum() + " " + (System.nanoTime() - start) / 1e9);
    }

    private static long rows(String file) {
        FoundFile source =
                new FoundFile(
                        Path.of(file),
                        file,
                        FamilyDescription.of("google-2011").table("task_events"),
                        Encoding.POSITIONAL,
                        0);
        FieldReader fields = new FieldReader(source.table(), IngestRequest.DEFAULT_MACHINE);
        long rows = 0;
        try (TextSource text = TextSource.open(source.path(), bytes -> {})) {
            LineBlocks blocks = new LineBlocks(text);
            for (LineBlocks.Block b = blocks.next(); b != null; b = blocks.next()) {
                rows += RowChunk.parse(source, b, fields).size();
            }
            text.sha256();
        }
        return rows;
    }
}
