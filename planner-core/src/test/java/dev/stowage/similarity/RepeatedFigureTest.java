package dev.stowage.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class RepeatedFigureTest {
    private static final Map<Tolerance, Double> BOUNDS = Map.of(Tolerance.PENDING, 0.1);

    private static Figure figure(double apart) {
        OptionalDouble none = OptionalDouble.empty();
        return Double.isNaN(apart)
                ? new Figure(Tolerance.PENDING, "p99", none, none, none, "unknown")
                : new Figure(
                        Tolerance.PENDING,
                        "p99",
                        OptionalDouble.of(10),
                        OptionalDouble.of(10 + apart),
                        OptionalDouble.of(apart),
                        "");
    }

    private static RepeatedFigure of(double... apart) {
        return new RepeatedFigure(
                DoubleStream.of(apart).mapToObj(RepeatedFigureTest::figure).toList());
    }

    @Test
    void judgesByTheMedianWhateverTheWorst() {
        assertThat(of(0.3, 0.05, 0.08).typical().apart()).hasValue(0.08);
        assertThat(of(0.2, 0.1).typical().apart().orElseThrow()).isEqualTo((0.1 + 0.2) / 2);
        assertThat(Verdict.of(List.of(of(0.05, 0.09, 7).typical()), BOUNDS).isMet()).isTrue();
        assertThat(Verdict.of(List.of(of(0.05, 0.11, 7).typical()), BOUNDS).isMet()).isFalse();
    }

    @Test
    void infiniteValuesAreTheGreatest() {
        double never = Double.POSITIVE_INFINITY;
        RepeatedFigure figure = of(never, 0.02, 0.04);
        assertThat(figure.apart().greatest()).isEqualTo(never);
        assertThat(figure.typical().apart()).hasValue(0.04);
        assertThat(of(never, never, 0.04).typical().apart()).hasValue(never);
        assertThat(of(never, 0.04).typical().apart()).hasValue(never);
        assertThat(Verdict.of(List.of(of(never, never, 0).typical()), BOUNDS).isMet()).isFalse();
    }

    @Test
    void isNotCheckedWhereFewerThanHalfTellIt() {
        assertThat(of(Double.NaN, 0.02).typical().apart()).hasValue(0.02);
        Figure hardly = of(Double.NaN, Double.NaN, 0.02).typical();
        assertThat(hardly.apart()).isEmpty();
        assertThat(Verdict.of(List.of(hardly), BOUNDS).unchecked())
                .containsExactly(new Verdict.Unchecked(Tolerance.PENDING, "p99", "unknown"));
    }

    @Test
    void sortsFiguresByWhatTheyAreOf() {
        Figure other =
                new Figure(
                        Tolerance.KS,
                        "p99",
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.of(1),
                        "");
        List<RepeatedFigure> figures =
                RepeatedFigure.of(List.of(List.of(figure(1), other), List.of(figure(2))));
        assertThat(figures).hasSize(2);
        assertThat(figures.get(0).apart().values()).containsExactly(1, 2);
        assertThat(figures.get(1).workloads()).containsExactly(other);
    }
}
