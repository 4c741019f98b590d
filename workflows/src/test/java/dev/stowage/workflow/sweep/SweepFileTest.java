package dev.stowage.workflow.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.catalog.Catalogues;
import dev.stowage.workflow.plan.SharedWork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a sweep file may say; nothing is asked. */
class SweepFileTest {
    private static final String BASE =
            """
            question: plan
            base:
              workload: {csv: tasks.csv}
              servers: {type: {name: small, cpu: 4, memoryGiB: 8}}
              objective: {pendingSeconds: {p99: 5}}
              search: {max: 200}
            """;

    @TempDir private Path folder;

    private Sweep read(String text) throws IOException {
        Files.writeString(
                folder.resolve("tasks.csv"), "submit_s,duration_s,cpu,memory_gib\n0,5,1,1\n");
        Path file = Files.writeString(folder.resolve("sweep.yaml"), BASE + text);
        PlanQuestion.Prices prices =
                new PlanQuestion.Prices(names -> Catalogues.reference(), names -> Map.of());
        return SweepFile.read(
                file, List.of(new PlanQuestion(prices, new SharedWork(1 << 20))), 1000);
    }

    private void refuses(String text, String... words) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InputException.class)
                .message()
                .contains(words);
    }

    @Test
    void aConditionSeesTheWholeSettings() throws IOException {
        Sweep sweep =
                read(
                        """
                        vary: {seed: [1, 2]}
                        include: [{search.max: 300, seed: 3}]
                        checks:
                          - servers <= 20 where search.max <= 200
                          - servers <= 20 where policies.placement = best-fit
                        """);
        assertThat(about(sweep, 0)).isEqualTo(2); // from the base
        assertThat(about(sweep, 1)).isEqualTo(3); // by default
    }

    private static long about(Sweep sweep, int check) {
        return sweep.cells().stream()
                .filter(cell -> sweep.isAbout(sweep.checks().get(check), cell))
                .count();
    }

    @Test
    void anUnknownSettingOfAConditionIsNamed() {
        refuses(
                "vary: {workload.growth: [1, 3]}\nchecks: [servers <= 4 where workload.grow = 3]\n",
                "the unknown setting \"workload.grow\"",
                "Did you mean workload.growth");
    }

    @Test
    void aConditionThatNoCellMeetsIsRefused() {
        refuses(
                "vary: {seed: [1, 2]}\nchecks: [servers <= 4 where seed = one]\n",
                "a condition that some cell meets",
                "seed is 1, 2.");
        refuses(
                "vary: {seed: [1]}\nchecks: [servers <= 4 where policies.placement < 5]\n",
                "policies.placement is best-fit.");
    }

    @Test
    void aSettingThatVariesTwiceIsRefused() {
        refuses(
                "vary: {search.max: [100, 200]}\nzip: [{search.max: [300], seed: [1]}]\n",
                "search.max set by search.max and by search.max");
        refuses("vary: {seed: [1], size: {one: {seed: 3}}}\n", "seed set by seed and by size");
    }

    @Test
    void anExcludeWithoutACellIsRefused() {
        refuses(
                "vary: {seed: [1, 2]}\nexclude: [{seed: 1}, {seed: 7}]\n",
                "exclude",
                "which no cell has");
    }

    /** 1.4 times as many recorded jobs: which ones are submitted again is drawn. */
    @Test
    void copiesThatAreChosenBySeedAreDraws() throws IOException {
        Sweep sweep = read("vary: {workload.growth: [1, 2, 1.4, {BATCH: 1.5}]}\n");
        assertThat(sweep.cells())
                .extracting(
                        cell ->
                                sweep.question()
                                        .isExact(
                                                cell.settings(),
                                                Path.of("sweep.yaml"),
                                                Map.of("confidence.exact", "true")))
                .containsExactly(true, true, false, false);
    }
}
