package dev.stowage.plan.bound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.model.TaskBatch;
import dev.stowage.plan.objective.Objective;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PooledClusterTest {
    private static final long[] SERVER = {12, 12};
    private static final long SECOND = 1_000_000;

    private static Objective waits(String statistic, double seconds) {
        return Objective.parse("test", Map.of("pendingSeconds", Map.of(statistic, seconds)));
    }

    /** Tasks of 10 s that are all submitted at once, with the same request of CPU. */
    private static boolean meets(Objective objective, int servers, int tasks, long cpu) {
        PooledCluster pool = new PooledCluster(SERVER, servers, WaitLimit.of(objective, tasks));
        for (int i = 0; i < tasks; i++) {
            pool.task(0, 10 * SECOND, new long[] {cpu, 1});
        }
        return pool.meets(objective);
    }

    @Test
    void startsWhatFitsTheSumOfTheServers() {
        assertThat(meets(waits("max", 0), 2, 6, 4)).isTrue();
        assertThat(meets(waits("max", 0), 2, 7, 4)).isFalse();
        assertThat(meets(waits("max", 10), 2, 7, 4)).as("the seventh waits 10 s").isTrue();
    }

    @Test
    void knowsThatTasksAboveAHalfAThirdOrAQuarterDoNotShareServersFreely() {
        assertThat(meets(waits("max", 0), 6, 6, 7)).as("one on each server").isTrue();
        assertThat(meets(waits("max", 0), 5, 6, 7)).isFalse();
        assertThat(meets(waits("max", 0), 3, 6, 5)).as("two on each server").isTrue();
        assertThat(meets(waits("max", 0), 2, 5, 5)).as("24 of 25 in sum, 4 by count").isFalse();
        assertThat(meets(waits("max", 0), 2, 7, 3)).as("exactly a quarter: four fit").isTrue();
    }

    @Test
    void countsViolationsOfAQuantileAndTheMean() {
        assertThat(meets(waits("p50", 0), 1, 6, 4)).as("three of six start at once").isTrue();
        assertThat(meets(waits("p50", 0), 1, 7, 4)).isFalse();
        assertThat(meets(waits("mean", 5), 1, 6, 4)).isTrue();
        assertThat(meets(waits("mean", 4.99), 1, 6, 4)).isFalse();
    }

    @Test
    void neverStartsWhatWaitsForATaskThatNeverEnds() {
        Objective objective = Objective.parse("test", Map.of());
        PooledCluster pool = new PooledCluster(SERVER, 1, List.of());
        pool.task(0, TaskBatch.NONE, new long[] {12, 1});
        assertThat(pool.meets(objective)).isTrue();
        pool.task(SECOND, SECOND, new long[] {1, 1});
        assertThat(pool.meets(objective)).isFalse();
        assertThat(pool.meets(Objective.parse("test", Map.of("pending", 1)))).isTrue();
    }

    @Test
    void takesAnyNumberOfServersWithoutOverflow() {
        long[] large = {1_000_000_000L, 1L << 50};
        Objective objective = waits("max", 0);
        PooledCluster pool =
                new PooledCluster(large, Integer.MAX_VALUE, WaitLimit.of(objective, 2));
        List.of(1L << 50, 1L << 49).forEach(memory -> pool.task(0, SECOND, new long[] {1, memory}));
        assertThat(pool.meets(objective)).isTrue();
    }
}
