package dev.stowage.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Held to scikit-learn; the fixture names tool, version and command. */
class GaussianProcessTest {
    static JsonNode fixture(String file) throws IOException {
        try (InputStream in = GaussianProcessTest.class.getResourceAsStream(file)) {
            return new ObjectMapper().readTree(in);
        }
    }

    static double[] numbers(JsonNode list) {
        double[] numbers = new double[list.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = list.get(i).doubleValue();
        }
        return numbers;
    }

    static double[][] rows(JsonNode list) {
        double[][] rows = new double[list.size()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = numbers(list.get(i));
        }
        return rows;
    }

    @Test
    void agreesWithScikitLearnInMeanDeviationLikelihoodAndImprovement() throws IOException {
        JsonNode cases = fixture("gaussian-process.json").get("cases");
        assertThat(cases).hasSize(4);
        for (JsonNode each : cases) {
            GaussianProcess process =
                    new GaussianProcess(
                            rows(each.get("points")),
                            numbers(each.get("values")),
                            numbers(each.get("lengths")),
                            each.get("noise").doubleValue(),
                            each.get("variance").doubleValue());
            assertThat(process.logLikelihood())
                    .isCloseTo(each.get("logLikelihood").doubleValue(), within(1e-6));
            double[] found = new double[2];
            for (int i = 0; i < each.get("at").size(); i++) {
                process.predict(numbers(each.get("at").get(i)), found);
                assertThat(found[0]).isCloseTo(each.get("mean").get(i).doubleValue(), within(1e-6));
                assertThat(found[1])
                        .isCloseTo(each.get("deviation").get(i).doubleValue(), within(1e-6));
                JsonNode improvement = each.get("logImprovement").get(i);
                double ours =
                        ExpectedImprovement.log(each.get("best").doubleValue(), found[0], found[1]);
                if (improvement.isNull()) { // too small for a double
                    assertThat(ours).isFinite().isLessThan(-700);
                } else {
                    assertThat(ours).isCloseTo(improvement.doubleValue(), within(1e-3));
                }
            }
        }
    }

    @Test
    void comparesImprovementsTooSmallForADouble() {
        double near = ExpectedImprovement.log(0, 50, 1);
        double far = ExpectedImprovement.log(0, 60, 1);
        assertThat(near).isFinite().isGreaterThan(far);
        assertThat(ExpectedImprovement.log(0, 5.999, 1))
                .isCloseTo(ExpectedImprovement.log(0, 6.001, 1), within(0.05));
    }

    /** SciPy 1.17.1, {@code scipy.stats.norm.logcdf}. */
    @Test
    void knowsTheProbabilityToStayWithinABoundAlsoFarBelowIt() {
        double[][] expected = {
            {-20, -203.9171553710973},
            {-8, -35.01343715991456},
            {-6.5, -23.938149495161845},
            {-5, -15.064998393988727},
            {0, -0.6931471805599453},
            {3, -0.0013508099647481925}
        };
        for (double[] each : expected) {
            assertThat(ExpectedImprovement.logWithin(1 + 2 * each[0], 1, 2))
                    .isCloseTo(each[1], within(1e-4));
        }
        assertThat(ExpectedImprovement.logWithin(1, 1, 0)).isZero();
    }
}
