package dev.stowage.policy.autoscale.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.policy.autoscale.GoldenDraws;
import dev.stowage.policy.autoscale.GoldenLines;
import dev.stowage.policy.autoscale.kubernetes.Recommendation.Amount;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Recommendations on 1,000 random histories are those of the vertical pod autoscaler's own Go
 * package. The fixture says version and command; {@code oracle-vpa/main.go} draws the same ones.
 */
class VpaOracleTest {
    private static final long MICROS = 1_000_000;

    @Test
    void recommendsAsTheRecommendersOwnPackageOnAThousandRandomHistories() throws IOException {
        List<String> expected = GoldenLines.of(VpaOracleTest.class, "vpa-recommendations.txt");
        assertThat(expected).hasSize(1_000);
        for (int history = 0; history < expected.size(); history++) {
            assertThat(recommendations(history)).isEqualTo(expected.get(history));
        }
    }

    @Test
    void recommendsAsItOnAThousandWorkloadsOfSeveralReplicas() throws IOException {
        List<String> expected = GoldenLines.of(VpaOracleTest.class, "vpa-replicas.txt");
        assertThat(expected).hasSize(1_000);
        for (int history = 0; history < expected.size(); history++) {
            assertThat(ofReplicas(history)).isEqualTo(expected.get(history));
        }
    }

    private static String ofReplicas(int history) {
        GoldenDraws draws = new GoldenDraws(1_000_000 + history);
        VerticalRecommender[] replicas = new VerticalRecommender[2 + draws.below(4)];
        replicas[0] = new VerticalRecommender(VpaSettings.DEFAULT);
        for (int i = 1; i < replicas.length; i++) {
            replicas[i] = replicas[0].replica();
        }
        long now = (1_700_000_000L + draws.below(86_400)) * MICROS;
        int step = (int) draws.of(60, 600, 7_200, 90_000);
        double cores = 4 * draws.uniform();
        double memory = 4e9 * draws.uniform();
        StringBuilder text = new StringBuilder().append(history);
        for (int i = 1; i <= 120; i++) {
            now += draws.below(2 * step) * MICROS;
            VerticalRecommender replica = replicas[draws.below(replicas.length)];
            sample(draws, replica, now, cores, memory);
            if (i % 30 == 0) {
                text.append(' ').append(text(replicas[0].recommend().target()));
            }
        }
        return text.toString();
    }

    private static String recommendations(int history) {
        GoldenDraws draws = new GoldenDraws(history);
        VerticalRecommender recommender = new VerticalRecommender(VpaSettings.DEFAULT);
        long now = (1_700_000_000L + draws.below(86_400)) * MICROS;
        int step = (int) draws.of(60, 600, 7_200, 90_000);
        double cores = 4 * draws.uniform();
        double memory = 4e9 * draws.uniform();
        StringBuilder text = new StringBuilder().append(history);
        for (int i = 1; i <= 120; i++) {
            now += (1 + draws.below(2 * step)) * MICROS;
            if (draws.uniform() < 0.03) {
                cores = 16 * draws.uniform() * draws.uniform() * draws.uniform();
                memory = 2e10 * draws.uniform() * draws.uniform() * draws.uniform();
            }
            sample(draws, recommender, now, cores, memory);
            if (i % 30 == 0) {
                text.append(' ').append(text(recommender.recommend()));
            }
        }
        return text.toString();
    }

    private static void sample(
            GoldenDraws draws,
            VerticalRecommender recommender,
            long now,
            double cores,
            double memory) {
        recommender.addCpu(now, (long) (cores * (0.2 + draws.uniform()) * 1_000));
        long bytes = (long) (memory * (0.5 + draws.uniform()));
        recommender.addMemory(now, bytes);
        if (draws.uniform() < 0.02) {
            recommender.outOfMemory(now, bytes);
        }
    }

    private static String text(Recommendation all) {
        return text(all.target()) + "/" + text(all.lower()) + "/" + text(all.upper());
    }

    private static String text(Amount amount) {
        return amount.cpuMilli() + "," + amount.memoryBytes();
    }
}
