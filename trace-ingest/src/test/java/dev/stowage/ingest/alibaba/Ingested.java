package dev.stowage.ingest.alibaba;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A trace that a test ingested. Tables that a test writes itself are synthetic. */
record Ingested(IngestReport report, Path output) {

    /** Ingests, with as many bad rows as there may be. */
    static Ingested of(TraceFormat format, Path folder, int threads, Path... sources)
            throws IOException {
        Path output = Files.createTempDirectory(folder, "out");
        IngestRequest request =
                TestTraces.with(
                        TestTraces.request(output, threads, sources), ErrorPolicy.QUARANTINE, 1);
        return new Ingested(format.ingest(request), output);
    }

    /** A synthetic table of these rows, in a folder of its own. */
    static Path table(Path folder, String name, String... rows) throws IOException {
        return Files.writeString(
                Files.createTempDirectory(folder, "in").resolve(name),
                String.join("\n", rows) + "\n");
    }

    /** The first row of a query over one of its tables. */
    List<String> query(String table, String select) {
        return TestTraces.duckDb(
                "select " + select + " from '" + output.resolve(table + ".parquet") + "'");
    }

    /** Rows read of a table, those used, quarantined and ignored by each rule. */
    String books(String table) {
        var books = report.manifest().tables().get(table);
        return books.rowsRead()
                + " = "
                + books.rowsUsed()
                + " + "
                + books.rowsQuarantined()
                + " + "
                + books.rowsIgnored();
    }

    long fact(String name) {
        return report.manifest().facts().get(name);
    }
}
