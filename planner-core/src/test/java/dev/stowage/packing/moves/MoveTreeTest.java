package dev.stowage.packing.moves;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.packing.BruteForce;
import dev.stowage.packing.NastyProblems;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.RandomProblems;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.search.PackingSolver;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against trying every server for every item. */
final class MoveTreeTest {
    @Test
    void findsTheCheapestOfRandomProblems() {
        int found = 0;
        int impossible = 0;
        for (int seed = 0; seed < 3_000; seed++) {
            PackingProblem problem =
                    seed % 3 == 0
                            ? new NastyProblems(seed, 0.7).request(6, 4).problem()
                            : seed % 3 == 1
                                    ? new RandomProblems(seed).small(6, 4)
                                    : alike(new SplittableRandom(seed));
            int most = seed % 5;
            PackModel model = PackModelBuilder.build(problem);
            PackState state = new PackState(model, most);
            Budget work = new Budget(1_000_000_000, Long.MAX_VALUE, Long.MAX_VALUE);
            boolean isDone = new MoveTree(model, most).improve(state, 0, work);

            assertThat(isDone).as("seed %d", seed).isTrue();
            BigDecimal best = new BruteForce(problem, OptionalInt.of(most)).optimum();
            BigDecimal cost =
                    state.missing > 0 ? null : BigDecimal.valueOf(state.cost, model.costScale);
            if (best == null || cost == null) {
                assertThat(cost).as("seed %d", seed).isEqualTo(best);
                impossible++;
            } else {
                assertThat(cost).as("seed %d", seed).isEqualByComparingTo(best);
                assertThat(model.packing(state.serverOf).violations()).isEmpty();
                found++;
            }
        }
        assertThat(found).isGreaterThan(1_000);
        assertThat(impossible).isGreaterThan(400);
    }

    /** Many items alike, new ones and such that run, on servers alike. */
    private static PackingProblem alike(SplittableRandom random) {
        int servers = random.nextInt(2, 6);
        List<PackServer> all = new ArrayList<>();
        for (int s = 0; s < servers; s++) {
            all.add(
                    new PackServer(
                            "s" + s,
                            "t" + s % 2,
                            "z" + s % 2,
                            ResourceVector.of(10),
                            ResourceVector.of(10),
                            BigDecimal.valueOf(1 + s % 2),
                            new java.util.TreeMap<>()));
        }
        List<PackItem> items = new ArrayList<>();
        int count = random.nextInt(3, 7);
        for (int i = 0; i < count; i++) {
            boolean runs = random.nextInt(2) == 0;
            items.add(
                    new PackItem(
                            "i" + i,
                            ResourceVector.of(i % 2 == 0 ? 4 : 3),
                            runs ? OptionalInt.of(random.nextInt(2)) : OptionalInt.empty(),
                            false,
                            1,
                            List.of()));
        }
        List<PackRule> rules =
                random.nextInt(2) == 0
                        ? List.of()
                        : List.of(
                                new PackRule.Spread(
                                        "apart",
                                        PackRule.range(0, count),
                                        random.nextBoolean()
                                                ? PackRule.Scope.SERVER
                                                : PackRule.Scope.DOMAIN,
                                        random.nextInt(1, 4)));
        return new PackingProblem(List.of(PackingResource.CPU), all, items, rules);
    }

    /** A pair that runs on two servers: the one that is nearly full must not be its home. */
    @Test
    void aPairComesTogetherWhereNothingHasToMakeRoom() {
        PackingProblem problem =
                problem(
                        List.of(
                                new PackRule.Together(
                                        "pair", List.of(0, 1), PackRule.Scope.SERVER)),
                        List.of(
                                item("a", 3, 0), // the larger half of the pair: on the full server
                                item("b", 2, 1),
                                item("fills", 5, 0),
                                item("fills too", 2, 0)),
                        1,
                        1);
        for (PackingOptions.Search search : PackingOptions.Search.values()) {
            PackedResult found =
                    PackingSolver.solve(
                            problem,
                            PackingOptions.DEFAULT.withSearch(search).withMaxMoves(1),
                            Progress.NONE);
            assertThat(found.packing().unplaced()).as(search.name()).isEmpty();
        }
    }

    /** One server can be emptied only if one item makes room on another server first. */
    @Test
    void isFoundAndProvenWithinTheDefaultSearch() {
        PackingProblem problem =
                problem(
                        List.of(),
                        List.of(
                                item("large", 6, 0),
                                item("stays", 5, 1),
                                item("makes room", 4, 1),
                                item("other", 4, 2),
                                item("rest", 2, 2)),
                        7,
                        5,
                        6);
        PackedResult found =
                PackingSolver.solve(problem, PackingOptions.DEFAULT.withMaxMoves(2), Progress.NONE);
        BigDecimal best = new BruteForce(problem, OptionalInt.of(2)).optimum();
        assertThat(found.packing().cost()).isEqualByComparingTo(best);
        assertThat(found.isOptimal()).isTrue();
    }

    private static PackItem item(String name, long cores, int on) {
        return new PackItem(
                name, ResourceVector.of(cores), OptionalInt.of(on), false, 1, List.of());
    }

    /** Items on servers of ten cores that cost so much. */
    private static PackingProblem problem(
            List<PackRule> rules, List<PackItem> items, int... costs) {
        List<PackServer> servers = new ArrayList<>();
        for (int cost : costs) {
            String name = "s" + servers.size();
            servers.add(
                    new PackServer(
                            name,
                            "t",
                            name,
                            ResourceVector.of(10),
                            ResourceVector.of(10),
                            BigDecimal.valueOf(cost),
                            new java.util.TreeMap<>()));
        }
        return new PackingProblem(List.of(PackingResource.CPU), servers, items, rules);
    }
}
