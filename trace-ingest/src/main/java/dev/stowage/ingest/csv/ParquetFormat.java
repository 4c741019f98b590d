package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.schema.Encoding;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The user's own tasks as Parquet: the columns of {@link CsvWorkload}, or others by a mapping. */
public final class ParquetFormat implements TraceFormat {
    @Override
    public String name() {
        return "parquet";
    }

    @Override
    public String description() {
        return "your own tasks in Parquet: the columns of csv, or yours by --option mapping=FILE";
    }

    @Override
    public String defaultClassRule() {
        return CsvFormat.COLUMN_RULE;
    }

    @Override
    public List<FormatOption> options() {
        return List.of(TaskFileIngest.MAPPING);
    }

    /** 1 if the columns are called as ours, else 0: nobody knows what others mean. */
    @Override
    public boolean isGiven() {
        return true;
    }

    @Override
    public double resemblance(Path file) {
        try {
            if (Encoding.isParquet(file)) {
                ColumnMapping.ofNames(file, new WallClock(Optional.empty()));
                return 1;
            }
            return 0;
        } catch (InputException e) {
            return 0;
        }
    }

    @Override
    public boolean hasWallClock() {
        return true;
    }

    @Override
    public IngestReport ingest(IngestRequest request) {
        for (Path input : request.inputs()) {
            if (!Encoding.isParquet(input)) {
                throw InputException.of(
                        input,
                        "a file that is not Parquet",
                        "Parquet files",
                        "The format csv takes a mapping, too.");
            }
        }
        return new TaskFileIngest(name(), true, request).run();
    }
}
