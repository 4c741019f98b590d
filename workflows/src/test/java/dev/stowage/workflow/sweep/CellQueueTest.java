package dev.stowage.workflow.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.json.Json;
import dev.stowage.workflow.sweep.CellQueue.Task;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of cells. */
class CellQueueTest {
    /** Cells of the same {@code a} share their work; {@code b} is how much there is to do. */
    private record Families() implements Question {
        @Override
        public String name() {
            return "families";
        }

        @Override
        public List<String> settings() {
            return List.of("a", "b");
        }

        @Override
        public List<Issue> issues(ObjectNode settings, Path file) {
            return List.of();
        }

        @Override
        public String family(ObjectNode settings, Path file) {
            return settings.path("a").asText();
        }

        @Override
        public double work(ObjectNode settings) {
            return settings.path("b").asDouble();
        }

        @Override
        public String answer(ObjectNode settings, Path file, int threads) {
            throw new UnsupportedOperationException("nobody asks");
        }
    }

    private static CellQueue queue(int threads, int[][] cells) {
        List<Cell> all = new ArrayList<>();
        for (int[] each : cells) {
            ObjectNode settings = Json.mapper().createObjectNode();
            settings.put("a", each[0]).put("b", each[1]);
            all.add(new Cell(Map.of(), settings));
        }
        Sweep sweep =
                new Sweep(
                        "stub",
                        new Families(),
                        Path.of("x.yaml"),
                        Json.mapper().createObjectNode(),
                        List.of("a", "b"),
                        all,
                        0,
                        List.of(),
                        Optional.empty());
        return new CellQueue(sweep, IntStream.range(0, cells.length).boxed().toList(), threads);
    }

    private static Task take(CellQueue queue, String family) {
        return queue.next(family).orElseThrow();
    }

    @Test
    void aThreadStaysWithItsFamilyAndThenHelpsTheOneWithMostLeft() {
        CellQueue queue = queue(2, new int[][] {{1, 5}, {2, 3}, {1, 4}, {2, 9}, {3, 1}, {1, 2}});
        assertThat(take(queue, "").cell()).isEqualTo(3); // 2: 12 of work in all, longest first
        assertThat(take(queue, "").cell()).isEqualTo(0); // 1: 11
        assertThat(take(queue, "2").cell()).isEqualTo(1);
        assertThat(take(queue, "1").cell()).isEqualTo(2);
        assertThat(take(queue, "2").cell()).isEqualTo(4); // 3 has not begun
        assertThat(take(queue, "3").cell()).isEqualTo(5);
        assertThat(queue.next("1")).isEmpty();
    }

    @Test
    void theLastCellsHaveTheThreadsThatNobodyElseNeeds() {
        CellQueue queue = queue(8, new int[][] {{1, 5}, {2, 3}, {3, 2}});
        assertThat(take(queue, "").threads()).isEqualTo(2);
        assertThat(take(queue, "").threads()).isEqualTo(2);
        queue.finished();
        queue.finished();
        assertThat(take(queue, "").threads()).isEqualTo(8);
    }
}
