package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged, wrong and hostile input: exit 3, and a message that says where, what and what to do. */
class BadInputTest {
    private static final String HEADER = "submit_s,duration_s,cpu,memory_gib\n";

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"inspect", "fit", "simulate", "ingest"})
    void saysThatAnInputIsMissing(String command) {
        Path missing = directory.resolve("missing.trace");
        run(command, missing).exits(3).says(missing.toString(), "found no such", "expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "ingest"})
    void refusesAnEmptyCsv(String command) throws IOException {
        Path file = write("empty.csv", "");
        run(command, file).exits(3).says(file.toString(), "found", "expected");
        assertNothingLeft("empty.csv");
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "ingest"})
    void refusesATruncatedGzip(String command) throws IOException {
        Path file = directory.resolve("tasks.csv.gz");
        byte[] whole = gzip(HEADER + "0,10,1,1\n".repeat(50_000));
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        run(command, file).exits(3).says(file.toString(), "found gzip data", "expected");
        assertNothingLeft("tasks.csv.gz");
    }

    @ParameterizedTest
    @ValueSource(strings = {"simulate", "ingest"})
    void refusesABinaryFile(String command) throws IOException {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        Path file = Files.write(directory.resolve("noise.csv"), noise);
        run(command, file).exits(3).says(file.toString(), "found", "expected");
    }

    @Test
    void refusesABinaryFileGivenAsGoogle() throws IOException {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        Path folder = Files.createDirectories(directory.resolve("g/task_events"));
        Path file = Files.write(folder.resolve("part-00000-of-00500.csv.gz"), noise);
        ingestGoogle(file.getParent().getParent()).exits(3).says("part-00000", "found", "expected");
    }

    @Test
    void refusesATruncatedGzipGivenAsGoogle() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("g/task_events"));
        byte[] whole = gzip("0,,3418309,0,,0,user,3,9,0.125,0.07446,0.0004244,0\n".repeat(20_000));
        Path file = folder.resolve("part-00000-of-00500.csv.gz");
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        ingestGoogle(file.getParent().getParent()).exits(3).says("part-00000", "found", "expected");
    }

    @Test
    void refusesAnEmptyFolderGivenAsGoogle() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("empty"));
        ingestGoogle(folder).exits(3).says(folder.toString(), "found", "expected");
    }

    @Test
    void refusesAnAlibabaFileGivenAsGoogle() {
        Path alibaba = Shared.require("traces/alibaba-2017");
        ingestGoogle(alibaba).exits(3).says("alibaba-2017", "found", "expected");
        Path file = alibaba.resolve("batch_task.csv.gz");
        ingestGoogle(file).exits(3).says("batch_task.csv.gz", "found", "expected");
        assertNothingLeft();
    }

    @Test
    void refusesAnAlibabaTableUnderTheNameOfAGoogleTable() throws IOException {
        Path alibaba = Shared.require("traces/alibaba-2017/batch_task.csv.gz");
        Path folder = Files.createDirectories(directory.resolve("g/task_events"));
        Files.copy(alibaba, folder.resolve("part-00000-of-00500.csv.gz"));
        ingestGoogle(folder.getParent())
                .exits(3)
                .says("part-00000-of-00500.csv.gz", "found", "expected");
    }

    @Test
    void quarantinesFewBadRowsOfAPublicFormatAndRefusesMany() throws IOException {
        StringBuilder rows = new StringBuilder();
        for (int job = 1; job <= 500; job++) {
            rows.append("600000000,," + job + ",0,,0,user,0,9,0.1,0.1,0.1,0\n");
        }
        String twelveColumns = "600000001,,501,0,,0,user,0,9,0.1,0.1,0.1\n";
        String letters = "600000002,,5x2,0,,0,user,0,9,0.1,0.1,0.1,0\n";
        Path few = google("few", rows + twelveColumns + letters);
        Path trace = directory.resolve("few.trace");
        String counts =
                Stowage.run("ingest", "google-2011", few, "-o", trace, "--json").exits(0).out();
        assertThat(counts).contains("\"rowsQuarantined\" : 2");
        assertThat(Files.readString(trace.resolve("quarantine.csv")))
                .contains("part-00000", ",501,", ",502,");

        Path many = google("many", twelveColumns.repeat(20) + rows);
        ingestGoogle(many).exits(3).says("part-00000", "found", "expected", "--max-errors");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0,10,1|4",
                "0,10,1,1,7,0,0,9|4",
                "0,ten,1,1|4",
                "x,10,1,1|4",
                "0,-10,1,1|4",
                "-1,10,1,1|4",
                "0,10,-1,1|4",
                "0,10,1,-1|4",
                "0,NaN,1,1|4",
                "0,10,Infinity,1|4",
                "0,10,1e300,1|4",
                "0,99999999999999999999,1,1|4",
                "0,,1,1|4",
            })
    void namesTheLineOfABadRow(String row, int line) throws IOException {
        Path file = write("tasks.csv", HEADER + "0,10,1,1\n0,10,1,1\n" + row + "\n5,10,1,1\n");
        run("simulate", file).exits(3).says(file + ":" + line, "found", "expected");
        run("ingest", file).exits(3).says(file + ":" + line, "found", "expected");
        assertNothingLeft("tasks.csv");
    }

    @Test
    void namesTheLineThatIsNotSorted() throws IOException {
        Path file = write("tasks.csv", HEADER + "0,10,1,1\n9,10,1,1\n8,10,1,1\n");
        run("simulate", file).exits(3).says(file + ":4", "found", "expected");
        run("ingest", file).exits(3).says(file + ":4", "found", "expected");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "submit_s,duration_s,cpu,cpu\n",
                "submit_s,duration_s,cpu,memory_gib,cpu\n",
                "submit_s,duration_s,cpu\n",
                "submit,duration,cpu,memory\n",
                "submit_s,duration_s,cpu,memory_gib,colour\n"
            })
    void refusesAWrongHeader(String header) throws IOException {
        Path file = write("tasks.csv", header + "0,10,1,1,1\n");
        run("simulate", file).exits(3).says(file.toString(), "found", "expected");
        run("ingest", file).exits(3).says(file.toString(), "found", "expected");
    }

    @Test
    void refusesAFolderThatIsNoTrace() throws IOException {
        Path folder = Files.createDirectories(directory.resolve("photos"));
        run("simulate", folder).exits(3).says(folder.toString(), "found", "expected");
        run("fit", folder).exits(3).says(folder.toString(), "found", "expected");
        run("inspect", folder).exits(3).says(folder.toString(), "found", "expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "null", "{\"formatVersion\": 99}", "\u0000\u0001"})
    void refusesADamagedManifest(String manifest) throws IOException {
        Path trace = Files.createDirectories(directory.resolve("x.trace"));
        Files.writeString(trace.resolve("manifest.json"), manifest);
        run("simulate", trace).exits(3).says("x.trace", "found", "expected");
        run("inspect", trace).exits(3).says("x.trace", "found", "expected");
    }

    @Test
    void refusesATraceWhoseTableIsDamaged() throws IOException {
        Path trace = directory.resolve("x.trace");
        Path csv = write("tasks.csv", HEADER + "0,10,1,1\n".repeat(100));
        Stowage.run("ingest", "csv", csv, "-o", trace).exits(0);
        Path table = trace.resolve("tasks.parquet");
        byte[] bytes = Files.readAllBytes(table);
        Files.write(table, Arrays.copyOf(bytes, bytes.length / 2));
        run("simulate", trace).exits(3).says("tasks.parquet", "found", "expected");
        Files.delete(table);
        run("simulate", trace).exits(3).says("tasks.parquet", "found", "expected");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}", "[]", "null", "{\"classes\": {}}", "{\"classes\": 3}"})
    void refusesANonsenseModel(String model) throws IOException {
        Path file = write("model.json", model);
        Stowage.run("synth", file, "-o", directory.resolve("out.trace"))
                .exits(3)
                .says(file.toString(), "found", "expected");
        assertNothingLeft("model.json");
    }

    @Test
    void saysThatAModelIsNeitherBuiltInNorAFile() {
        Stowage.run("synth", "gogle-2011", "-o", directory.resolve("out.trace"))
                .exits(3)
                .says("gogle-2011", "google-2011");
    }

    @Test
    void refusesTheMachinesOfAWorkloadThatHasNone() throws IOException {
        Path file = write("tasks.csv", HEADER + "0,10,1,1\n");
        Stowage.run("simulate", file, "--servers", "trace", "-o", directory.resolve("run"))
                .exits(3)
                .says("no machine table", "expected", "--servers 100x48c256g");
    }

    private Stowage.Result ingestGoogle(Path input) {
        return Stowage.run("ingest", "google-2011", input, "-o", directory.resolve("out.trace"));
    }

    private Stowage.Result run(String command, Path input) {
        Path out = directory.resolve("out");
        return switch (command) {
            case "simulate" -> Stowage.run("simulate", input, "--servers", "2x4c4g", "-o", out);
            case "ingest" -> Stowage.run("ingest", "csv", input, "-o", out);
            case "fit" -> Stowage.run("fit", input, "-o", out);
            default -> Stowage.run(command, input);
        };
    }

    private Path google(String name, String taskEvents) throws IOException {
        Path folder = Files.createDirectories(directory.resolve(name).resolve("task_events"));
        Files.write(folder.resolve("part-00000-of-00500.csv.gz"), gzip(taskEvents));
        return folder.getParent();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /** Neither outputs nor temporaries, hidden or not, beside the inputs. */
    private void assertNothingLeft(String... inputs) {
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder(inputs);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
