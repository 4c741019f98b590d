package dev.stowage.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.stowage.model.TaskClass;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

@SuppressWarnings("EnumOrdinal") // as FeatureObservations.add() says
class ApplicationSelectionTest {
    private static final int FEATURES = ExecutionFeature.values().length;

    /** Log-normal CPU around 0.5 cores, memory around 2 GiB that goes with it, page cache apart. */
    private static FeatureObservations measured(int count) {
        Random random = new Random(7);
        FeatureObservations observations = new FeatureObservations();
        for (int i = 0; i < count; i++) {
            double common = random.nextGaussian();
            double[] row = absent();
            row[ExecutionFeature.MEAN_CPU.ordinal()] = 0.5 * Math.exp(0.5 * common);
            row[ExecutionFeature.MEAN_MEMORY.ordinal()] =
                    2 * Math.exp(0.3 * common + 0.1 * random.nextGaussian());
            row[ExecutionFeature.PAGE_CACHE.ordinal()] = Math.exp(0.2 * random.nextGaussian());
            observations.add(row);
        }
        return observations;
    }

    private static double[] absent() {
        double[] row = new double[FEATURES];
        Arrays.fill(row, Double.NaN);
        return row;
    }

    private static Application application(String name, double... lowAndHigh) {
        Map<ExecutionFeature, FeatureRange> features = new EnumMap<>(ExecutionFeature.class);
        for (int i = 0; i < lowAndHigh.length; i += 2) {
            features.put(
                    ExecutionFeature.values()[i / 2],
                    new FeatureRange(lowAndHigh[i], lowAndHigh[i + 1]));
        }
        return new Application(name, TaskClass.BATCH, features, "this test", Set.of());
    }

    private static ApplicationSelection select(double share, Application... pool) {
        return ApplicationSelection.of(measured(2000), List.of(pool), share, 1);
    }

    private static List<String> names(ApplicationSelection selection) {
        return selection.matches().stream().map(each -> each.application().name()).toList();
    }

    @Test
    void ranksTheApplicationThatDoesWhatTheTraceDoesFirst() {
        ApplicationSelection selection =
                select(
                        1,
                        application("ten times", 5, 5, 20, 20, 10, 10),
                        application("alike", 0.5, 0.5, 2, 2, 1, 1),
                        application("twice", 1, 1, 4, 4, 2, 2));
        assertThat(names(selection)).containsExactly("alike", "twice", "ten times");
        assertThat(selection.matches().get(0).similarity()).isBetween(0.85, 1.0);
        assertThat(selection.matches())
                .extracting(ApplicationMatch::isSelected)
                .containsExactly(true, false, false);
    }

    @Test
    void findsTheChanceOfAFactorOfTwo() {
        ApplicationSelection selection = select(1, application("alike", 0.5, 0.5, 2, 2, 1, 1));
        Map<ExecutionFeature, Double> found = selection.matches().get(0).features();
        // P(|0.5 Z| < ln 2) for a standard normal Z: 2 Phi(1.3863) - 1
        assertThat(found.get(ExecutionFeature.MEAN_CPU)).isCloseTo(0.8343, within(0.02));
    }

    @Test
    void doesNotTakeAWideRangeForAGoodOne() {
        ApplicationSelection selection =
                select(
                        1,
                        application("anything", 0.001, 1000, 0.001, 1000, 0.001, 1000),
                        application("alike", 0.4, 0.6, 1.5, 2.5, 0.8, 1.2));
        assertThat(names(selection)).containsExactly("alike", "anything");
    }

    @Test
    void saysNothingOfAnApplicationOfWhichTooLittleIsKnown() {
        ApplicationSelection selection =
                select(1, application("little", 0.5, 0.5), application("wrong", 99, 99, 99, 99));
        ApplicationMatch little = selection.matches().get(1);
        assertThat(little.application().name()).isEqualTo("little");
        assertThat(little.isRanked()).isFalse();
        assertThat(little.isSelected()).isFalse();
        assertThat(little.known()).isLessThan(0.5);
    }

