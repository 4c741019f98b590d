package dev.stowage.ingest.csv;

import dev.stowage.basis.InputException;
import dev.stowage.ingest.format.FormatOption;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.Resemblance;
import dev.stowage.ingest.format.TraceFormat;
import java.nio.file.Path;
import java.util.List;

/** The user's own tasks as CSV; see {@link CsvWorkload} for its form. */
public final class CsvFormat implements TraceFormat {
    /** The class rule: what the column says, and batch where there is none. */
    public static final String COLUMN_RULE = "column class";

    @Override
    public String name() {
        return "csv";
    }

    @Override
    public String description() {
        return "your own tasks: submit_s,duration_s,cpu,memory_gib[,job,class,priority,…]";
    }

    @Override
    public String defaultClassRule() {
        return COLUMN_RULE;
    }

    /** 1 if the header has the columns that a workload needs, else 0. */
    @Override
    public boolean isGiven() {
        return true;
    }

    @Override
    public double resemblance(Path file) {
        try {
            CsvWorkload.columnsOf(file);
            return 1;
        } catch (InputException e) {
            return 0;
        }
    }

    @Override
    public List<Resemblance> evidence(Path file) {
        try {
            CsvWorkload.columnsOf(file);
            return List.of(Resemblance.ofWhole(1, ""));
        } catch (InputException e) {
            return List.of(Resemblance.ofWhole(0, e.issues().get(0).found()));
        }
    }

    @Override
    public List<FormatOption> options() {
        return List.of(TaskFileIngest.MAPPING);
    }

    @Override
    public boolean hasWallClock() {
        return true;
    }

    @Override
    public IngestReport ingest(IngestRequest request) {
        return new TaskFileIngest(name(), false, request).run();
    }
}
