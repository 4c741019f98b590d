package dev.stowage.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.ingest.format.IngestReport;
import dev.stowage.ingest.format.IngestRequest;
import dev.stowage.ingest.format.TraceFormat;
import dev.stowage.ingest.manifest.TraceManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A trace that a test has ingested, to be looked into. */
public record IngestedTrace(IngestReport report, Path path) {
    /** Ingests inputs into a new folder below {@code folder}. */
    public static IngestedTrace of(
            TraceFormat format, Path folder, UnaryOperator<IngestRequest> change, Path... inputs) {
        try {
            Path output = Files.createTempDirectory(folder, "out");
            IngestRequest request = change.apply(TestTraces.request(output, 2, inputs));
            IngestedTrace trace = new IngestedTrace(format.ingest(request), output);
            trace.assertConserved();
            return trace;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static IngestedTrace of(TraceFormat format, Path folder, Path... inputs) {
        return of(format, folder, request -> request, inputs);
    }

    private void assertConserved() {
        report.manifest()
                .tables()
                .forEach(
                        (name, table) ->
                                assertThat(table.rowsRead())
                                        .as(name)
                                        .isEqualTo(
                                                table.rowsUsed()
                                                        + table.rowsQuarantined()
                                                        + table.rowsIgnored().values().stream()
                                                                .mapToLong(n -> n)
                                                                .sum()));
        long inFiles =
                report.manifest().files().stream().mapToLong(TraceManifest.SourceFile::rows).sum();
        assertThat(
                        report.manifest().tables().values().stream()
                                .mapToLong(TraceManifest.Table::rowsRead)
                                .sum())
                .isEqualTo(inFiles);
    }

    public Map<String, Long> facts() {
        return report.manifest().facts();
    }

    public TraceManifest.Table table(String name) {
        return report.manifest().tables().get(name);
    }

    /** The first row of a query on a table, as DuckDB answers it. */
    public List<String> query(String table, String select, String rest) {
        return TestTraces.duckDb(
                "select " + select + " from '" + path.resolve(table + ".parquet") + "' " + rest);
    }

    public List<String> query(String table, String select) {
        return query(table, select, "");
    }
}
