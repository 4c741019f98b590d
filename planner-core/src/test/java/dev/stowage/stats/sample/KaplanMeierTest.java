package dev.stowage.stats.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class KaplanMeierTest {
    private static final Support DURATIONS =
            new Support(0, Double.POSITIVE_INFINITY, Support.Kind.MAGNITUDE);

    private static Sample sample(double... values) {
        return Sample.of(values, DURATIONS);
    }

    /**
     * Remission times of 21 patients with leukaemia. Source: Freireich et al., Blood 21, 1963, as
     * in Kalbfleisch, Prentice, The Statistical Analysis of Failure Time Data, 1980, table 1.1;
     * also what {@code scipy.stats.ecdf(CensoredData(uncensored, right=...))} of SciPy 1.17.1 says.
     */
    private static KaplanMeier leukaemia() {
        return KaplanMeier.of(
                sample(6, 6, 6, 7, 10, 13, 16, 22, 23),
                sample(6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35));
    }

    @Test
    void estimatesWhatTheTextbookDoes() {
        KaplanMeier estimate = leukaemia();
        assertThat(estimate.survival(5)).isEqualTo(1);
        assertThat(estimate.survival(6)).isCloseTo(0.8571428571, within(1e-9));
        assertThat(estimate.survival(7)).isCloseTo(0.8067226891, within(1e-9));
        assertThat(estimate.survival(10)).isCloseTo(0.7529411765, within(1e-9));
        assertThat(estimate.survival(13)).isCloseTo(0.6901960784, within(1e-9));
        assertThat(estimate.survival(16)).isCloseTo(0.6274509804, within(1e-9));
        assertThat(estimate.survival(22)).isCloseTo(0.5378151261, within(1e-9));
        assertThat(estimate.survival(23)).isCloseTo(0.4481792717, within(1e-9));
        assertThat(estimate.beyond()).isCloseTo(0.4481792717, within(1e-9));
        assertThat(estimate.quantile(0.5)).isEqualTo(23);
        assertThat(estimate.quantile(0.9)).isNaN();
        assertThat(estimate.horizon()).isEqualTo(35);
        assertThat(estimate.censored()).isEqualTo(12);
    }

    @Test
    void keepsAllMassAndPutsTheRestAtTheHorizon() {
        Sample weighted = leukaemia().weighted();
        assertThat(weighted.count()).isEqualTo(21);
        assertThat(weighted.max()).isEqualTo(35);
        assertThat(weighted.weight(weighted.size() - 1)).isCloseTo(21 * 0.4481792717, within(1e-8));
        double sum = 0;
        for (int i = 0; i < weighted.size(); i++) {
            sum += weighted.weight(i);
        }
        assertThat(sum).isCloseTo(21, within(1e-9));
        assertThat(weighted.mean()).isCloseTo(leukaemia().restrictedMean(), within(1e-9));
    }

    @Test
    void isTheObservedDistributionIfNothingIsCensored() {
        Sample observed = sample(1, 2, 2, 5);
        KaplanMeier estimate = KaplanMeier.of(observed, sample());
        assertThat(estimate.beyond()).isZero();
        assertThat(estimate.restrictedMean()).isEqualTo(2.5);
        assertThat(estimate.weighted().values()).isEqualTo(observed.values());
        assertThat(estimate.weighted().weight(1)).isCloseTo(2, within(1e-12));
    }

    @Test
    void recoversAMeanThatNaiveFitsMiss() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(9);
        Sketch observed = new Sketch();
        Sketch censored = new Sketch();
        for (int i = 0; i < 50_000; i++) {
            double duration = 10 * random.nextExponential();
            double window = 30 * random.nextDouble();
            if (duration <= window) {
                observed.add(duration);
            } else {
                censored.add(window);
            }
        }
        Sample naive = observed.sample(DURATIONS);
        KaplanMeier estimate = KaplanMeier.of(naive, censored.sample(DURATIONS));
        assertThat(naive.quantile(0.5)).isLessThan(5.5);
        assertThat(estimate.quantile(0.5)).isCloseTo(10 * Math.log(2), within(0.2));
        assertThat(estimate.quantile(0.9)).isCloseTo(10 * Math.log(10), within(1.0));
    }

    @Test
    void needsADurationThatIsKnown() {
        assertThatThrownBy(() -> KaplanMeier.of(sample(), sample(3)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("observed is empty");
    }
}
