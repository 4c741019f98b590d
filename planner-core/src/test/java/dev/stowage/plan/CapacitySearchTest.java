package dev.stowage.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.InputException;
import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.Objective;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.Reliability;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapacitySearchTest {
    private static final Objective WAIT_60 =
            Objective.parse("test", Map.of("pendingSeconds", Map.of("p99", 60)));

    private static final Reliability RELIABILITY = SearchOptions.DEFAULT_RELIABILITY;

    private static LowerBound from(int servers) {
        return new LowerBound(
                servers,
                "peak-cpu",
                List.of(new LowerBound.Component("peak-cpu", servers, true, "test")),
                new WorkloadFigures(10, 0, 0, 0, 1, 1, 1, new Resources(1, 1)));
    }

    private static RunFunction holdsIf(IntPredicate holds) {
        return (servers, replication) -> Runs.waiting(servers, holds.test(servers) ? 60 : 61);
    }

    private static SearchResult search(SearchOptions options, RunFunction run) {
        return CapacitySearch.search(options, WAIT_60, run, Progress.NONE);
    }

    @Test
    void findsTheSmallestNumberOfAMonotoneFunctionWhereverItStarts() {
        for (int threshold = 1; threshold <= 200; threshold++) {
            for (int start : new int[] {0, 1, threshold / 2, threshold}) {
                int least = threshold;
                SearchResult result =
                        search(SearchOptions.of(from(start), 200), holdsIf(n -> n >= least));
                assertThat(result.servers()).as("from %d", start).isEqualTo(threshold);
                assertThat(result.met()).isTrue();
                assertThat(result.notes()).isEmpty();
            }
        }
    }

    /**
     * Above the answer some numbers may fail; the answer must hold and the three below must not.
     */
    @Test
    void answersWithANumberThatHoldsWhileTheThreeBelowDoNotIfTheFunctionIsNotMonotone() {
        for (int seed = 0; seed < 3_000; seed++) {
            Random random = new Random(seed);
            int certain = 10 + random.nextInt(90);
            boolean[] holds = new boolean[121];
            for (int n = 1; n < holds.length; n++) {
                holds[n] = n >= certain || (n >= certain - 8 && random.nextInt(3) == 0);
            }
            int start = 1 + random.nextInt(certain);
            SearchResult result =
                    search(SearchOptions.of(from(start), 120), holdsIf(n -> holds[n]));
            int answer = result.servers();
            assertThat(holds[answer]).as("seed %d", seed).isTrue();
            for (int n = Math.max(1, answer - 3); n < answer; n++) {
                assertThat(holds[n]).as("seed %d, answer %d, %d holds", seed, answer, n).isFalse();
            }
            result.curve().stream()
                    .filter(point -> point.met() && point.servers() < answer)
                    .forEach(point -> assertThat(point).as("a smaller tried one holds").isNull());
        }
    }

    @Test
    void saysHowManyRunsASearchMakesThatEndsAtItsBound() {
        for (int bound = 1; bound <= 200; bound++) {
            int least = bound;
            for (int most : new int[] {bound, bound + 3, 400}) {
                SearchOptions exact = SearchOptions.of(from(bound), most);
                assertThat(search(exact, holdsIf(n -> n >= least)).runs())
                        .as("exact, from %d to %d", bound, most)
                        .isEqualTo((int) CapacitySearch.runsAtBound(exact));
            }
            SearchOptions drawn =
                    SearchOptions.of(from(bound), 400).withReplications(60, RELIABILITY);
            assertThat((long) search(drawn, holdsIf(n -> n >= least)).runs())
                    .as("drawn, from %d", bound)
                    .isGreaterThanOrEqualTo(CapacitySearch.runsAtBound(drawn));
        }
    }

    @Test
    void findsTwoFewerBehindAGap() {
        SearchResult result =
                search(SearchOptions.of(from(40), 200), holdsIf(n -> n == 48 || n >= 50));
        assertThat(result.servers()).isEqualTo(48);
        assertThat(result.notes()).hasSize(1);
        assertThat(result.notes().get(0))
                .contains("holds on 48 servers but not on 49", "which task goes where")
                .doesNotContain("FIFO");
    }

    /**
     * Two tasks that are sent to servers at random: they meet on one of n in one of n windows,
     * without any queue. No point may be called missed that so many windows don't exclude.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void callsNoNumberMissedWhereAFewWindowsOfALotteryMiss(int seed) {
        RunFunction run =
                (servers, replication) -> {
                    boolean isHeld =
                            Seeds.stream(seed, "meet" + servers, replication).nextDouble()
                                    >= 1.0 / servers;
                    return Runs.waiting(servers, isHeld ? 60 : 61);
                };
        SearchResult result =
                search(SearchOptions.of(from(2), 2_000).withReplications(29, RELIABILITY), run);
        assertThat(result.met()).isTrue();
        assertThat(result.notes()).noneMatch(note -> note.contains("FIFO"));
        for (CurvePoint point : result.curve()) {
            if (point.isMissed()) {
                assertThat(atMost(point.held(), point.replications(), RELIABILITY.share()))
                        .as("%d of %d on %d", point.held(), point.replications(), point.servers())
                        .isLessThan(1 - RELIABILITY.confidence());
            }
        }
    }

    /**
     * Probability that at most so many of so many windows hold if the share p does, term by term.
     */
    private static double atMost(int held, int replications, double p) {
        double sum = 0;
        double term = Math.pow(1 - p, replications);
        for (int k = 0; k <= held; k++) {
            sum += term;
            term *= (replications - k) / (k + 1.0) * p / (1 - p);
        }
        return sum;
    }

    @Test
    void saysNoWithTheFiguresOfTheMaximum() {
        SearchResult result = search(SearchOptions.of(from(10), 64), holdsIf(n -> false));
        assertThat(result.met()).isFalse();
        assertThat(result.servers()).isEqualTo(64);
        assertThat(result.simulatedServers()).isEqualTo(64);
        assertThat(result.objective().get(0).value()).isEqualTo(61);
        assertThat(result.notes().get(0))
                .contains("does not hold on 64 servers", "pendingSeconds.p99 is 61, bound 60");
    }

    @Test
    void saysNoWhenEvenTheBoundIsAboveTheMaximum() {
        SearchResult result = search(SearchOptions.of(from(100), 64), holdsIf(n -> n >= 101));
        assertThat(result.met()).isFalse();
        assertThat(result.notes().get(0)).contains("At least 100 are needed.");
    }

    @Test
    void needsNoServerForNoTasks() {
        LowerBound none = new LowerBound(0, "none", List.of(), WorkloadFigures.NONE);
        SearchResult result = search(SearchOptions.of(none, 64), holdsIf(n -> true));
        assertThat(result.servers()).isZero();
        assertThat(result.met()).isTrue();
        assertThat(result.simulatedServers()).isOne();
        assertThat(result.notes()).containsExactly(SearchNotes.NO_TASKS);
    }

    @Test
    void runsOnceWhenNoNumberOfServersHelps() {
        LowerBound bound =
                new LowerBound(
                        1,
                        "largest-task",
                        List.of(),
                        new WorkloadFigures(
                                10,
                                3,
                                List.of(
                                        new WorkloadFigures.Shortage(
                                                "gpu", 3, "up to 4 GPUs", "no GPUs")),
                                0,
                                0,
                                1,
                                1,
                                1,
                                Resources.ofCoresAndGib(96, 512),
                                Resources.ofCoresAndGib(8, 32),
                                WorkloadFigures.Extras.NONE));
        SearchResult result =
                search(
                        SearchOptions.of(bound, 1_000),
                        (servers, replication) -> Runs.rejecting(servers, 3));
        assertThat(result.met()).isFalse();
        assertThat(result.runs()).isOne();
        assertThat(result.notes().get(0))
                .contains("3 of 10 tasks", "3 ask for up to 4 GPUs, a server has no GPUs.")
                .contains("rejected: 3");
    }

    @Test
    void goesOnWhenTheObjectiveAllowsTheTasksThatFitNoServer() {
        LowerBound bound =
                new LowerBound(
                        1,
                        "largest-task",
                        List.of(),
                        new WorkloadFigures(10, 3, 0, 0, 1, 1, 1, new Resources(1, 1)));
        SearchResult result =
                CapacitySearch.search(
                        SearchOptions.of(bound, 1_000),
                        Objective.parse("test", Map.of("rejected", 3)),
                        (servers, replication) -> Runs.rejecting(servers, servers < 7 ? 4 : 3),
                        Progress.NONE);
        assertThat(result.servers()).isEqualTo(7);
        assertThat(result.met()).isTrue();
    }

    @Test
    void drawsTheHeadroomCurveAroundTheAnswer() {
        SearchResult result = search(SearchOptions.of(from(80), 1_000), holdsIf(n -> n >= 100));
        assertThat(result.curve().stream().map(CurvePoint::servers))
                .contains(80, 85, 90, 95, 97, 98, 99, 100, 105, 110, 120, 130)
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(result.curve())
                .allMatch(point -> Boolean.valueOf(point.servers() >= 100).equals(point.met()));
        assertThat(result.curve().get(0).metrics().keySet())
                .containsExactlyElementsOf(Runs.metrics());
    }

    @Test
    void keepsTheCurveWithinTheMaximum() {
        SearchResult result = search(SearchOptions.of(from(80), 104), holdsIf(n -> n >= 100));
        assertThat(result.curve().stream().map(CurvePoint::servers))
                .contains(104)
                .allMatch(n -> n <= 104);
    }

    @Test
    void runsNothingTwice() {
        Set<List<Integer>> runs = ConcurrentHashMap.newKeySet();
        SearchResult result =
                search(
                        SearchOptions.of(from(80), 1_000)
                                .withReplications(29, RELIABILITY)
                                .withThreads(2),
                        (servers, replication) -> {
                            assertThat(runs.add(List.of(servers, replication))).isTrue();
                            return noisy(servers, replication);
                        });
        assertThat(result.runs()).isEqualTo(runs.size());
    }

    /** Mean wait 6,000 / n s, with noise that a replication has in common on all numbers. */
    private static RunSummary noisy(int servers, int replication) {
        double noise = 8 * Seeds.stream(1, "test", replication).nextGaussian();
        return Runs.waiting(servers, Math.max(0, 6_000.0 / servers + noise));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void givesTheSameResultWhateverTheNumberOfThreads(int threads) {
        SearchOptions options = SearchOptions.of(from(80), 1_000).withReplications(46, RELIABILITY);
        SearchResult one = search(options, CapacitySearchTest::noisy);
        SearchResult many = search(options.withThreads(threads), CapacitySearchTest::noisy);
        assertThat(many).isEqualTo(one);
    }

    @Test
    void holdsTheReplicationsAndNotTheirMeanToTheBound() {
        SearchOptions options = SearchOptions.of(from(80), 1_000).withReplications(46, RELIABILITY);
        SearchResult result = search(options, CapacitySearchTest::noisy);
        Confidence confidence = result.confidence();
        assertThat(confidence.metric()).isEqualTo("pendingSeconds.p99");
        assertThat(confidence.replications()).isEqualTo(46);
        assertThat(confidence.held()).as("one of 46 may miss").isBetween(45, 46);
        assertThat(result.objective().get(0).upper()).isLessThanOrEqualTo(60);
        assertThat(result.objective().get(0).value()).isEqualTo(confidence.mean());
        CurvePoint oneLess =
                result.curve().stream()
                        .filter(point -> point.servers() == result.servers() - 1)
                        .findFirst()
                        .orElseThrow();
        assertThat(oneLess.met()).isFalse();
        assertThat(oneLess.replications()).as("as many as on the answer").isEqualTo(46);
        assertThat(oneLess.held()).isLessThan(45).isEqualTo(confidence.heldOnOneLess());
        assertThat(oneLess.metrics().get("pendingSeconds.p99"))
                .as("its mean alone would hold")
                .isLessThan(60);
    }

    @Test
    void theConfidenceIsOfTheMetricThatAServerLessMissesMost() {
        Objective both =
                Objective.parse(
                        "test", Map.of("pendingSeconds", Map.of("p99", 60.0), "rejected", 2.0));
        RunFunction run =
                (servers, replication) ->
                        servers < 5
                                ? Runs.rejecting(servers, 5) // waits for nothing
                                : Runs.waiting(servers, 59);
        SearchResult result =
                CapacitySearch.search(SearchOptions.of(from(1), 20), both, run, Progress.NONE);
        assertThat(result.servers()).isEqualTo(5);
        assertThat(result.confidence().metric()).isEqualTo("rejected");
        assertThat(result.confidence().mean()).isZero();
        SearchResult none =
                CapacitySearch.search(
                        SearchOptions.of(from(1), 20),
                        both,
                        (servers, replication) -> Runs.waiting(servers, 59),
                        Progress.NONE);
        assertThat(none.servers()).as("no smaller number was tried").isOne();
        assertThat(none.confidence().metric()).isEqualTo("pendingSeconds.p99");
        assertThat(none.confidence().mean()).isEqualTo(59);
    }

    @Test
    void claimsNoShareWhereNothingIsRandom() {
        SearchResult result = search(SearchOptions.of(from(1), 10), holdsIf(n -> n >= 2));
        assertThat(result.confidence().exact()).isTrue();
        assertThat(result.confidence().claimed()).isNull();
        assertThat(result.confidence().missing()).isZero();
        assertThat(result.objective().get(0).upper()).isEqualTo(60);
    }

    @Test
    void takesTasksThatAreBlockedForEverAsAnInfiniteWait() {
        SearchResult result =
                search(
                        SearchOptions.of(from(1), 10).withReplications(29, RELIABILITY),
                        (servers, replication) ->
                                Runs.waiting(servers, servers < 4 ? Double.POSITIVE_INFINITY : 1));
        assertThat(result.servers()).isEqualTo(4);
        assertThat(result.curve().get(0).metrics().get("pendingSeconds.p99")).isInfinite();
    }

    @Test
    void reportsALowerBoundThatARunRefutes() {
        SearchResult result = search(SearchOptions.of(from(100), 1_000), holdsIf(n -> n >= 50));
        assertThat(result.servers()).isEqualTo(50);
        assertThat(result.notes().toString()).contains("the bound is wrong");
    }

    @Test
    void passesOnWhatARunThrows() {
        RunFunction failing =
                (servers, replication) -> {
                    throw InputException.at("w.csv:7", "letters", "a number", null);
                };
        assertThatThrownBy(() -> search(SearchOptions.of(from(1), 10).withThreads(2), failing))
                .isInstanceOf(InputException.class);
    }

    @Test
    void tellsHowManyRunsAreDone() {
        AtomicInteger last = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        Progress progress =
                new Progress() {
                    @Override
                    public void start(String what, long total) {
                        assertThat(total).isEqualTo(-1);
                    }

                    @Override
                    public void advanceTo(long done) {
                        last.accumulateAndGet((int) done, Math::max);
                    }

                    @Override
                    public void done() {
                        ended.incrementAndGet();
                    }
                };
        SearchResult result =
                CapacitySearch.search(
                        SearchOptions.of(from(1), 10), WAIT_60, holdsIf(n -> n >= 2), progress);
        assertThat(last).hasValue(result.runs());
        assertThat(ended).hasValue(1);
    }
}
