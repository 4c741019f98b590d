package dev.stowage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.packing.placement.PackedResult;
import dev.stowage.packing.search.PackingSolver;
import java.math.BigDecimal;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What holds for every packing, on problems too large for brute force. */
class PackingPropertiesTest {
    @Property(tries = 60)
    void keepsEveryRuleAndEveryItem(
            @ForAll int seed, @ForAll @IntRange(max = 40) int moves, @ForAll boolean isLimited) {
        PackingProblem problem = new RandomProblems(seed).small(40, 25);
        PackingOptions options =
                PackingOptions.DEFAULT
                        .withSearch(PackingOptions.Search.FULL)
                        .withStepLimit(300)
                        .withSeed(seed);
        PackedResult result =
                PackingSolver.solve(
                        problem, isLimited ? options.withMaxMoves(moves) : options, Progress.NONE);
        Packing packing = result.packing();
        assertThat(packing.violations()).isEmpty();
        long placed = Arrays.stream(packing.toArray()).filter(s -> s != Packing.UNPLACED).count();
        assertThat(placed + packing.unplaced().size()).isEqualTo(problem.items().size());
        BigDecimal cost = BigDecimal.ZERO;
        for (int server = 0; server < problem.servers().size(); server++) {
            int number = server;
            if (Arrays.stream(packing.toArray()).anyMatch(s -> s == number)) {
                cost = cost.add(problem.servers().get(server).cost());
            }
        }
        assertThat(packing.cost()).isEqualByComparingTo(cost);
        if (packing.unplaced().isEmpty()) {
            assertThat(result.bound().value()).isLessThanOrEqualTo(packing.cost());
            assertThat(result.infeasibilities()).isEmpty();
        } else {
            assertThat(result.infeasibilities()).isNotEmpty();
        }
    }
}
