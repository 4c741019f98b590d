package dev.stowage.stats.density;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.stats.SciPyReference;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParametricTest {
    private static final double RELATIVE = 1e-10;

    static Stream<JsonNode> members() {
        return StreamSupport.stream(SciPyReference.root().get("points").spliterator(), false);
    }

    @ParameterizedTest
    @MethodSource("members")
    void agreesWithSciPy(JsonNode member) {
        Parametric density = SciPyReference.density(member);
        double[] x = SciPyReference.numbers(member.get("x"));
        double[] pdf = SciPyReference.numbers(member.get("pdf"));
        double[] cdf = SciPyReference.numbers(member.get("cdf"));
        for (int i = 0; i < x.length; i++) {
            String where = density.describe() + " at " + x[i];
            assertThat(density.pdf(x[i])).as("pdf of " + where).isCloseTo(pdf[i], close(pdf[i]));
            assertThat(Math.exp(density.logPdf(x[i])))
                    .as("exp log pdf of " + where)
                    .isCloseTo(pdf[i], close(pdf[i]));
            assertThat(density.cdf(x[i])).as("cdf of " + where).isCloseTo(cdf[i], close(cdf[i]));
        }
    }

    @ParameterizedTest
    @MethodSource("members")
    void invertsAsSciPyDoes(JsonNode member) {
        Parametric density = SciPyReference.density(member);
        double[] p = SciPyReference.numbers(member.get("p"));
        double[] ppf = SciPyReference.numbers(member.get("ppf"));
        for (int i = 0; i < p.length; i++) {
            double distance = Math.abs(ppf[i] - density.location()) + density.scale() * 1e-6;
            assertThat(density.quantile(p[i]))
                    .as("quantile of " + density.describe() + " at " + p[i])
                    .isCloseTo(ppf[i], within(1e-9 * distance));
        }
    }

    private static org.assertj.core.data.Offset<Double> close(double expected) {
        return within(RELATIVE * Math.abs(expected));
    }

    @Test
    void refusesParametersThatNoMemberHas() {
        assertThatThrownBy(() -> Parametric.of(Family.GAMMA, List.of(Double.NaN), 0, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a = NaN");
        assertThatThrownBy(() -> Parametric.of(Family.NORMAL, List.of(), 0, 0))
                .hasMessageContaining("scale = 0");
        assertThatThrownBy(() -> Parametric.of(Family.NORMAL, List.of(1.0), 0, 1))
                .hasMessageContaining("shapes");
        assertThatThrownBy(
                        () -> Parametric.of(Family.CAUCHY, List.of(), Double.POSITIVE_INFINITY, 1))
                .hasMessageContaining("location");
    }

    @Test
    void hasAMeanOnlyWhereTheFamilyHasOne() {
        assertThat(Parametric.of(Family.CAUCHY, List.of(), 1, 1).mean()).isNaN();
        assertThat(Parametric.of(Family.GAMMA, List.of(3.0), 2, 5).mean())
                .isCloseTo(17, within(1e-12));
        assertThat(Parametric.of(Family.R, List.of(3.0), 2, 5).mean()).isCloseTo(2, within(1e-12));
    }
}
