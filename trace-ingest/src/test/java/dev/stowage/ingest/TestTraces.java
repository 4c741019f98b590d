package dev.stowage.ingest;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stowage.ingest.format.ErrorPolicy;
import dev.stowage.ingest.format.IngestRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;

/** What tests of trace formats share: real data, requests, DuckDB as an independent reader. */
public final class TestTraces {
    private TestTraces() {}

    /** A file or folder of the real traces; skips the test visibly where there are none. */
    public static Path real(String name) {
        return shared("traces", name);
    }

    /** The same of the other real files, of the tools that planners have. */
    public static Path realData(String name) {
        return shared("data", name);
    }

    private static Path shared(String kind, String name) {
        String given = System.getenv("STOWAGE_SHARED");
        Path shared =
                given != null
                        ? Path.of(given)
                        : Path.of("").toAbsolutePath().resolve("../../shared");
        Path path = shared.resolve(kind).resolve(name).normalize();
        assumeTrue(Files.exists(path), "skipped: no real file at " + path);
        return path;
    }

    public static IngestRequest request(Path output, int threads, Path... inputs) {
        return IngestRequest.of(List.of(inputs), output).with(draft -> draft.threads = threads);
    }

    public static IngestRequest with(IngestRequest r, ErrorPolicy onError, double maxShare) {
        return r.with(
                draft -> {
                    draft.onError = onError;
                    draft.maxErrorShare = maxShare;
                });
    }

    public static IngestRequest window(IngestRequest r, long from, long to) {
        return r.with(
                draft -> {
                    draft.fromMicros = OptionalLong.of(from);
                    draft.toMicros = OptionalLong.of(to);
                });
    }

    public static IngestRequest rule(IngestRequest r, String rule) {
        return r.with(draft -> draft.classRule = Optional.of(rule));
    }

    public static IngestRequest option(IngestRequest r, String name, String value) {
        return r.with(draft -> draft.options = Map.of(name, value));
    }

    /** The first row of a DuckDB query, as text. */
    public static List<String> duckDb(String sql) {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                ResultSet result = duck.createStatement().executeQuery(sql)) {
            result.next();
            java.util.ArrayList<String> row = new java.util.ArrayList<>();
            for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                row.add(String.valueOf(result.getObject(i)));
            }
            return row;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Runs a DuckDB statement that has no result. */
    public static void duckDbRun(String sql) {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
            duck.createStatement().execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    public static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Throws unless two directories hold the same files with the same bytes. */
    public static void assertSameBytes(Path a, Path b) throws IOException {
        try (var files = Files.list(a)) {
            List<Path> all = files.sorted().toList();
            for (Path file : all) {
                Path other = b.resolve(file.getFileName());
                if (Files.mismatch(file, other) != -1) {
                    throw new AssertionError(file + " differs from " + other);
                }
            }
            try (var others = Files.list(b)) {
                if (others.count() != all.size()) {
                    throw new AssertionError(a + " and " + b + " hold different files");
                }
            }
        }
    }
}
