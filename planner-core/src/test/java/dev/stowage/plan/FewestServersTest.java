package dev.stowage.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.basis.Seeds;
import dev.stowage.plan.FewestServers.Answer;
import dev.stowage.plan.FewestServers.Trial;
import dev.stowage.stats.output.Reliability;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class FewestServersTest {
    private static final Reliability CLAIM = new Reliability(0.9, 0.95);
    private static final int REPLICATIONS = 61;
    private static final int MAX = 10_000;

    /** What a draw needs: heavy-tailed, at least 1. */
    private static long need(long seed, int replication) {
        double u = Seeds.uniform(seed, replication, 1);
        return (long) Math.floor(Math.pow(1 - u, -0.7) * 3);
    }

    /** The number that nine of ten draws need at most. */
    private static final long NINE_OF_TEN = (long) Math.floor(Math.pow(0.1, -0.7) * 3);

    private static Answer search(Trial trial, int threads) {
        return FewestServers.search(trial, MAX, REPLICATIONS, CLAIM, threads);
    }

    @Test
    void findsTheOrderStatisticThatTheClaimAllowsWhereMoreServersHelp() {
        for (long seed = 0; seed < 200; seed++) {
            long root = seed;
            long[] needs = new long[REPLICATIONS];
            for (int i = 0; i < REPLICATIONS; i++) {
                needs[i] = need(root, i);
            }
            Arrays.sort(needs);
            Answer answer = search((servers, i) -> need(root, i) <= servers, 2);
            long expected = needs[REPLICATIONS - 1 - CLAIM.allowedMisses(REPLICATIONS)];
            assertThat(answer.servers()).as("seed " + seed).isEqualTo((int) expected);
            assertThat(answer.isOnFresh()).isFalse();
            assertThat(REPLICATIONS - answer.held())
                    .isLessThanOrEqualTo(CLAIM.allowedMisses(REPLICATIONS));
            assertThat(REPLICATIONS - Objects.requireNonNull(answer.heldOnOneLess()))
                    .isGreaterThan(CLAIM.allowedMisses(REPLICATIONS));
        }
    }

    @Test
    void isRightAsOftenAsItClaims() {
        int right = 0;
        for (long seed = 1_000; seed < 2_000; seed++) {
            long root = seed;
            Answer answer = search((servers, i) -> need(root, i) <= servers, 1);
            right += Objects.requireNonNull(answer.servers()) >= NINE_OF_TEN ? 1 : 0;
        }
        assertThat(right).isGreaterThanOrEqualTo(936); // 950 less two deviations
    }

    /** Each number of servers is a lottery: it holds a draw with a chance of its own. */
    @Test
    void isRightAsOftenAsItClaimsWhereMoreServersDoNotHelpEachDraw() {
        int right = 0;
        for (long seed = 0; seed < 300; seed++) {
            long root = seed;
            Trial lottery = (servers, i) -> Seeds.uniform(root, i, servers) < chance(servers);
            Answer answer = FewestServers.search(lottery, 400, REPLICATIONS, CLAIM, 1);
            Integer servers = answer.servers();
            right += servers == null || chance(servers) >= CLAIM.share() ? 1 : 0;
            assertThat(servers == null || answer.isOnFresh()).isTrue();
        }
        assertThat(right).isGreaterThanOrEqualTo(277); // 285 less two deviations
    }

    private static double chance(int servers) {
        return 1 - 2.0 / (servers + 3);
    }

    @Test
    void answersTheSameOnAnyNumberOfThreads() {
        Trial lottery = (servers, i) -> Seeds.uniform(7, i, servers) < chance(servers);
        assertThat(search(lottery, 4)).isEqualTo(search(lottery, 1));
    }

    @Test
    void judgesOnOneReplicationWhereNothingIsDrawn() {
        Answer answer = FewestServers.search((servers, i) -> servers >= 37, MAX, 1, CLAIM, 2);
        assertThat(answer).isEqualTo(new Answer(37, 1, 1, 0, false));
    }

    @Test
    void saysWhereNoNumberHolds() {
        assertThat(search((servers, i) -> false, 2).servers()).isNull();
        assertThat(FewestServers.search((s, i) -> s > 50, 50, 1, CLAIM, 1).servers()).isNull();
    }

    @Test
    void refusesReplicationsThatAllowNoClaim() {
        assertThatThrownBy(() -> FewestServers.search((s, i) -> true, MAX, 20, CLAIM, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 29");
    }
}
