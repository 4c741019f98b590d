package dev.stowage.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.model.Resources;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.Objective;
import dev.stowage.stats.output.Reliability;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Whether plans are true as often as they claim: of many plans made by the search as it is, the
 * share whose number of servers holds in as many of all replications as was claimed.
 */
class PlanClaimTest {
    private static final Objective WAIT_60 =
            Objective.parse("test", Map.of("pendingSeconds", Map.of("p95", 60)));
    private static final int PLANS = 300;
    private static final LowerBound FROM_10 =
            new LowerBound(
                    10,
                    "peak-cpu",
                    List.of(new LowerBound.Component("peak-cpu", 10, true, "test")),
                    new WorkloadFigures(10, 0, 0, 0, 1, 1, 1, new Resources(1, 1)));

    /** Three of four windows need 16 servers, the others many more: the mean says little. */
    private static int zeroInflated(RandomGenerator random) {
        return random.nextDouble() < 0.75 ? 16 : 17 + (int) (4 * Math.exp(random.nextGaussian()));
    }

    private static int heavyTailed(RandomGenerator random) {
        return 20 + (int) Math.min(400, 5 * Math.pow(1 - random.nextDouble(), -1 / 1.1));
    }

    /** Nine in ten equal replications and a rare disaster. */
    private static int rare(RandomGenerator random) {
        return random.nextDouble() < 0.11 ? 60 : 12;
    }

    private static int bell(RandomGenerator random) {
        return (int) Math.round(100 + 10 * random.nextGaussian());
    }

    private static SearchResult plan(
            ToIntFunction<RandomGenerator> need, Reliability claim, int replications, int seed) {
        RunFunction run =
                (servers, replication) -> {
                    RandomGenerator random = Seeds.stream(seed, "need", replication);
                    int missing = need.applyAsInt(random) - servers;
                    return Runs.waiting(servers, missing > 0 ? 60 + 40 * missing : 0);
                };
        SearchOptions options =
                SearchOptions.of(FROM_10, 2_000).withReplications(replications, claim);
        return CapacitySearch.search(options, WAIT_60, run, Progress.NONE);
    }

    /** The share of windows that {@code servers} are enough for, from 200,000 of them. */
    private static double truth(int[] needs, int servers) {
        return Arrays.stream(needs).filter(need -> need <= servers).count() / (double) needs.length;
    }

    private static void holdsAsOftenAsClaimed(ToIntFunction<RandomGenerator> need) {
        RandomGenerator random = Seeds.stream(1, "truth", 0);
        int[] needs = new int[200_000];
        Arrays.setAll(needs, i -> need.applyAsInt(random));
        for (Reliability claim :
                List.of(
                        new Reliability(0.9, 0.95),
                        new Reliability(0.8, 0.9),
                        new Reliability(0.75, 0.8))) {
            int trueOnes = 0;
            for (int seed = 0; seed < PLANS; seed++) {
                SearchResult result = plan(need, claim, 46, seed);
                assertThat(result.met()).isTrue();
                assertThat(result.confidence().claimed()).isGreaterThanOrEqualTo(claim.share());
                trueOnes += truth(needs, result.servers()) >= claim.share() ? 1 : 0;
            }
            double error = Math.sqrt(claim.confidence() * (1 - claim.confidence()) / PLANS);
            assertThat(trueOnes / (double) PLANS)
                    .as("%s", claim)
                    .isGreaterThanOrEqualTo(claim.confidence() - 2.33 * error);
        }
    }

    @Test
    void holdsAsOftenAsItClaimsWhereThreeOfFourReplicationsAreZero() {
        holdsAsOftenAsClaimed(PlanClaimTest::zeroInflated);
    }

    @Test
    void holdsAsOftenAsItClaimsWhereTailsAreHeavy() {
        holdsAsOftenAsClaimed(PlanClaimTest::heavyTailed);
    }

    @Test
    void holdsAsOftenAsItClaimsWhereDisastersAreRare() {
        holdsAsOftenAsClaimed(PlanClaimTest::rare);
    }

    @Test
    void holdsAsOftenAsItClaimsWhereFiguresAreNormal() {
        holdsAsOftenAsClaimed(PlanClaimTest::bell);
    }

    /** Five tasks that come together, each on a server drawn at random: none may wait. */
    private static double apart(int servers) {
        double share = 1;
        for (int i = 1; i < 5; i++) {
            share *= Math.max(0, 1 - i / (double) servers);
        }
        return share;
    }

    @Test
    void holdsAsOftenAsItClaimsWhereEachNumberIsALotteryOfItsOwn() {
        Reliability claim = SearchOptions.DEFAULT_RELIABILITY;
        int trueOnes = 0;
        for (int plan = 0; plan < PLANS; plan++) {
            int seed = plan;
            SearchResult result =
                    CapacitySearch.search(
                            SearchOptions.of(FROM_10, 2_000).withReplications(61, claim),
                            WAIT_60,
                            (servers, replication) -> {
                                RandomGenerator random =
                                        Seeds.stream(seed, "probe" + servers, replication);
                                boolean isHeld = random.nextDouble() < apart(servers);
                                return Runs.waiting(servers, isHeld ? 0 : 100);
                            },
                            Progress.NONE);
            assertThat(result.met()).isTrue();
            assertThat(result.confidence().claimed()).isGreaterThanOrEqualTo(claim.share());
            trueOnes += apart(result.servers()) >= claim.share() ? 1 : 0;
        }
        double error = Math.sqrt(claim.confidence() * (1 - claim.confidence()) / PLANS);
        assertThat(trueOnes / (double) PLANS)
                .isGreaterThanOrEqualTo(claim.confidence() - 2.33 * error);
    }

