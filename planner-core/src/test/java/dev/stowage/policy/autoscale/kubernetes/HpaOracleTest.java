package dev.stowage.policy.autoscale.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.policy.autoscale.GoldenDraws;
import dev.stowage.policy.autoscale.GoldenLines;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Behaviour;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Limit;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Rules;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Select;
import dev.stowage.policy.autoscale.kubernetes.HpaSettings.Unit;
import dev.stowage.policy.autoscale.kubernetes.PodUse.Measured;
import dev.stowage.policy.autoscale.kubernetes.PodUse.Phase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Decisions on 1,000 random series are those of Kubernetes' own Go package. The fixture says
 * version and command; {@code oracle-hpa/oracle.go.txt} beside it draws the same series.
 */
class HpaOracleTest {
    private static final long MICROS = 1_000_000;

    @Test
    void decidesAsKubernetesOwnPackageOnAThousandRandomSeries() throws IOException {
        List<String> expected = GoldenLines.of(HpaOracleTest.class, "hpa-decisions.txt");
        assertThat(expected).hasSize(1_000);
        for (int series = 0; series < expected.size(); series++) {
            assertThat(decisions(series)).isEqualTo(expected.get(series));
        }
    }

    private static Rules rules(GoldenDraws draws) {
        int seconds = (int) draws.of(0, 20, 60, 300);
        Select select =
                List.of(Select.MAX, Select.MIN, Select.MAX, Select.DISABLED).get(draws.below(4));
        List<Limit> limits = new ArrayList<>();
        for (int n = 1 + draws.below(2); n > 0; n--) {
            Unit unit = draws.uniform() < 0.5 ? Unit.PERCENT : Unit.PODS;
            int value = 1 + draws.below(100);
            limits.add(new Limit(unit, value, 10 + draws.below(100)));
        }
        return new Rules(seconds, select, limits);
    }

    private static HpaSettings settings(GoldenDraws draws) {
        int target = 20 + draws.below(130);
        double tolerance = draws.of(0, 0.05, 0.1, 0.2);
        int min = 1 + draws.below(3);
        int max = min + draws.below(60);
        Behaviour behaviour =
                draws.uniform() < 0.7 ? new Behaviour(rules(draws), rules(draws)) : null;
        return new HpaSettings(target, tolerance, min, max, 300, 300, 30, behaviour);
    }

    private static String decisions(int series) {
        GoldenDraws draws = new GoldenDraws(series);
        HpaSettings settings = settings(draws);
        ReplicaCalculator calculator = new ReplicaCalculator(settings);
        HorizontalAutoscaler autoscaler = new HorizontalAutoscaler(settings);
        StringBuilder text = new StringBuilder().append(series);
        int current = settings.minPods();
        double level = 1;
        long now = 1_000_000 * MICROS;
        for (int step = 0; step < 30; step++) {
            now += 15 * MICROS + draws.below(1_000) * 1_000L;
            if (draws.uniform() < 0.2) {
                level = 0.1 + 2 * draws.uniform();
            }
            List<PodUse> pods = pods(draws, settings, current, level, now);
            Integer wish = calculator.pods(now, current, pods);
            int wanted = autoscaler.decide(now, current, pods);
            text.append(' ').append(wish == null ? -1 : wish).append('>').append(wanted);
            current = draws.uniform() < 0.05 ? 1 + draws.below(70) : wanted;
        }
        return text.toString();
    }

    private static List<PodUse> pods(
            GoldenDraws draws, HpaSettings settings, int count, double level, long now) {
        List<PodUse> pods = new ArrayList<>();
        boolean isSick = draws.uniform() < 0.5;
        for (int i = 0; i < count; i++) {
            long request = 100L + draws.below(900);
            long age = draws.below(600) * MICROS + 500_000;
            long changed = (long) (age * draws.uniform());
            long measured = draws.below(60) * MICROS + 250_000;
            double wanted = (double) request * settings.targetPercent() / 100 * level;
            long use = (long) (wanted * (0.5 + draws.uniform()));
            double u = draws.uniform();
            if (!isSick) {
                age = 3_600 * MICROS;
                changed = age;
                u = 1;
            }
            Phase phase =
                    u < 0.1 ? Phase.PENDING : u >= 0.3 && u < 0.35 ? Phase.GONE : Phase.RUNNING;
            boolean isReady = !(u >= 0.2 && u < 0.3);
            Measured found =
                    u >= 0.1 && u < 0.2 ? null : new Measured(use, now - measured, 30 * MICROS);
            pods.add(new PodUse(phase, isReady, now - age, now - changed, request, found));
        }
        return pods;
    }
}