    /** Names would decide where nothing is like the trace. */
    @Test
    void selectsNothingThatIsNotLikeTheTrace() {
        ApplicationSelection selection =
                select(
                        1,
                        application("a", 1e9, 1e9, 1e9, 1e9, 1e9, 1e9),
                        application("b", 1e9, 1e9, 1e9, 1e9, 1e9, 1e9));
        assertThat(selection.matches())
                .allMatch(ApplicationMatch::isRanked)
                .allMatch(match -> match.similarity() < ApplicationMatch.MIN_SIMILARITY)
                .noneMatch(ApplicationMatch::isSelected);
    }

    @Test
    void ranksEqualApplicationsByName() {
        ApplicationSelection selection =
                select(1, application("b", 1, 1, 1, 1, 1, 1), application("a", 1, 1, 1, 1, 1, 1));
        assertThat(names(selection)).containsExactly("a", "b");
    }

    @Test
    void selectsFeaturesUntilTheShareIsReached() {
        for (double share : new double[] {0.01, 0.3, 0.6, 0.75, 1}) {
            List<FeatureImportance> importances =
                    select(share, application("a", 1, 1)).importances();
            double reached = 0;
            for (FeatureImportance each : importances) {
                assertThat(each.isSelected()).as(share + " " + each).isEqualTo(reached < share);
                reached += each.share();
            }
            assertThat(importances).hasSize(3);
        }
    }

    @Test
    void saysWhyAFeatureIsNotUsed() {
        FeatureObservations observations = new FeatureObservations();
        for (int i = 0; i < 100; i++) {
            double[] row = absent();
            row[ExecutionFeature.MEAN_CPU.ordinal()] = i;
            row[ExecutionFeature.MEAN_MEMORY.ordinal()] = 4;
            row[ExecutionFeature.MAX_CPU.ordinal()] = i < 40 ? i : Double.NaN;
            row[ExecutionFeature.MAX_MEMORY.ordinal()] = i < 29 ? i : Double.NaN;
            row[ExecutionFeature.CYCLES_PER_INSTRUCTION.ordinal()] = i < 80 ? 1 + i : 1e6;
            row[ExecutionFeature.DISK_SPACE.ordinal()] = i % 2 == 0 ? -1 : Double.POSITIVE_INFINITY;
            observations.add(row);
        }
        assertThat(observations.features())
                .containsExactly(
                        ExecutionFeature.MEAN_CPU, ExecutionFeature.CYCLES_PER_INSTRUCTION);
        assertThat(observations.status(ExecutionFeature.MEAN_MEMORY))
                .isEqualTo(FeatureStatus.CONSTANT);
        assertThat(observations.status(ExecutionFeature.MAX_CPU)).isEqualTo(FeatureStatus.RARE);
        assertThat(observations.status(ExecutionFeature.MAX_MEMORY)).isEqualTo(FeatureStatus.FEW);
        assertThat(observations.status(ExecutionFeature.NETWORK_IN))
                .isEqualTo(FeatureStatus.ABSENT);
        assertThat(observations.status(ExecutionFeature.DISK_SPACE))
                .isEqualTo(FeatureStatus.ABSENT);
        assertThat(observations.impossible(ExecutionFeature.CYCLES_PER_INSTRUCTION)).isEqualTo(20);
        assertThat(observations.impossible(ExecutionFeature.DISK_SPACE)).isEqualTo(100);
    }

    @Test
    void givesTwoFeaturesTheSameImportance() {
        FeatureObservations observations = new FeatureObservations();
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            double[] row = absent();
            row[0] = random.nextDouble();
            row[1] = row[0] + random.nextDouble();
            observations.add(row);
        }
        assertThat(PrincipalComponents.of(observations).importances())
                .allSatisfy(share -> assertThat(share).isCloseTo(0.5, within(1e-12)));
    }

    @Test
    void refusesARangeUpsideDown() {
        assertThatIllegalArgumentException().isThrownBy(() -> new FeatureRange(2, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new FeatureRange(Double.NaN, 1));
    }
}
