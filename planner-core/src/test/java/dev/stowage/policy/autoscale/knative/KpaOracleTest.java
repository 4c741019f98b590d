package dev.stowage.policy.autoscale.knative;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.policy.autoscale.GoldenDraws;
import dev.stowage.policy.autoscale.GoldenLines;
import dev.stowage.policy.autoscale.knative.KpaSettings.Bounds;
import dev.stowage.policy.autoscale.knative.KpaSettings.Metric;
import dev.stowage.policy.autoscale.knative.KpaSettings.Rates;
import dev.stowage.policy.autoscale.knative.KpaSettings.Target;
import dev.stowage.policy.autoscale.knative.KpaSettings.Windows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Decisions on 1,000 random series are those of Knative's own Go package. The fixture says version
 * and command; {@code oracle/main.go} beside it draws the same series.
 */
class KpaOracleTest {
    private static final int SECONDS = 90;
    private static final long EPOCH_SECONDS = 1_700_000_000L;

    @Test
    void decidesAsKnativesOwnPackageOnAThousandRandomSeries() throws IOException {
        List<String> expected = GoldenLines.of(KpaOracleTest.class, "kpa-decisions.txt");
        assertThat(expected).hasSize(1_000);
        for (int series = 0; series < expected.size(); series++) {
            assertThat(new Series(series).decisions()).isEqualTo(expected.get(series));
        }
    }

    /** One series of oracle/main.go: the order of the draws is the same. */
    private static final class Series {
        private final int number;
        private final GoldenDraws draws;
        private final KpaSettings settings;
        private final int stableSeconds;
        private int ready;

        Series(int number) {
            this.number = number;
            draws = new GoldenDraws(number);
            stableSeconds = draws.uniform() < 0.5 ? 6 + draws.below(60) : 60;
            double panicPercent = draws.uniform() < 0.5 ? 1 + draws.below(100) : 10;
            Windows windows = new Windows(stableSeconds, panicPercent, draws.uniform() < 0.25);
            double total = draws.of(1, 2, 7, 10, 100);
            Target target = new Target(Metric.CONCURRENCY, total, draws.of(0.5, 0.7, 1));
            double maxUp = draws.of(1.1, 2, 10, 1000);
            double maxDown = draws.of(1.5, 2, 10);
            double threshold = draws.of(1.1, 2, 5, 10);
            Rates rates = new Rates(maxUp, maxDown, threshold, (int) draws.of(0, 0, 4, 5, 30));
            Bounds bounds = new Bounds(0, 0, 1, (int) draws.of(1, 1, 2, 5));
            double burst = draws.of(-1, 0, 10, 211);
            settings =
                    new KpaSettings(
                            target, windows, rates, bounds, KpaSettings.Idle.DEFAULT, burst);
            ready = (int) draws.of(0, 1, 1, 3, 40);
        }

        String decisions() {
            KpaDecider decider = new KpaDecider(settings, EPOCH_SECONDS * 1_000_000, ready);
            List<String> decisions = new ArrayList<>();
            double level = 0;
            int silence = 0;
            for (int second = 0; second < SECONDS; second++) {
                if (draws.uniform() < 0.08) {
                    level = draws.of(0, 1, 5, 20, 200) * settings.target().total();
                    level *= draws.uniform();
                }
                if (draws.uniform() < 0.02) {
                    silence = draws.below(2 * stableSeconds);
                }
                long now = (EPOCH_SECONDS + second) * 1_000_000 + draws.below(1_000) * 1_000L;
                double value = level * 2 * draws.uniform();
                if (silence > 0) {
                    silence--;
                } else if (draws.uniform() < 0.95) {
                    decider.record(now, value);
                }
                if (second % 2 == 0 || draws.uniform() < 0.1) {
                    decisions.add(decide(decider, now));
                }
            }
            return number + runs(decisions);
        }

        private String decide(KpaDecider decider, long now) {
            KpaDecision decision = decider.decide(now, ready);
            double u = draws.uniform();
            if (u < 0.6 && decision != null) {
                ready = decision.pods();
            } else if (u >= 0.8) {
                ready = draws.below(20);
            }
            return decision == null ? "-" : decision.pods() + ":" + decision.excessBurstCapacity();
        }

        private static String runs(List<String> decisions) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < decisions.size(); ) {
                int end = i;
                while (end < decisions.size() && decisions.get(end).equals(decisions.get(i))) {
                    end++;
                }
                text.append(' ').append(decisions.get(i));
                if (end - i > 1) {
                    text.append('*').append(end - i);
                }
                i = end;
            }
            return text.toString();
        }
    }
}