    /** Shares just short of what fewer misses would seem to claim. */
    private static int ladder(RandomGenerator random) {
        double u = random.nextDouble();
        return u < 0.8999 ? 101 : u < 0.9245 ? 102 : u < 0.9520 ? 103 : 104;
    }

    @Test
    void theShareThatIsClaimedIsNotChosenAfterALook() {
        double[] shares = {0.8999, 0.9245, 0.9520, 1};
        int untrue = 0;
        int plans = 4 * PLANS;
        for (int seed = 0; seed < plans; seed++) {
            SearchResult result =
                    plan(PlanClaimTest::ladder, SearchOptions.DEFAULT_RELIABILITY, 61, seed);
            untrue += result.confidence().claimed() > shares[result.servers() - 101] ? 1 : 0;
        }
        double error = Math.sqrt(0.05 * 0.95 / plans);
        assertThat(untrue / (double) plans).isLessThanOrEqualTo(0.05 + 2.33 * error);
    }

    @Test
    void takesEqualReplicationsForNoCertainty() {
        SearchResult result =
                CapacitySearch.search(
                        SearchOptions.of(FROM_10, 100)
                                .withReplications(29, SearchOptions.DEFAULT_RELIABILITY),
                        WAIT_60,
                        (servers, replication) -> Runs.waiting(servers, servers < 16 ? 100 : 0),
                        Progress.NONE);
        assertThat(result.servers()).isEqualTo(16);
        assertThat(result.confidence().replications()).isEqualTo(29);
        assertThat(result.confidence().claimed()).isBetween(0.9, 0.902);
        assertThat(result.confidence().heldOnOneLess()).isZero();
    }

    @Test
    void saysHowManyReplicationsAreMissing() {
        SearchResult result = plan(random -> 16, SearchOptions.DEFAULT_RELIABILITY, 10, 1);
        assertThat(result.met()).isTrue();
        assertThat(result.confidence().claimed()).isBetween(0.741, 0.742); // 0.05^(1/10)
        assertThat(result.confidence().missing()).isEqualTo(19);
        assertThat(result.confidence().isReached()).isFalse();
        assertThat(result.notes()).anyMatch(note -> note.contains("19 more, without a miss"));
    }

    @Test
    void claimsNothingFromTwoRandomReplications() {
        for (int replications = 1; replications <= 2; replications++) {
            SearchResult result =
                    plan(random -> 16, SearchOptions.DEFAULT_RELIABILITY, replications, 1);
            assertThat(result.confidence().claimed()).isNull();
            assertThat(result.confidence().isReached()).isFalse();
            assertThat(result.notes())
                    .anyMatch(note -> note.contains("nothing of windows that were not drawn"));
        }
    }

    /** One window in eight misses whatever there is: 87.5 % hold, and 90 % are asked for. */
    @Test
    void saysWhereNoNumberOfServersMeetsTheObjective() {
        for (int replications : new int[] {61, 200}) {
            SearchResult result =
                    CapacitySearch.search(
                            SearchOptions.of(FROM_10, 40)
                                    .withReplications(
                                            replications, SearchOptions.DEFAULT_RELIABILITY),
                            WAIT_60,
                            (servers, replication) ->
                                    Runs.waiting(servers, replication % 8 == 0 ? 100 : 0),
                            Progress.NONE);
            assertThat(result.met()).isFalse();
            assertThat(result.servers()).isEqualTo(40);
            assertThat(result.confidence().isReached()).isFalse();
            assertThat(result.confidence().claimed()).isBetween(0.7, 0.875);
            assertThat(result.notes())
                    .anyMatch(note -> note.contains("does not hold on 40 servers"))
                    .anyMatch(note -> note.contains(" of " + replications + " replications miss"));
        }
    }

    /** The third largest of the few windows that were drawn stood as what was seen at most. */
    @Test
    void showsTheWorstWindowWhereTheObjectiveDoesNotHold() {
        SearchResult result =
                CapacitySearch.search(
                        SearchOptions.of(FROM_10, 40)
                                .withReplications(61, SearchOptions.DEFAULT_RELIABILITY),
                        WAIT_60,
                        (servers, replication) ->
                                Runs.waiting(servers, replication == 1 ? 90_000 : 100),
                        Progress.NONE);
        assertThat(result.met()).isFalse();
        assertThat(result.objective().get(0).value()).isGreaterThan(1000);
        assertThat(result.objective().get(0).upper()).isEqualTo(90_000);
    }

    /**
     * Nine windows in ten hold on 16 servers, just what was asked for: no count tells 15 from 16.
     */
    @Test
    void saysWhereOneServerLessMayBeEnoughToo() {
        SearchResult result =
                CapacitySearch.search(
                        SearchOptions.of(FROM_10, 100)
                                .withReplications(300, SearchOptions.DEFAULT_RELIABILITY),
                        WAIT_60,
                        (servers, replication) ->
                                Runs.waiting(
                                        servers, replication % 10 == 0 && servers < 30 ? 100 : 0),
                        Progress.NONE);
        assertThat(result.servers()).isEqualTo(30);
        assertThat(result.confidence().heldOnOneLess()).isEqualTo(270);
        assertThat(result.notes()).anyMatch(note -> note.startsWith("29 servers may be enough"));
    }
}
