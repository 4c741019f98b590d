package dev.stowage.ingest.source;

import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.model.Resources;

/** Parses the blocks of one file, in their order, on one thread. */
interface RowParser {
    /** The rows of the next block. */
    RowChunk parse(LineBlocks.Block block);

    /**
     * Of the good rows so far, those that have a column which the table lacks: what tells the
     * tables apart where columns have names.
     */
    default long rowsWithOthers() {
        return 0;
    }

    /** A parser of a file. */
    static RowParser of(FoundFile source, Resources machine) {
        FieldReader fields = new FieldReader(source.table(), machine);
        return switch (source.encoding()) {
            case POSITIONAL -> block -> RowChunk.parse(source, block, fields);
            case NAMED -> new NamedRows(source, fields);
            case JSON_LINES, PARQUET -> new JsonRows(source, fields);
        };
    }
}
