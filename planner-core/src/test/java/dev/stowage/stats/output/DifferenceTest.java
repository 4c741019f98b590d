package dev.stowage.stats.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
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
            double level = each.get("level").doubleValue();
            Difference difference =
                    Difference.paired(
                            numbers(each.get("first")), numbers(each.get("second")), level);
            MedianInterval interval = difference.differences();
            assertThat(difference.mean()).isCloseTo(each.get("mean").doubleValue(), within(1e-9));
            assertThat(interval.median()).isCloseTo(each.get("median").doubleValue(), within(1e-9));
            assertThat(difference.more()).isEqualTo(each.get("more").intValue());
            assertThat(difference.less()).isEqualTo(each.get("less").intValue());
            assertThat(interval.lower()).isEqualTo(number(each.get("low")));
            assertThat(interval.upper()).isEqualTo(number(each.get("high")));
            Double pValue = number(each.get("pValue"));
            if (pValue == null) {
                assertThat(difference.pValue()).isNull();
            } else {
                assertThat(difference.pValue()).isCloseTo(pValue, within(1e-9 * pValue));
            }
            compared++;
        }
        assertThat(compared).isEqualTo(36);
    }

    private static Double number(JsonNode node) {
        return node.isNull() ? null : Double.valueOf(node.doubleValue());
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
    void seesThroughCommonLuck() {
        RandomGenerator random = Seeds.stream(7, "luck", 0);
        double[] first = new double[20];
        double[] second = new double[20];
        for (int i = 0; i < first.length; i++) {
            double luck = 100 * random.nextDouble();
            first[i] = luck + random.nextDouble();
            second[i] = luck + random.nextDouble() - 2;
        }
        assertThat(Difference.paired(first, second, 0.99).isSignificant()).isTrue();
        Arrays.sort(first); // other pairs: no common luck
        assertThat(Difference.paired(first, second, 0.99).isSignificant()).isFalse();
    }

    @Test
    void isSeldomSignificantWhereRareDisastersHaveTheSameMean() {
        int significant = 0;
        for (int run = 0; run < 2000; run++) {
            RandomGenerator random = Seeds.stream(8, "disasters", run);
            double[] first = new double[20];
            double[] second = new double[20];
            Arrays.setAll(first, i -> random.nextDouble() < 0.1 ? 100 * random.nextDouble() : 0);
            Arrays.setAll(second, i -> random.nextDouble() < 0.1 ? 100 * random.nextDouble() : 0);
            significant += Difference.paired(first, second, 0.95).isSignificant() ? 1 : 0;
        }
        assertThat(significant).isLessThan(100);
    }

    @Test
    void isNotSignificantWhereTheMeanAndMostPairsDisagree() {
        double[] disaster = new double[20];
        double[] slower = new double[20];
        Arrays.fill(slower, 1);
        disaster[7] = 1000;
        Difference difference = Difference.paired(disaster, slower, 0.95);
        assertThat(difference.mean()).isPositive();
        assertThat(difference.less()).isEqualTo(19);
        assertThat(difference.isSignificant()).isFalse();
    }

    @Test
    void countsInfiniteObservationsLikeOthers() {
        double never = Double.POSITIVE_INFINITY;
        double[] blocked = {1, never, never, never, never, never, never, never};
        double[] finite = {1, 2, 3, 4, 5, 6, 7, never};
        Difference difference = Difference.paired(blocked, finite, 0.95);
        assertThat(difference.more()).isEqualTo(6);
        assertThat(difference.mean()).isInfinite();
        assertThat(difference.isSignificant()).isTrue();
        assertThat(Difference.paired(blocked, blocked, 0.95).pValue()).isNull();
    }

    @Test
    void claimsNothingFromFewPairs() {
        double[] larger = {2, 3, 4, 5, 6};
        double[] smaller = {1, 2, 3, 4, 5};
        Difference difference = Difference.paired(larger, smaller, 0.95);
        assertThat(difference.isSignificant()).isFalse();
        assertThat(difference.differences().lower()).isNull();
    }

    @Test
    void refusesWhatIsNoPair() {
        assertThatThrownBy(() -> Difference.paired(new double[] {1}, new double[] {1, 2}, 0.95))
                .hasMessage("1 and 2 observations, expected pairs");
        assertThatThrownBy(() -> Difference.paired(new double[0], new double[0], 0.95))
                .hasMessageContaining("expected pairs");
    }
}
