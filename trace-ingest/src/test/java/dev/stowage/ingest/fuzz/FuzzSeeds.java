package dev.stowage.ingest.fuzz;

import dev.stowage.ingest.TestTraces;
import dev.stowage.ingest.TraceFormats;
import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.manifest.Provenance;
import dev.stowage.ingest.manifest.TraceManifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/**
 * The inputs from which fuzzing starts: those in the resources (binary ones as {@code *.base64}),
 * and what is made of them, gzip and Parquet.
 */
public final class FuzzSeeds {
    private static final Path RESOURCES = Path.of("src/test/resources/dev/stowage/ingest/fuzz");

    private FuzzSeeds() {}

    /** Writes the seeds of a target, {@code FuzzSeeds TARGET FOLDER}, or lists the targets. */
    public static void main(String[] arguments) throws IOException {
        if (arguments[0].equals("list")) {
            FuzzTarget.targets().forEach(System.out::println);
        } else {
            write(arguments[0], Path.of(arguments[1]));
        }
    }

    /** Writes the seeds of a target into a folder of its name; returns that. */
    static Path write(String target, Path parent) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(target));
        Path kept = RESOURCES.resolve(target);
        if (Files.isDirectory(kept)) {
            try (Stream<Path> files = Files.list(kept)) {
                for (Path file : files.sorted().toList()) {
                    copy(file, folder);
                }
            }
        }
        switch (target) {
            case "parquet-table" -> writeTables(folder);
            case "manifest" ->
                    Files.copy(trace("csv").resolve("manifest.json"), folder.resolve("csv"));
            case "parquet" -> {} // bare, whatever it is called
            default -> writeGzip(kept, folder);
        }
        return folder;
    }

    private static void copy(Path file, Path folder) throws IOException {
        String name = file.getFileName().toString();
        if (name.endsWith(".base64")) {
            byte[] bytes = Base64.getMimeDecoder().decode(Files.readAllBytes(file));
            Files.write(folder.resolve(name.substring(0, name.length() - 7)), bytes);
        } else {
            Files.copy(file, folder.resolve(name));
        }
    }

    /** The files of the seed {@code tables} once more, each alone as gzip. */
    private static void writeGzip(Path kept, Path folder) throws IOException {
        Path unpacked = Files.createTempDirectory("seed");
        for (Path file :
                Bundle.unpack(Files.readAllBytes(kept.resolve("tables")), unpacked).files()) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            String name = unpacked.relativize(file).toString();
            bytes.writeBytes(("#! file " + name + "\n").getBytes(StandardCharsets.UTF_8));
            try (OutputStream out = new GZIPOutputStream(bytes);
                    InputStream in = Files.newInputStream(file)) {
                in.transferTo(out);
            }
            Files.write(folder.resolve("gzip-" + name.replace('/', '-')), bytes.toByteArray());
        }
    }

    /** The files of the seed {@code tables} of a format: a small trace with all its tables. */
    public static List<Path> unpack(String format, Path folder) throws IOException {
        Path seeds = write(format, Files.createTempDirectory("seeds"));
        return Bundle.unpack(Files.readAllBytes(seeds.resolve("tables")), folder).files();
    }

    /** A trace made of them. */
    private static Path trace(String format) throws IOException {
        Path folder = Files.createTempDirectory("seed");
        List<Path> inputs = unpack(format, Files.createDirectory(folder.resolve("in")));
        Path output = Files.createDirectory(folder.resolve("out"));
        TraceFormats.registry()
                .get(format)
                .ingest(TestTraces.request(output, 1, inputs.toArray(Path[]::new)));
        return output;
    }

    private static void writeTables(Path folder) throws IOException {
        for (String format : List.of("csv", "google-2011")) {
            try (Stream<Path> files = Files.list(trace(format))) {
                for (Path file : files.filter(f -> f.toString().endsWith(".parquet")).toList()) {
                    Files.copy(file, folder.resolve(format + "-" + file.getFileName()));
                }
            }
        }
    }

    /** The manifest of a trace that has only this table. */
    static TraceManifest manifestOf(CanonicalTable table) {
        return TraceManifest.of(
                new Provenance("csv", "fuzz", OptionalLong.empty(), Map.of()),
                List.of(),
                Map.of(table.tableName(), new TraceManifest.Table(0, 0, 0, Map.of(), 0, null)),
                Map.of(),
                Map.of(),
                "column class",
                null,
                "its start",
                null);
    }
}
