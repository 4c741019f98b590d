package dev.stowage.workflow.sweep.effect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.stowage.workflow.sweep.CellResult;
import dev.stowage.workflow.sweep.StubSweep;
import dev.stowage.workflow.sweep.Sweep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Main effects of cells that are not all combinations; draws that repeat. */
class SweepEffectsTest {
    private static CellResult cell(String settings, int servers) {
        return StubSweep.cell(settings, Map.of("servers", "" + servers, "met", "true"));
    }

    private static FigureEffects effects(List<String> axes, List<CellResult> cells) {
        return new SweepEffects(StubSweep.of(axes, cells), cells).of(List.of("servers")).get(0);
    }

    private static MainEffect of(FigureEffects effects, String setting) {
        return effects.main().stream()
                .filter(each -> each.setting().equals(setting))
                .findFirst()
                .orElseThrow();
    }

    /** b decides nothing: in each pair that differs in b alone the answer is the same. */
    @Test
    void whatDecidesNothingHasNoEffectWhereCellsAreMissing() {
        FigureEffects effects =
                effects(
                        List.of("a", "b"),
                        List.of(
                                cell("{\"a\": 1, \"b\": \"x\"}", 10),
                                cell("{\"a\": 1, \"b\": \"y\"}", 10),
                                cell("{\"a\": 2, \"b\": \"x\"}", 20),
                                cell("{\"a\": 2, \"b\": \"y\"}", 20),
                                cell("{\"a\": 3, \"b\": \"x\"}", 90)));
        assertThat(of(effects, "b").swing()).isZero();
        assertThat(of(effects, "a").swing()).isEqualTo(80); // of b = x, which has all three
        assertThat(effects.main()).allMatch(each -> Double.isNaN(each.share()));
        assertThat(effects.isBalanced()).isFalse();
    }

    /** Closed form: 10 and 2 apart on a product of two by two, shares 100 / 104 and 4 / 104. */
    @Test
    void sharesOfAFullProductAddUp() {
        FigureEffects effects =
                effects(
                        List.of("a", "b"),
                        List.of(
                                cell("{\"a\": 1, \"b\": 1}", 10),
                                cell("{\"a\": 1, \"b\": 2}", 12),
                                cell("{\"a\": 2, \"b\": 1}", 20),
                                cell("{\"a\": 2, \"b\": 2}", 22)));
        assertThat(of(effects, "a").share()).isEqualTo(100.0 / 104);
        assertThat(of(effects, "b").share()).isEqualTo(4.0 / 104);
        assertThat(effects.isBalanced()).isTrue();
    }

    @Test
    void settingsThatMoveTogetherAreNamedTogether() {
        FigureEffects effects =
                effects(
                        List.of("a", "b"),
                        List.of(
                                cell("{\"a\": 1, \"b\": 5}", 10),
                                cell("{\"a\": 2, \"b\": 6}", 13)));
        assertThat(effects.main()).hasSize(1);
        assertThat(of(effects, "a with b").levels().get(1).name()).isEqualTo("2 with 6");
    }

    @Test
    void whatHasNoPairsIsNamedAndNotGuessed() {
        FigureEffects effects =
                effects(
                        List.of("a", "b"),
                        List.of(
                                cell("{\"a\": 1, \"b\": 5}", 10),
                                cell("{\"a\": 2, \"b\": 5}", 13),
                                cell("{\"a\": 3, \"b\": 6}", 17)));
        assertThat(effects.untold()).containsExactly("b");
        assertThat(of(effects, "a").swing()).isEqualTo(3);
    }

    @Test
    void whereASearchStoppedIsNoNeed() {
        List<CellResult> cells =
                List.of(
                        cell("{\"a\": 1}", 4),
                        cell("{\"a\": 2}", 6),
                        StubSweep.cell("{\"a\": 3}", Map.of("servers", "21", "met", "false")));
        FigureEffects effects = effects(List.of("a"), cells);
        assertThat(of(effects, "a").swing()).isEqualTo(2);
        Sweep sweep = StubSweep.of(List.of("a"), cells, "servers <= 40");
        assertThat(sweep.value(cells.get(2), "servers")).isNaN();
        assertThat(sweep.value(cells.get(2), "met")).isZero();
    }

    /** Ten draws of four values, 7 of them 1: 10 servers are enough in 70 %, and not in 25 %. */
    @Test
    void drawsWeighAsOftenAsTheyCameUp() {
        List<CellResult> cells = new ArrayList<>();
        List<List<JsonNode>> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(List.of(IntNode.valueOf(Math.max(1, i - 5))));
        }
        for (int value = 1; value <= 4; value++) {
            cells.add(cell("{\"a\": " + value + "}", 10 * value));
        }
        cells.add(cell("{\"a\": 99}", 990)); // included, and not drawn
        Sweep plain = StubSweep.of(List.of("a"), cells);
        Sweep sweep =
                new Sweep(
                        plain.name(),
                        plain.question(),
                        plain.baseFile(),
                        plain.base(),
                        plain.axes(),
                        plain.cells(),
                        6,
                        List.of(),
                        Optional.of(sample("sobol", 10, List.of("a"), rows)));
        CapacityNeed need = new SweepEffects(sweep, cells).needs().get("");
        assertThat(need.cells()).isEqualTo(10);
        assertThat(need.enoughIn(0.7)).isEqualTo(10);
        assertThat(need.enoughIn(0.9)).isEqualTo(30);
        assertThat(need.enoughIn(1)).isEqualTo(40);
    }

    /**
     * 60 draws: the figure follows a, and b to f are draws of their own. Bins of noise have a share
     * of 4 / 59 each by chance; a share that is told has that taken off.
     */
    @Test
    void whatDecidesNothingIsNotToldOfDraws() {
        List<String> inputs = List.of("a", "b", "c", "d", "e", "f");
        List<CellResult> cells = new ArrayList<>();
        List<List<JsonNode>> rows = new ArrayList<>();
        RandomGenerator random = new SplittableRandom(27);
        for (int i = 0; i < 60; i++) {
            List<JsonNode> row = new ArrayList<>();
            StringBuilder settings = new StringBuilder();
            for (String input : inputs) {
                row.add(DoubleNode.valueOf(random.nextDouble()));
                settings.append(settings.length() == 0 ? "{" : ", ")
                        .append('"')
                        .append(input)
                        .append("\": ")
                        .append(row.get(row.size() - 1));
            }
            rows.add(row);
            cells.add(cell(settings + "}", (int) (10 * row.get(0).doubleValue())));
        }
        Sweep sweep = drawn(StubSweep.of(inputs, cells), sample("random", 60, inputs, rows));
        FigureEffects effects = new SweepEffects(sweep, cells).of(List.of("servers")).get(0);
        assertThat(effects.main()).extracting(MainEffect::setting).containsExactly("a");
        assertThat(of(effects, "a").share()).isBetween(0.85, 1.0);
        assertThat(effects.byChance()).containsExactlyInAnyOrder("b", "c", "d", "e", "f");
    }

    private static Sweep.Sample sample(
            String method, int points, List<String> inputs, List<List<JsonNode>> rows) {
        Map<String, JsonNode> distributions = new LinkedHashMap<>();
        inputs.forEach(input -> distributions.put(input, NullNode.instance));
        return new Sweep.Sample(method, points, 42, distributions, false, rows);
    }

    private static Sweep drawn(Sweep plain, Sweep.Sample sample) {
        return new Sweep(
                plain.name(),
                plain.question(),
                plain.baseFile(),
                plain.base(),
                plain.axes(),
                plain.cells(),
                0,
                List.of(),
                Optional.of(sample));
    }
}
