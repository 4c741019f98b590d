package dev.stowage.packing.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.model.PackModelBuilder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Against all sets of servers that could be emptied. */
final class EmptiedServersTest {
    @Test
    void isWhatTheCheapestSetOfServersCosts() {
        for (int seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int[] costs = random.ints(random.nextInt(1, 8), 0, 30).toArray();
            int[] on = random.ints(random.nextInt(0, 12), 0, costs.length).toArray();
            boolean hasPinned = random.nextBoolean();
            int moves = random.nextInt(0, 14);
            PackingProblem problem = problem(costs, on, hasPinned);

            long least = new EmptiedServers(PackModelBuilder.build(problem)).leastCost(moves);

            assertThat(least).as("seed %d", seed).isEqualTo(least(costs, on, hasPinned, moves));
        }
    }

    @Test
    void isASumThatCostsCanBe() {
        // two items each on four servers of $200: three moves empty one
        PackingProblem problem =
                problem(new int[] {200, 200, 200, 200}, new int[] {0, 0, 1, 1, 2, 2, 3, 3}, false);

        assertThat(PackingBounds.of(PackModelBuilder.build(problem), 3).value())
                .isEqualByComparingTo("600");
    }

    private static long least(int[] costs, int[] on, boolean hasPinned, int moves) {
        long best = Long.MAX_VALUE;
        for (int emptied = 0; emptied < 1 << costs.length; emptied++) {
            int needed = 0;
            long cost = 0;
            boolean may = true;
            for (int item = 0; item < on.length; item++) {
                boolean leaves = (emptied >> on[item] & 1) == 1;
                needed += leaves ? 1 : 0;
                may &= !(leaves && hasPinned && item == 0);
            }
            for (int server = 0; server < costs.length; server++) {
                int number = server;
                boolean isUsed = java.util.Arrays.stream(on).anyMatch(s -> s == number);
                cost += isUsed && (emptied >> server & 1) == 0 ? costs[server] : 0;
            }
            best = may && needed <= moves ? Math.min(best, cost) : best;
        }
        return best;
    }

    private static PackingProblem problem(int[] costs, int[] on, boolean hasPinned) {
        List<PackServer> servers = new ArrayList<>();
        for (int cost : costs) {
            String name = "s" + servers.size();
            ResourceVector ten = ResourceVector.of(10);
            servers.add(
                    new PackServer(
                            name, "t", name, ten, ten, BigDecimal.valueOf(cost), new TreeMap<>()));
        }
        List<PackItem> items = new ArrayList<>();
        for (int server : on) {
            items.add(
                    new PackItem(
                            "i" + items.size(),
                            ResourceVector.of(1),
                            OptionalInt.of(server),
                            hasPinned && items.isEmpty(),
                            1,
                            List.of()));
        }
        return new PackingProblem(List.of(PackingResource.CPU), servers, items, List.of());
    }
}
