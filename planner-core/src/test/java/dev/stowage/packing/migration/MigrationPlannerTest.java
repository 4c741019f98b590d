package dev.stowage.packing.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackRule.Scope;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MigrationPlannerTest {
    @Test
    void waitsForTheRoomThatAnotherMoveMakes() {
        PackingProblem problem = problem(List.of(), new long[] {10, 10}, 6, 6);

        assertThatThrownBy(() -> MigrationPlanner.plan(problem, new int[] {0, 1}, new int[] {1, 1}))
                .hasMessageContaining("breaks rules"); // 12 of 10

        PackingProblem three = problem(List.of(), new long[] {10, 10, 10}, 6, 6);
        assertThat(MigrationPlanner.plan(three, new int[] {0, 1}, new int[] {1, 2}).moves())
                .containsExactly(
                        new Migration.Move(1, 1, 1, 2, false, false),
                        new Migration.Move(2, 0, 0, 1, false, false));
    }

    @Test
    void breaksACircleThroughFreeSpace() {
        PackingProblem problem = problem(List.of(), new long[] {10, 10, 10}, 6, 6);

        Migration way = MigrationPlanner.plan(problem, new int[] {0, 1}, new int[] {1, 0});

        assertThat(way.moves())
                .containsExactly(
                        new Migration.Move(1, 1, 1, 2, true, false),
                        new Migration.Move(2, 0, 0, 1, false, false),
                        new Migration.Move(3, 1, 2, 0, false, false));
    }

    @Test
    void leadsThatAsideWhichIsCheapestToCarryOverTheCheapestSpareServer() {
        long[] bytes = {100, 1, 50};
        int[] costs = {100, 100, 100, 777, 333};
        List<PackServer> servers =
                IntStream.range(0, 5)
                        .mapToObj(
                                i ->
                                        new PackServer(
                                                "s" + i,
                                                "t",
                                                "s" + i,
                                                ResourceVector.of(10),
                                                ResourceVector.of(10),
                                                java.math.BigDecimal.valueOf(costs[i]),
                                                new java.util.TreeMap<>()))
                        .toList();
        List<PackItem> items =
                IntStream.range(0, 3)
                        .mapToObj(
                                i ->
                                        new PackItem(
                                                "i" + i,
                                                ResourceVector.of(10),
                                                OptionalInt.empty(),
                                                false,
                                                bytes[i],
                                                List.of()))
                        .toList();
        PackingProblem problem =
                new PackingProblem(List.of(PackingResource.CPU), servers, items, List.of());

        for (int[] to : new int[][] {{1, 2, 0}, {2, 0, 1}}) {
            Migration way = MigrationPlanner.plan(problem, new int[] {0, 1, 2}, to);

            assertThat(way.moves())
                    .filteredOn(Migration.Move::isDetour)
                    .containsExactly(new Migration.Move(1, 1, 1, 4, true, false));
        }
    }

    @Test
    void stopsAndStartsACircleWithoutFreeSpace() {
        PackingProblem problem = problem(List.of(), new long[] {10, 10}, 6, 6);

        Migration way = MigrationPlanner.plan(problem, new int[] {0, 1}, new int[] {1, 0});

        assertThat(way.moves())
                .containsExactly(
                        new Migration.Move(1, 0, 0, 1, false, true),
                        new Migration.Move(1, 1, 1, 0, false, true));
    }

    @Test
    void stopsNoMoreThanTheCircle() {
        PackingProblem problem = problem(List.of(), new long[] {10, 10, 10, 10}, 6, 6, 6, 6);

        Migration way =
                MigrationPlanner.plan(problem, new int[] {0, 1, 2, 3}, new int[] {1, 0, 3, 2});

        assertThat(way.steps()).isEqualTo(2);
        assertThat(way.moves()).allMatch(Migration.Move::isStopped);
    }

    @Test
    void leavesHeadRoomFreeOnTheWayToo() {
        ResourceVector all = ResourceVector.of(10);
        List<PackServer> servers =
                IntStream.range(0, 3)
                        .mapToObj(
                                i ->
                                        new PackServer(
                                                "s" + i,
                                                "t",
                                                "s" + i,
                                                all,
                                                ResourceVector.of(i == 2 ? 3 : 10),
                                                java.math.BigDecimal.ONE,
                                                new java.util.TreeMap<>()))
                        .toList();
        PackingProblem problem =
                new PackingProblem(List.of(PackingResource.CPU), servers, items(6, 6), List.of());

        Migration way = MigrationPlanner.plan(problem, new int[] {0, 1}, new int[] {1, 0});

        assertThat(way.moves()).hasSize(2).allMatch(Migration.Move::isStopped);
    }

    @Test
    void movesWhatMustBeTogetherInOneStep() {
        PackRule together = new PackRule.Together("pair", List.of(0, 1), Scope.SERVER);
        PackingProblem problem = problem(List.of(together), new long[] {10, 10}, 4, 4, 5);

        Migration way = MigrationPlanner.plan(problem, new int[] {0, 0, 1}, new int[] {1, 1, 0});

        // 5 + 8 of 10, and one alone may not go
        assertThat(way.moves()).hasSize(3).allMatch(move -> move.isStopped() && move.step() == 1);
    }

    @Test
    void neverOverfillsAServerOnRandomWays() {
        int moved = 0;
        int detours = 0;
        for (int seed = 0; seed < 3000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int servers = random.nextInt(2, 7);
            int items = random.nextInt(1, 16);
            long[] sizes = random.longs(items, 1, 6).toArray();
            List<PackRule> rules =
                    seed % 3 == 0 && items >= 2
                            ? List.of(new PackRule.Spread("apart", List.of(0, 1), Scope.SERVER, 1))
                            : List.of();
            PackingProblem problem = problem(rules, new long[servers], sizes);
            int[] from = placed(problem, random);
            int[] to = placed(problem, random);
            Migration way = MigrationPlanner.plan(problem, from, to);
            moved += way.moves().size();
            detours += (int) way.moves().stream().filter(Migration.Move::isDetour).count();
            check(problem, from, to, way);
        }
        assertThat(moved).isGreaterThan(3000);
        assertThat(detours).as("circles broken").isGreaterThan(20);
    }

    /** Replays the steps naively: both ends hold the item during a step. */
    private static void check(PackingProblem problem, int[] from, int[] to, Migration way) {
        int[] at = from.clone();
        for (int step = 1; step <= way.steps(); step++) {
            List<Migration.Move> now = new ArrayList<>();
            for (Migration.Move move : way.moves()) {
                if (move.step() == step) {
                    now.add(move);
                }
            }
            assertThat(now).isNotEmpty();
            long[] load = new long[problem.servers().size()];
            for (int item = 0; item < at.length; item++) {
                int number = item;
                boolean isStopped = now.stream().anyMatch(m -> m.item() == number && m.isStopped());
                if (at[item] >= 0 && to[item] >= 0 && !isStopped) {
                    load[at[item]] += problem.items().get(item).demand().get(0);
                }
            }
            for (Migration.Move move : now) {
                assertThat(at[move.item()]).isEqualTo(move.from());
                load[move.to()] += problem.items().get(move.item()).demand().get(0);
            }
            for (int s = 0; s < load.length; s++) {
                assertThat(load[s]).isLessThanOrEqualTo(10);
            }
            now.forEach(move -> at[move.item()] = move.to());
            for (PackRule rule : problem.rules()) {
                assertThat(
                                to[rule.items().get(0)] < 0
                                        || to[rule.items().get(1)] < 0
                                        || at[rule.items().get(0)] < 0
                                        || at[rule.items().get(0)] != at[rule.items().get(1)])
                        .isTrue();
            }
        }
        for (int item = 0; item < at.length; item++) {
            assertThat(at[item])
                    .isEqualTo(from[item] >= 0 && to[item] >= 0 ? to[item] : from[item]);
        }
    }

    /** Items at random where they fit, keeping the first two apart; -1 where they don't. */
    private static int[] placed(PackingProblem problem, SplittableRandom random) {
        int servers = problem.servers().size();
        long[] load = new long[servers];
        int[] at = new int[problem.items().size()];
        Arrays.fill(at, -1);
        for (int item = 0; item < at.length; item++) {
            int server = random.nextInt(servers);
            long size = problem.items().get(item).demand().get(0);
            boolean isApart = problem.rules().isEmpty() || item != 1 || at[0] != server;
            if (load[server] + size <= 10 && isApart) {
                load[server] += size;
                at[item] = server;
            }
        }
        return at;
    }

    private static PackingProblem problem(List<PackRule> rules, long[] capacities, long... sizes) {
        List<PackServer> servers =
                IntStream.range(0, capacities.length)
                        .mapToObj(i -> PackServer.of("s" + i, "t", ResourceVector.of(10)))
                        .toList();
        return new PackingProblem(List.of(PackingResource.CPU), servers, items(sizes), rules);
    }

    private static List<PackItem> items(long... sizes) {
        return IntStream.range(0, sizes.length)
                .mapToObj(
                        i ->
                                new PackItem(
                                        "i" + i,
                                        ResourceVector.of(sizes[i]),
                                        OptionalInt.empty(),
                                        false,
                                        sizes[i],
                                        List.of()))
                .toList();
    }
}
