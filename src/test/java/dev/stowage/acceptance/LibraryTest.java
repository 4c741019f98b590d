package dev.stowage.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.Progress;
import dev.stowage.forecast.DemandForecast;
import dev.stowage.json.Json;
import dev.stowage.workflow.Compare;
import dev.stowage.workflow.Fit;
import dev.stowage.workflow.Forecast;
import dev.stowage.workflow.Ingest;
import dev.stowage.workflow.Plan;
import dev.stowage.workflow.Simulate;
import dev.stowage.workflow.Synth;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The product as a library: {@code examples/library}, and what it promises. */
class LibraryTest {
    private static final Path CSV = Path.of("examples/night-batch.csv");

    @TempDir private Path folder;

    @Test
    void theExampleRunsAndSaysWhatTheCommandsSay() throws Exception {
        Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                Stowage.classPath(),
                                "examples/library/NightBatch.java",
                                folder.resolve("out").toString())
                        .redirectErrorStream(true)
                        .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor()).as(said).isZero();

        assertThat(Stowage.run("ingest", "auto", CSV, "-o", folder.resolve("cli.trace")).exit())
                .isZero();
        assertThat(bytes(folder.resolve("out/night.trace/tasks.parquet")))
                .isEqualTo(bytes(folder.resolve("cli.trace/tasks.parquet")));
        var run =
                Stowage.run(
                        "simulate",
                        CSV,
                        "--servers",
                        "25x16c64g",
                        "--json",
                        "-o",
                        folder.resolve("cli.run"));
        var plan =
                Stowage.run(
                        "plan",
                        "examples/night-batch.yaml",
                        "--json",
                        "-o",
                        folder.resolve("cli.plan"));
        assertThat(said)
                .contains(
                        Json.mapper().readTree(run.out()).at("/tasks/finished").asText()
                                + " tasks finished")
                .contains(
                        Json.mapper().readTree(plan.out()).at("/servers/0/count").asText()
                                + " servers");
    }

    @Test
    void theExampleNeedsNothingThatIsNotPromised() throws IOException {
        List<String> imports =
                Files.readAllLines(Path.of("examples/library/NightBatch.java")).stream()
                        .filter(line -> line.startsWith("import dev.stowage."))
                        .map(line -> line.substring(7, line.length() - 1))
                        .toList();
        assertThat(ApiTest.promised()).containsAll(imports);
    }

    @Test
    void answersWhatTheCommandsAnswer() throws IOException {
        Path model = Files.writeString(folder.resolve("m.json"), fitted());

        Synth.of(model.toString(), 7).run(folder.resolve("lib.trace"), Progress.NONE);
        Stowage.run("synth", model, "--seed", "7", "-o", folder.resolve("cli.trace")).exits(0);
        assertThat(bytes(folder.resolve("lib.trace/tasks.parquet")))
                .isEqualTo(bytes(folder.resolve("cli.trace/tasks.parquet")));

        var compared = Compare.of(CSV, model).run(Progress.NONE);
        assertThat(Json.text(compared.answer()))
                .isEqualTo(Stowage.run("compare", CSV, model, "--json").exits(0).out());
        assertThat(compared.isTolerated()).isTrue();

        Path demand = Path.of("examples/forecast/shop.csv");
        DemandForecast forecast = Forecast.of(demand, Progress.NONE).run(Progress.NONE);
        var said = Stowage.run("forecast", demand, "--json", "-o", folder.resolve("cli.forecast"));
        assertThat(Json.text(forecast)).isEqualTo(said.out());
        assertThat(Forecast.isGood(forecast)).isEqualTo(said.exit() == 0);
    }

    private String fitted() {
        Path trace = folder.resolve("fit.trace");
        Ingest.of("csv", List.of(CSV)).run(trace);
        return Fit.of(trace).run(Progress.NONE).model().toJson();
    }

    @Test
    void cancelledWorkLeavesNothing() throws IOException {
        AtomicInteger told = new AtomicInteger();
        Progress three = Progress.NONE.until(() -> told.incrementAndGet() > 1);
        Path trace = folder.resolve("night.trace");
        Ingest ingest = Ingest.of("csv", List.of(CSV)).with(draft -> draft.progress = three);

        assertThatThrownBy(() -> ingest.run(trace)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> Plan.of(Path.of("examples/night-batch.yaml")).run(1, three))
                .isInstanceOf(CancellationException.class);
        assertThatThrownBy(
                        () ->
                                Simulate.of(CSV, "9x16c64g")
                                        .with(draft -> draft.progress = three)
                                        .run())
                .isInstanceOf(CancellationException.class);

        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        return Files.readAllBytes(file);
    }
}
