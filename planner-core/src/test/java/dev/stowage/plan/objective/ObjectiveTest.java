package dev.stowage.plan.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.plan.Runs;
import dev.stowage.run.RunSummary;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {
    private static final String PLACE = "s.yaml: objective";

    private static Map<String, Object> of(String metric, String statistic, Object limit) {
        return Map.of(metric, Collections.singletonMap(statistic, limit));
    }

    private static List<InputException.Issue> issues(Map<String, ?> tree) {
        try {
            Objective.parse(PLACE, tree);
            throw new AssertionError("accepted " + tree);
        } catch (InputException e) {
            return e.issues();
        }
    }

    @Test
    void readsBoundsInTheirOrderAndImpliesThatNothingIsRejectedOrLeftPending() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("pendingSeconds", Map.of("p99", 60));
        tree.put("cpuAllocated", Map.of("p95", 0.9));
        assertThat(Objective.parse(PLACE, tree).bounds())
                .containsExactly(
                        new Objective.Bound("pendingSeconds.p99", 60, false),
                        new Objective.Bound("cpuAllocated.p95", 0.9, false),
                        new Objective.Bound("rejected", 0, true),
                        new Objective.Bound("pending", 0, true));
    }

    @Test
    void impliesOnlyWhatIsNotSet() {
        Objective objective = Objective.parse(PLACE, Map.of("rejected", 5));
        assertThat(objective.limit("rejected")).isEqualTo(5);
        assertThat(objective.limit("pending")).isZero();
        assertThat(objective.limit("pendingSeconds.p99")).isInfinite();
    }

    @Test
    void holdsNothingButTheImpliedBoundsWhenEmpty() {
        assertThat(Objective.parse(PLACE, Map.of()).bounds())
                .allMatch(Objective.Bound::implied)
                .hasSize(2);
    }

    @Test
    void impliesThatNoneIsKilledWhereTasksContend() {
        assertThat(Objective.parse(PLACE, Map.of(), true).bounds())
                .hasSize(3)
                .contains(new Objective.Bound("oomKilled", 0, true));
        assertThat(Objective.parse(PLACE, Map.of("oomKilled", 2), true).limit("oomKilled"))
                .isEqualTo(2);
        assertThat(Objective.parse(PLACE, Map.of()).limit("oomKilled")).isInfinite();
    }

    @Test
    void namesOnlyMetricsThatARunHas() {
        RunSummary run = Runs.waiting(1, 0);
        assertThat(Objective.metrics())
                .contains("pendingSeconds.p99", "rejected")
                .allMatch(
                        metric ->
                                run.metric(metric).isPresent() == Runs.metrics().contains(metric));
    }

    @Test
    void boundsUseAndSlowdownOfContendedRuns() {
        Objective objective =
                Objective.parse(
                        PLACE,
                        Map.of("cpuUsed", Map.of("p95", 0.8), "slowdown", Map.of("mean", 1.5)));
        assertThat(objective.limit("cpuUsed.p95")).isEqualTo(0.8);
        assertThat(objective.limit("slowdown.mean")).isEqualTo(1.5);
        assertThat(issues(Map.of("slowdown", Map.of("mean", 0.9))).get(0).message())
                .contains("found 0.9", "a ratio of at least 1");
    }

    @Test
    void refusesAnUnknownMetricAndListsTheValidOnes() {
        assertThat(issues(Map.of("latency", 3)).get(0).message())
                .startsWith("s.yaml: objective.latency: found unknown metric \"latency\"")
                .contains("pendingSeconds [mean, p50, p90, p95, p99, max]", "rejected");
    }

    @Test
    void refusesAnUnknownStatisticAndListsTheValidOnes() {
        assertThat(issues(of("pendingSeconds", "p999", 60)).get(0).message())
                .startsWith("s.yaml: objective.pendingSeconds.p999: found unknown statistic")
                .contains("one of mean, p50, p90, p95, p99, max");
        assertThat(issues(of("cpuAllocated", "p99", 0.5))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.0000001, 90, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAShareThatNoRunCanHaveOrThatAllHave(double limit) {
        assertThat(issues(of("cpuAllocated", "p95", limit)).get(0).expected())
                .isEqualTo("a share above 0 and at most 1");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
    void refusesAWaitThatIsNegativeOrNoNumber(double limit) {
        assertThat(issues(of("pendingSeconds", "p99", limit))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, 0.5})
    void refusesACountThatIsNegativeOrBroken(double limit) {
        assertThat(issues(Map.of("rejected", limit))).hasSize(1);
    }

    @Test
    void refusesWhatIsNotANumber() {
        for (Object value : Arrays.asList("p99 > 1", true, null, List.of(1))) {
            assertThat(issues(of("pendingSeconds", "p99", value)).get(0).expected())
                    .isEqualTo("a number of seconds of at least 0");
        }
        assertThat(issues(of("pendingSeconds", "p99", "p99 > 1")).get(0).found())
                .isEqualTo("the text \"p99 > 1\"");
    }

    @Test
    void refusesANumberWhereStatisticsAreExpectedAndShowsHowToWriteIt() {
        assertThat(issues(Map.of("cpuAllocated", 0.9)).get(0).message())
                .contains("limits by statistic: mean, p50, p95, peak", "cpuAllocated: {p95: 0.9}");
        assertThat(issues(Map.of("pendingSeconds", Map.of()))).hasSize(1);
    }

    @Test
    void reportsAllProblemsAtOnce() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("latency", 3);
        tree.put("pendingSeconds", Map.of("p999", 60));
        tree.put("rejected", -1);
        assertThat(issues(tree)).hasSize(3);
    }

    @Test
    void needsAtLeastOneBound() {
        assertThatThrownBy(() -> new Objective(List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
