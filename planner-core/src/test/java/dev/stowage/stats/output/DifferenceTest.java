package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Against {@code scipy-reference.json}, which states tool, versions and command. */
class DifferenceTest {
    private static JsonNode reference() throws IOException {
        try (InputStream in = DifferenceTest.class.getResourceAsStream("scipy-reference.json")) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static double[] numbers(JsonNode list) {
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.get(i).doubleValue();
        }
        return numbers;
    }

    @Test
    void agreesWithScipy() throws IOException {
        int compared = 0;
        for (JsonNode each : reference().get("differences")) {
            double[] first = numbers(each.get("first"));
            double[] second = numbers(each.get("second"));
            double level = each.get("level").doubleValue();
            Difference difference =
                    each.get("kind").textValue().equals("paired")
                            ? Difference.paired(first, second, level)
                            : Difference.welch(first, second, level);
            double halfWidth = (each.get("high").doubleValue() - each.get("low").doubleValue()) / 2;
            double middle = (each.get("high").doubleValue() + each.get("low").doubleValue()) / 2;
            double pValue = each.get("pValue").doubleValue();
            assertThat(difference.mean()).isCloseTo(middle, within(1e-9 * halfWidth));
            assertThat(difference.halfWidth()).isCloseTo(halfWidth, within(1e-9 * halfWidth));
            assertThat(difference.pValue()).isCloseTo(pValue, within(1e-9 * pValue));
            assertThat(difference.isSignificant()).isEqualTo(pValue < 1 - level);
            compared++;
        }
        assertThat(compared).isEqualTo(30);
    }

    @Test
    void truncatesWhereTheDefinitionOfMserDoes() throws IOException {
        for (JsonNode each : reference().get("truncations")) {
            double[] means = numbers(each.get("means"));
            assertThat(Mser5.truncation(means, means.length))
                    .isEqualTo(each.get("truncation").intValue());
        }
    }

    @Test
    void seesThroughCommonLuckWhereIndependentRunsCanNot() {
        RandomGenerator random = Seeds.stream(7, "luck", 0);
        double[] first = new double[20];
        double[] second = new double[20];
        for (int i = 0; i < first.length; i++) {
            double luck = 100 * random.nextDouble();
            first[i] = luck + random.nextDouble();
            second[i] = luck + random.nextDouble() - 2;
        }
        assertThat(Difference.paired(first, second, 0.99).isSignificant()).isTrue();
        assertThat(Difference.welch(first, second, 0.99).isSignificant()).isFalse();
    }

    @Test
    void claimsNothingFromOneOrAnInfiniteObservation() {
        double[] one = {3};
        double[] blocked = {1, Double.POSITIVE_INFINITY};
        double[] two = {1, 2};
        for (Difference difference :
                new Difference[] {
                    Difference.paired(one, one, 0.95),
                    Difference.paired(blocked, two, 0.95),
                    Difference.paired(blocked, blocked, 0.95),
                    Difference.welch(blocked, two, 0.95),
                    Difference.welch(one, two, 0.95)
                }) {
            assertThat(difference.halfWidth()).isNull();
            assertThat(difference.isSignificant()).isFalse();
        }
        assertThat(Difference.paired(blocked, two, 0.95).mean()).isInfinite();
    }

    @Test
    void claimsNothingOfADifferenceThatNeverVaries() {
        double[] two = {1, 2};
        double[] larger = {2, 3};
        double[] same = {1, 1};
        for (Difference difference :
                new Difference[] {
                    Difference.paired(larger, two, 0.95),
                    Difference.paired(two, two, 0.95),
                    Difference.welch(same, same, 0.95)
                }) {
            assertThat(difference.halfWidth()).isNull();
            assertThat(difference.isSignificant()).isFalse();
        }
        assertThat(Difference.paired(larger, two, 0.95).mean()).isEqualTo(1);
    }

    @Test
    void refusesWhatIsNoPair() {
        assertThatThrownBy(() -> Difference.paired(new double[] {1}, new double[] {1, 2}, 0.95))
                .hasMessage("1 and 2 observations, expected pairs");
        assertThatThrownBy(() -> Difference.paired(new double[0], new double[0], 0.95))
                .hasMessageContaining("expected pairs");
    }
}
