package dev.stowage.packing.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.BruteForce;
import dev.stowage.packing.CostBound;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingCheck;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.RandomProblems;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.heuristic.Construction;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnSearchTest {
    private static final CostBound NONE = new CostBound(BigDecimal.ZERO, "none");

    /** Alone, from the worst of starts: with attributes, pins, rules and several kinds. */
    @Test
    void provesTheOptimumOfSmallProblemsAndNeverMore() {
        int solved = 0;
        int proven = 0;
        for (int seed = 0; seed < 600; seed++) {
            PackingProblem problem = new RandomProblems(seed).small(6, 4);
            BigDecimal optimum = new BruteForce(problem, OptionalInt.empty()).optimum();
            PackModel model = PackModelBuilder.build(problem);
            ColumnSearch search = new ColumnSearch(model, Long.MAX_VALUE, 1, NONE);
            if (optimum == null || !search.isFor()) {
                continue;
            }
            PackState state = new PackState(model, Long.MAX_VALUE);
            search.run(state, List.of(), budget(3_000_000));
            solved++;
            assertThat(search.bound().value())
                    .as("seed %d: %s", seed, search.bound())
                    .isLessThanOrEqualTo(optimum);
            BigDecimal cost = BigDecimal.valueOf(state.cost, model.costScale);
            if (state.missing == 0 && cost.compareTo(search.bound().value()) <= 0) {
                assertThat(cost).as("seed %d", seed).isEqualByComparingTo(optimum);
                PackingCheck.require(model.packing(state.serverOf), PackingOptions.DEFAULT);
                proven++;
            }
        }
        assertThat(proven).as("proven of %d", solved).isGreaterThan(solved * 98 / 100);
    }

    /** Servers cut into three: the literature's hardest, of known optimum. */
    @Test
    void packsTripletsAsTheyWereCut() {
        assertThat(packed(20, 5, 400_000_000)).isEqualTo(20);
    }

    /**
     * Too many to be branched on: dives that keep most of the best packing find the last server.
     */
    @Test
    void packsManyTripletsAsTheyWereCut() {
        assertThat(packed(90, 0, 500_000_000)).isEqualTo(90);
        assertThat(packed(90, 5, 500_000_000)).isEqualTo(90);
    }

    /** What triplets come to; the bound is met if it is the number of servers that were cut. */
    private static long packed(int cut, int seed, long looks) {
        Random random = new Random(seed);
        List<Long> sizes = new ArrayList<>();
        for (int server = 0; server < cut; server++) {
            long first = 380L + random.nextInt(111);
            long second = 250L + random.nextInt((int) (1_000 - first) / 2 - 249);
            sizes.addAll(List.of(first, second, 1_000 - first - second));
        }
        Collections.shuffle(sizes, random);
        List<PackItem> items = new ArrayList<>();
        sizes.forEach(s -> items.add(PackItem.of("i" + items.size(), ResourceVector.of(s))));
        List<PackServer> servers = new ArrayList<>();
        for (int server = 0; server < cut + cut / 2; server++) {
            servers.add(PackServer.of("s" + server, "t", ResourceVector.of(1_000)));
        }
        PackModel model =
                PackModelBuilder.build(
                        new PackingProblem(
                                List.of(PackingResource.CPU), servers, items, List.of()));
        PackState state =
                new Construction(model, Long.MAX_VALUE, budget(Long.MAX_VALUE))
                        .all()
                        .get(0)
                        .state();
        assertThat(state.cost).isGreaterThan(cut);
        ColumnSearch search = new ColumnSearch(model, Long.MAX_VALUE, 1, NONE);
        search.run(state, List.of(), budget(looks));
        assertThat(search.bound().value()).isEqualByComparingTo("" + cut);
        return state.cost;
    }

    private static Budget budget(long looks) {
        return new Budget(looks, Long.MAX_VALUE, Long.MAX_VALUE);
    }
}
