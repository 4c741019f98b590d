package dev.stowage.ingest.google;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.trace.CanonicalTrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** A tiny trace in the form of Google 2011, made row by row (times in seconds of its clock). */
final class MiniTrace {
    static final int SUBMIT = 0;
    static final int SCHEDULE = 1;
    static final int EVICT = 2;
    static final int FAIL = 3;
    static final int FINISH = 4;
    static final int KILL = 5;
    static final int LOST = 6;

    private final Path root;
    private final StringBuilder tasks = new StringBuilder();
    private final StringBuilder jobs = new StringBuilder();
    private final StringBuilder machines = new StringBuilder();
    private final StringBuilder usage = new StringBuilder();
    private int runs;

    MiniTrace(Path root) {
        this.root = root;
    }

    private static String time(double seconds) {
        return Long.toString(Math.round(seconds * 1e6));
    }

    /** An event of task (job, index); times from 600 s on are inside the trace. */
    MiniTrace task(double seconds, int job, int index, int event) {
        return taskRow(
                time(seconds) + ",," + job + "," + index + ",7," + event + ",u,2,9,0.5,0.25,0.1,0");
    }

    MiniTrace taskRow(String row) {
        tasks.append(row).append('\n');
        return this;
    }

    MiniTrace job(double seconds, int job, int event) {
        jobs.append(time(seconds)).append(",,").append(job).append(',').append(event);
        jobs.append(",user,1,name,logical\n");
        return this;
    }

    MiniTrace machineRow(String row) {
        machines.append(row).append('\n');
        return this;
    }

    MiniTrace usageRow(String row) {
        usage.append(row).append('\n');
        return this;
    }

    Path write() {
        try {
            Path directory = Files.createDirectories(root.resolve("source" + runs));
            writeTable(directory, "task_events", tasks);
            writeTable(directory, "job_events", jobs);
            writeTable(directory, "machine_events", machines);
            writeTable(directory, "task_usage", usage);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeTable(Path directory, String name, StringBuilder rows)
            throws IOException {
        if (rows.length() > 0) {
            Path folder = Files.createDirectories(directory.resolve(name));
            Files.writeString(folder.resolve("part-00000-of-00001.csv"), rows);
        }
    }

    IngestReport ingest(UnaryOperator<IngestRequest> change) {
        try {
            Path source = write();
            Path output = Files.createDirectories(root.resolve("out" + runs++));
            return TraceFormats.named("google-2011")
                    .ingest(change.apply(TestTraces.request(output, 1, source)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    IngestReport ingest() {
        return ingest(request -> request);
    }

    Path lastOutput() {
        return root.resolve("out" + (runs - 1));
    }

    CanonicalTrace trace() {
        return CanonicalTrace.open(lastOutput());
    }

    /** Columns of the first row of a table, as DuckDB reads them. */
    List<String> query(String columns, String table, String rest) {
        return TestTraces.duckDb(
                "select "
                        + columns
                        + " from '"
                        + lastOutput().resolve(table + ".parquet")
                        + "' "
                        + rest);
    }
}
