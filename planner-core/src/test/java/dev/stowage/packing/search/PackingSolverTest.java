package dev.stowage.packing.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.packing.BruteForce;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.RandomProblems;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.heuristic.Homecoming;
import dev.stowage.packing.model.PackModelBuilder;
import dev.stowage.packing.model.PackState;
import dev.stowage.packing.placement.PackedResult;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PackingSolverTest {
    private static final PackingOptions STEPS =
            PackingOptions.DEFAULT.withSearch(PackingOptions.Search.RECREATE).withStepLimit(2_000);

    @Test
    void isNeverBelowTheOptimumAndMeetsItOnMostSmallProblems() {
        int solved = 0;
        int met = 0;
        int proven = 0;
        for (int seed = 0; seed < 1_500; seed++) {
            RandomProblems problems = new RandomProblems(seed);
            PackingProblem problem = problems.small(6, 4);
            OptionalInt maxMoves =
                    seed % 4 == 0 ? OptionalInt.of(seed / 4 % 3) : OptionalInt.empty();
            BigDecimal optimum = new BruteForce(problem, maxMoves).optimum();
            PackingOptions options =
                    maxMoves.isPresent() ? STEPS.withMaxMoves(maxMoves.getAsInt()) : STEPS;
            PackedResult result = PackingSolver.solve(problem, options, Progress.NONE);
            boolean isComplete = result.packing().unplaced().isEmpty();
            if (optimum == null) {
                assertThat(isComplete).as("seed %d", seed).isFalse();
                continue;
            }
            assertThat(result.bound().value())
                    .as("seed %d: %s", seed, result.bound())
                    .isLessThanOrEqualTo(optimum);
            if (!isComplete) {
                continue;
            }
            solved++;
            assertThat(result.packing().cost()).as("seed %d", seed).isGreaterThanOrEqualTo(optimum);
            proven += result.isOptimal() ? 1 : 0;
            met += result.packing().cost().compareTo(optimum) == 0 ? 1 : 0;
        }
        assertThat(met).as("met of %d", solved).isGreaterThan(solved * 99 / 100);
        assertThat(proven).as("proven of %d", solved).isGreaterThan(solved * 80 / 100);
    }

    @Test
    void localSearchIsNeverWorseThanItsStartAndNeverBelowTheOptimum() {
        for (int seed = 0; seed < 30; seed++) {
            PackingProblem problem = new RandomProblems(seed).small(7, 4);
            PackingOptions options =
                    STEPS.withSearch(PackingOptions.Search.LOCAL).withStepLimit(150);
            PackedResult result = PackingSolver.solve(problem, options, Progress.NONE);
            BigDecimal optimum = new BruteForce(problem, OptionalInt.empty()).optimum();
            int unplaced = result.packing().unplaced().size();
            assertThat(unplaced).as("seed %d", seed).isLessThanOrEqualTo(result.startUnplaced());
            if (unplaced == result.startUnplaced()) {
                assertThat(result.packing().cost()).isLessThanOrEqualTo(result.startCost());
            }
            if (unplaced == 0) {
                assertThat(result.packing().cost()).isGreaterThanOrEqualTo(optimum);
            }
        }
    }

    @Test
    void givesTheSameForTheSameSeedAndSteps() {
        PackingProblem problem = plain(200, 100, 3);
        for (PackingOptions.Search search : PackingOptions.Search.values()) {
            PackingOptions options = STEPS.withSearch(search).withStepLimit(400).withSeed(7);
            PackedResult once = PackingSolver.solve(problem, options, Progress.NONE);
            PackedResult again = PackingSolver.solve(problem, options, Progress.NONE);
            assertThat(again.packing().toArray()).isEqualTo(once.packing().toArray());
            assertThat(again.bound()).isEqualTo(once.bound());
            assertThat(again.steps()).isEqualTo(once.steps());
        }
    }

    @Test
    void movesNoMoreThanItMay() {
        PackingProblem problem = plain(60, 30, 5);
        List<PackItem> spread = new ArrayList<>();
        for (int i = 0; i < problem.items().size(); i++) {
            PackItem item = problem.items().get(i);
            spread.add(
                    new PackItem(
                            item.name(),
                            item.demand(),
                            OptionalInt.of(i % 30),
                            i % 20 == 0,
                            1,
                            List.of()));
        }
        PackingProblem running =
                new PackingProblem(problem.resources(), problem.servers(), spread, List.of());
        BigDecimal before = BigDecimal.valueOf(31);
        for (int moves : new int[] {0, 2, 6, 20}) {
            PackedResult result =
                    PackingSolver.solve(running, STEPS.withMaxMoves(moves), Progress.NONE);
            assertThat(result.packing().unplaced()).isEmpty();
            assertThat(result.packing().moved()).hasSizeLessThanOrEqualTo(moves);
            assertThat(result.packing().cost()).isLessThan(before);
            assertThat(result.bound().value()).isLessThanOrEqualTo(result.packing().cost());
            before = result.packing().cost();
        }
    }

    @Test
    void leavesWhatRunsWhereItIsIfThatCostsNothing() {
        PackingProblem problem = plain(120, 60, 9);
        Packing good = PackingSolver.solve(problem, STEPS, Progress.NONE).packing();
        List<PackItem> running = new ArrayList<>();
        for (int i = 0; i < problem.items().size(); i++) {
            PackItem item = problem.items().get(i);
            running.add(
                    new PackItem(
                            item.name(),
                            item.demand(),
                            OptionalInt.of(59 - good.server(i)),
                            false,
                            1,
                            List.of()));
        }
        PackState state =
                new PackState(
                        PackModelBuilder.build(
                                new PackingProblem(
                                        problem.resources(),
                                        problem.servers(),
                                        running,
                                        List.of())),
                        Long.MAX_VALUE);
        state.become(good.toArray());
        long cost = state.cost;
        new Homecoming(state).run();
        assertThat(state.cost).isEqualTo(cost);
        assertThat(state.moves).isZero();
    }

    /** Replicas may change places: none moves to where an equal one leaves. */
    @Test
    void movesNoReplicaWhoseLikeLeavesThePlaceItGoesTo() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            List<PackItem> items = new ArrayList<>();
            for (int i = 0; i < 24; i++) {
                long size = 100 + 50L * (i % 4);
                items.add(
                        new PackItem(
                                "i" + i,
                                ResourceVector.of(size, size),
                                OptionalInt.of(random.nextInt(8)),
                                false,
                                1,
                                List.of()));
            }
            PackingProblem like = plain(0, 8, seed);
            PackingProblem problem =
                    new PackingProblem(like.resources(), like.servers(), items, List.of());
            PackState state = new PackState(PackModelBuilder.build(problem), Long.MAX_VALUE);
            Packing found = PackingSolver.solve(problem, STEPS, Progress.NONE).packing();
            state.become(found.toArray());
            int[][] surplus = new int[4][8];
            for (int i = 0; i < 24; i++) {
                surplus[i % 4][found.server(i)]++;
                surplus[i % 4][items.get(i).current().orElseThrow()]--;
            }
            int fewest = 0;
            for (int[] each : surplus) {
                fewest += IntStream.of(each).filter(n -> n > 0).sum();
            }
            assertThat(state.moves).as("seed %d", seed).isEqualTo(fewest);
        }
    }

    /**
     * One linear programme of a thousand different items may be more work than all that is left.
     */
    @Test
    void leavesWorkToWhatFollowsColumnGeneration() {
        PackedResult found =
                PackingSolver.solve(
                        plain(1_000, 300, 6),
                        PackingOptions.DEFAULT
                                .withSearch(PackingOptions.Search.RECREATE)
                                .withWork(150_000_000),
                        Progress.NONE);

        assertThat(found.parts().get(found.parts().size() - 1).steps())
                .as("%s", found.parts())
                .isGreaterThan(10_000);
    }

    /** Items of 5 to 30 % of a server. */
    private static PackingProblem plain(int items, int servers, long seed) {
        Random random = new Random(seed);
        List<PackItem> all = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            all.add(
                    PackItem.of(
                            "i" + i,
                            ResourceVector.of(50 + random.nextInt(250), 50 + random.nextInt(250))));
        }
        List<PackServer> alike = new ArrayList<>();
        for (int s = 0; s < servers; s++) {
            alike.add(PackServer.of("s" + s, "server", ResourceVector.of(1_000, 1_000)));
        }
        return new PackingProblem(
                List.of(PackingResource.CPU, PackingResource.MEMORY), alike, all, List.of());
    }
}
