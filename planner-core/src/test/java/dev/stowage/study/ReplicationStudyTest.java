package dev.stowage.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.basis.Progress;
import dev.stowage.basis.Seeds;
import dev.stowage.plan.Runs;
import dev.stowage.run.RunSummary;
import dev.stowage.stats.output.Precision;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ReplicationStudyTest {
    private static final StudyMetric METRIC = StudyMetric.named(StudyMetric.DEFAULT).orElseThrow();

    private static RunSummary luck(int replication) {
        return Runs.waiting(1, 100 + 20 * Seeds.stream(3, "luck", replication).nextGaussian());
    }

    private static StudyOptions options(Precision precision, int threads) {
        return new StudyOptions(5, Optional.ofNullable(precision), METRIC, 0.95, threads);
    }

    @Test
    void saysTheSameWithAnyNumberOfThreads() {
        ReplicationStudy one =
                ReplicationStudy.of(ReplicationStudyTest::luck, options(null, 1), Progress.NONE);
        ReplicationStudy four =
                ReplicationStudy.of(ReplicationStudyTest::luck, options(null, 4), Progress.NONE);
        assertThat(one.runs()).hasSize(5);
        assertThat(four.runs()).isEqualTo(one.runs());
        assertThat(four.intervals()).isEqualTo(one.intervals());
        assertThat(one.isPrecise()).isNull();
    }

    @Test
    void replicatesUntilTheIntervalIsNarrowEnough() {
        ReplicationStudy study =
                ReplicationStudy.of(
                        ReplicationStudyTest::luck,
                        options(new Precision(5, false, 5, 1000), 2),
                        Progress.NONE);
        assertThat(study.isPrecise()).isTrue();
        assertThat(study.runs().size()).isBetween(30, 400); // median: (1.25 * 2.4 * 20 / 5)^2
        double halfWidth = study.intervals().get(0).interval().halfWidth();
        assertThat(halfWidth).isLessThanOrEqualTo(5);
    }

    @Test
    void saysIfTheIntervalStaysTooWide() {
        ReplicationStudy study =
                ReplicationStudy.of(
                        ReplicationStudyTest::luck,
                        options(new Precision(0.1, false, 5, 12), 1),
                        Progress.NONE);
        assertThat(study.isPrecise()).isFalse();
        assertThat(study.runs()).hasSize(12);
    }

    @Test
    void neverStopsOnASpreadOfZero() {
        ReplicationStudy study =
                ReplicationStudy.of(
                        replication -> Runs.waiting(1, 0),
                        options(new Precision(10, false, 5, 40), 1),
                        Progress.NONE);
        assertThat(study.isPrecise()).isFalse();
        assertThat(study.runs()).hasSize(40);
        assertThat(study.intervals().get(0).interval().isPoint()).isTrue();
    }

    /** Of the studies that say they are precise. */
    @Test
    void coversWhatItSaysWhereNearlyHalfOfTheReplicationsAreZero() {
        double median = -200 * Math.log(0.5 / 0.6);
        int precise = 0;
        int covered = 0;
        for (int seed = 0; seed < 400; seed++) {
            int each = seed;
            ReplicationStudy study =
                    ReplicationStudy.of(
                            replication -> Runs.waiting(1, oftenZero(each, replication)),
                            options(new Precision(20, false, 10, 4000), 1),
                            Progress.NONE);
            if (Boolean.TRUE.equals(study.isPrecise())) {
                precise++;
                var interval = study.intervals().get(0).interval();
                covered += interval.lower() <= median && median <= interval.upper() ? 1 : 0;
            }
        }
        assertThat(precise).isGreaterThan(390);
        assertThat(covered / (double) precise).isGreaterThan(0.95 - 0.025);
    }

    /** Two of five windows never wait, the others 200 s on average. */
    private static double oftenZero(int seed, int replication) {
        RandomGenerator random = Seeds.stream(seed, "often-zero", replication);
        return random.nextDouble() < 0.4 ? 0 : -200 * Math.log1p(-random.nextDouble());
    }

    /** What was seen: three of four windows never wait, and it stopped at 0 s. */
    @Test
    void neverStopsWhereTheMiddleReplicationsAreAllZero() {
        ReplicationStudy study =
                ReplicationStudy.of(
                        replication -> Runs.waiting(1, replication % 4 == 3 ? 200 : 0),
                        options(new Precision(10, false, 10, 200), 1),
                        Progress.NONE);
        assertThat(study.isPrecise()).isFalse();
        assertThat(study.runs()).hasSize(200);
    }

    @Test
    void doesNotGoOnWhereTasksWaitForEver() {
        ReplicationStudy study =
                ReplicationStudy.of(
                        replication -> Runs.waiting(1, Double.POSITIVE_INFINITY),
                        options(new Precision(0.1, true, 5, 1000), 1),
                        Progress.NONE);
        assertThat(study.runs()).hasSize(5);
        assertThat(study.isPrecise()).isFalse();
        assertThat(study.intervals().get(0).interval().median()).isInfinite();
    }

    private static ComparisonStudy compare(double spread, Precision precision) {
        return ComparisonStudy.overReplications(
                2,
                (alternative, replication) -> {
                    double noise = Seeds.stream(4, "gap", replication).nextGaussian();
                    double gap = alternative * (2 + spread * noise);
                    return Runs.waiting(1, luck(replication).pendingSeconds().mean() - gap);
                },
                options(precision, 2),
                Progress.NONE);
    }

    @Test
    void comparesUnderCommonLuck() {
        ComparisonStudy study = compare(0.1, new Precision(1, false, 5, 50));
        assertThat(study.isPrecise()).isTrue();
        assertThat(study.runs().get(0).size()).isLessThan(50);
        assertThat(study.deciding().best().best()).isEqualTo(1);
        assertThat(study.deciding().best().isDecided()).isTrue();
    }

    @Test
    void neverStopsOnAConstantDifference() {
        ComparisonStudy study = compare(0, new Precision(1, false, 5, 40));
        assertThat(study.isPrecise()).isFalse();
        assertThat(study.runs().get(0)).hasSize(40);
    }
}
