package dev.stowage.packing.heuristic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.RandomProblems;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.bound.PackingBounds;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BrimmingTest {
    /** Large problems are left to it: column generation and search come to little there. */
    @Test
    void manyItemsLeaveLittleOfServersAlikeAndOfThreeKinds() {
        for (int kinds : new int[] {1, 3}) {
            PackModel model = PackModelBuilder.build(problem(2_000, 400, kinds));
            BigDecimal bound = PackingBounds.of(model, Long.MAX_VALUE).value();
            PackState found = start(model, "to the brim");
            assertThat(found.missing).isZero();
            assertThat(BigDecimal.valueOf(found.cost, model.costScale))
                    .as("%d kinds, bound %s", kinds, bound)
                    .isBetween(bound, bound.multiply(new BigDecimal("1.01")));
            assertThat(found.cost).isLessThan(start(model, "best-fit decreasing").cost);
        }
    }

    @Test
    void keepsTheRules() {
        for (int seed = 0; seed < 300; seed++) {
            PackModel model = PackModelBuilder.build(new RandomProblems(seed).small(30, 12));
            PackState state = new PackState(model, Long.MAX_VALUE);
            int[] units = IntStream.range(0, model.units).toArray();
            new Brimming(state, units, new ServerOrders(model).cheapest()).fill();
            assertThat(model.packing(state.serverOf).violations()).as("seed %d", seed).isEmpty();
        }
    }

    private static PackState start(PackModel model, String name) {
        Budget first = new Budget(1, Long.MAX_VALUE, Long.MAX_VALUE);
        return new Construction(model, Long.MAX_VALUE, first)
                .all().stream()
                        .filter(start -> start.name().equals(name))
                        .findFirst()
                        .orElseThrow()
                        .state();
    }

    /** About ten items fill a server; the second kind is small, the third lopsided. */
    private static PackingProblem problem(int items, int servers, int kinds) {
        Random random = new Random(7);
        List<PackItem> all =
                IntStream.range(0, items)
                        .mapToObj(
                                i ->
                                        PackItem.of(
                                                "i" + i,
                                                ResourceVector.of(
                                                        10 + random.nextInt(180),
                                                        10 + random.nextInt(180))))
                        .toList();
        List<PackServer> some =
                IntStream.range(0, servers).mapToObj(s -> server(s, s % kinds)).toList();
        return new PackingProblem(
                List.of(PackingResource.CPU, PackingResource.MEMORY), some, all, List.of());
    }

    private static PackServer server(int number, int kind) {
        ResourceVector has =
                ResourceVector.of(
                        new long[] {1_000, 500, 2_000}[kind], new long[] {1_000, 750, 1_500}[kind]);
        BigDecimal cost = BigDecimal.valueOf(new long[] {110, 70, 190}[kind]);
        return new PackServer("s" + number, "k" + kind, "z", has, has, cost, new TreeMap<>());
    }
}
