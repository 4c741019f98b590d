package dev.stowage.ingest.sample;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.ingest.canonical.Words;
import dev.stowage.ingest.parquet.Column;
import dev.stowage.ingest.parquet.ColumnFileWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;

/**
 * Leaves the rows of a sample in the tables of a trace.
 *
 * @param jobs those that have a task in the sample
 */
record Shrinking(Path directory, TaskChoice choice, Set<Long> jobs, KeptStages stages) {
    /** Writes a table anew and tells how many rows it has then. */
    long shrink(CanonicalTable table) {
        Path smaller = directory.resolve(".sample.parquet");
        long written;
        try (TableRows rows = TableRows.openAll(directory, table)) {
            List<Column> kept =
                    table.columns().stream().filter(each -> rows.column(each.name()) >= 0).toList();
            try (ColumnFileWriter file =
                    ColumnFileWriter.create(smaller, table.tableName(), kept)) {
                while (rows.next()) {
                    if (keeps(rows)) {
                        write(rows, kept, file);
                    }
                }
                written = file.rows();
            }
        }
        try {
            Files.move(smaller, table.fileIn(directory), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written;
    }

    private boolean keeps(TableRows rows) {
        long job = rows.value(rows.column("job_id"));
        int index = rows.column("task_index");
        return index < 0
                ? jobs.contains(job)
                : jobs.contains(job) && choice.keeps(job, (int) rows.value(index));
    }

    private void write(TableRows rows, List<Column> kept, ColumnFileWriter file) {
        for (int i = 0; i < kept.size(); i++) {
            if (kept.get(i).name().equals("after_stages")) {
                long job = rows.value(rows.column("job_id"));
                long submit = rows.value(rows.column("submit_micros"));
                Words.put(file, stages.after(job, submit, rows.text(i)));
            } else {
                rows.put(file, kept.get(i), i);
            }
        }
        file.endRow();
    }
}
