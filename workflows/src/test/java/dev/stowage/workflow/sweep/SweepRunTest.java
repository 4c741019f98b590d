package dev.stowage.workflow.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.CellResult.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells that fail take no others with them. */
class SweepRunTest {
    @TempDir private Path folder;
    private Path input;

    @BeforeEach
    void anInput() throws IOException {
        input = Files.writeString(folder.resolve("input.csv"), "1");
    }

    private record Asked(IntFunction<String> answers) implements Question {
        @Override
        public String name() {
            return "asked";
        }

        @Override
        public List<String> settings() {
            return List.of("a", "file");
        }

        @Override
        public List<Issue> issues(ObjectNode settings, Path file) {
            return List.of();
        }

        @Override
        public String answer(ObjectNode settings, Path file, int threads) {
            return answers.apply(settings.path("a").intValue());
        }
    }

    private List<CellResult> run(IntFunction<String> answers) {
        List<Cell> cells =
                IntStream.range(0, 6)
                        .mapToObj(
                                i ->
                                        new Cell(
                                                Map.of(),
                                                Json.mapper()
                                                        .createObjectNode()
                                                        .put("a", i)
                                                        .put("file", "input.csv")))
                        .toList();
        Sweep sweep =
                new Sweep(
                        "asked",
                        new Asked(answers),
                        folder.resolve("base.yaml"),
                        Json.mapper().createObjectNode(),
                        List.of("a"),
                        cells,
                        0,
                        List.of(),
                        Optional.empty());
        SweepOptions options = new SweepOptions(2, Optional.empty());
        try (CellStore store = CellStore.open(folder.resolve("cells"), false)) {
            return new SweepRun(sweep, store, options, SweepRun.Listener.NONE).results();
        }
    }

    private static String figure(int value) {
        return "{\"figure\": " + value + "}";
    }

    @Test
    void outOfMemoryIsARow() {
        List<CellResult> cells =
                run(
                        a -> {
                            if (a == 3) {
                                throw new OutOfMemoryError("Java heap space");
                            }
                            return figure(a);
                        });
        assertThat(cells.get(3).state()).isEqualTo(State.OUT_OF_MEMORY);
        assertThat(cells.get(3).reason()).isEqualTo("out of memory: Java heap space");
        assertThat(cells).filteredOn(CellResult::isDone).hasSize(5);
        assertThat(run(SweepRunTest::figure)).allMatch(CellResult::isDone);
    }

    /** Two cells run at once, and the memory that one takes is missing where the other fails. */
    @Test
    void whatFailsBesideALargeCellIsAskedAgainAlone() {
        AtomicInteger failures = new AtomicInteger();
        List<CellResult> cells =
                run(
                        a -> {
                            if (a == 4 || failures.incrementAndGet() <= 2) {
                                throw new IllegalStateException(new OutOfMemoryError("heap"));
                            }
                            return figure(a);
                        });
        assertThat(cells.get(4).state()).isEqualTo(State.OUT_OF_MEMORY);
        assertThat(cells).filteredOn(CellResult::isDone).hasSize(5);
    }

    @Test
    void anInputThatChangesMeanwhileIsNoAnswer() {
        List<CellResult> cells =
                run(
                        a -> {
                            if (a == 0) {
                                write("12");
                            }
                            return figure(a);
                        });
        assertThat(cells.get(0).state()).isEqualTo(State.FAILED);
        assertThat(cells.get(0).reason()).contains("an input changed");
        write("1");
        assertThat(run(a -> figure(10 + a)).get(0).figures()).containsEntry("figure", "10");
    }

    private void write(String text) {
        try {
            Files.writeString(input, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
