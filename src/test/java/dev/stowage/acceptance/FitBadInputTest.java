package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces that are hard to fit, and models that were edited into what no model can be. */
class FitBadInputTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir private Path directory;

    private Path trace(int tasks, IntFunction<String> row) throws IOException {
        String rows = IntStream.range(0, tasks).mapToObj(row).collect(Collectors.joining("\n"));
        Path csv = directory.resolve("tasks.csv");
        Files.writeString(csv, "submit_s,duration_s,cpu,memory_gib\n" + rows + "\n");
        Path trace = directory.resolve("t.trace");
        Stowage.run("ingest", "csv", csv, "-o", trace, "--force").exits(0);
        return trace;
    }

    private JsonNode parameters(Path model) throws IOException {
        return JSON.readTree(model.toFile()).at("/classes/BATCH/parameters");
    }

    @Test
    void saysThatThereAreTooFewObservations() throws IOException {
        Path trace = trace(12, i -> i + "," + (10 + i * i) + ",1,1");
        Path model = directory.resolve("few.json");
        Stowage.Result fit = Stowage.run("fit", trace, "-o", model).exits(0);
        assertThat(fit.out()).contains("fewer than 30 observations", "empirical(12 values)");
        JsonNode duration = parameters(model).get("taskDurationSeconds");
        assertThat(duration.at("/density/type").textValue()).isEqualTo("empirical");
        assertThat(duration.get("note").textValue()).contains("fewer than 30");
    }

    @Test
    void callsAConstantParameterConstant() throws IOException {
        Path trace = trace(100, i -> i + ",60,1,1");
        Path model = directory.resolve("constant.json");
        Stowage.run("fit", trace, "-o", model).exits(0);
        JsonNode density = parameters(model).at("/taskDurationSeconds/density");
        assertThat(density.get("type").textValue()).isEqualTo("constant");
        assertThat(density.get("value").doubleValue()).isEqualTo(60);
        Stowage.run("synth", model, "--jobs", "20", "-o", directory.resolve("w.trace")).exits(0);
    }

    @Test
    void refusesATraceWithoutTasks() throws IOException {
        Path trace = trace(1, i -> "0,1,1,1");
        Path tasks = trace.resolve("tasks.parquet");
        Files.delete(tasks);
        assertThat(Stowage.run("fit", trace, "-o", directory.resolve("m.json")).exits(3).err())
                .contains("t.trace", "tasks", "expected");
        assertThat(directory.resolve("m.json")).doesNotExist();
    }

    @Test
    void refusesCriteriaThatItDoesNotKnow() throws IOException {
        Path trace = trace(40, i -> i + "," + (1 + i) + ",1,1");
        for (String option : new String[] {"--criterion", "--bandwidth", "--bins", "--censoring"}) {
            assertThat(Stowage.run("fit", trace, option, "best").exits(2).err())
                    .contains(option, "best", "expected");
        }
    }

    @Test
    void refusesAModelWithImpossibleParametersOrOfANewerFormat() throws IOException {
        Path trace = trace(200, i -> i + "," + (1 + i % 97) + ".5,1,1");
        Path model = directory.resolve("m.json");
        Stowage.run("fit", trace, "-o", model, "--criterion", "paper").exits(0);
        String text = Files.readString(model);
        refuses(
                text.replaceFirst("\"version\" : [0-9]+", "\"version\" : 7"),
                "version",
                "newer stowage");
        refuses(text.replaceFirst("\"scale\" : [0-9.]+", "\"scale\" : -4"), "scale", "above 0");
        refuses(
                text.replaceFirst("\"low\" : [0-9.]+", "\"low\" : 1e9"),
                "classes.BATCH.parameters.jobArrivalSeconds.high",
                "expected");
    }

    private void refuses(String text, String place, String expected) throws IOException {
        Path edited = Files.writeString(directory.resolve("edited.json"), text);
        for (String command : new String[] {"inspect", "synth"}) {
            assertThat(Stowage.run(command, edited).exits(3).err())
                    .contains("edited.json: ", place, expected);
        }
    }
}
