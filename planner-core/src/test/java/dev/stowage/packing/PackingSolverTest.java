package dev.stowage.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.Progress;
import java.math.BigDecimal;
import java.util.OptionalInt;
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
}
