package dev.stowage.workflow.sweep.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.workflow.sweep.SamplePoints;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Sobol' indices against SALib and against the closed form of the Ishigami function. */
class SobolIndicesTest {
    private static final double A = 7;
    private static final double B = 0.1;

    @Test
    void areThoseOfSaLib() throws IOException {
        JsonNode fixture;
        try (InputStream in =
                SobolIndicesTest.class.getResourceAsStream(
                        "/dev/stowage/workflow/sweep/ishigami-salib.json")) {
            fixture = new ObjectMapper().readTree(in);
        }
        double[] y = fixture.get("y").valueStream().mapToDouble(JsonNode::doubleValue).toArray();
        int inputs = fixture.get("inputs").intValue();
        int rows = y.length / (inputs + 2);
        double[][] blocks = new double[inputs + 2][rows];
        for (int i = 0; i < y.length; i++) {
            blocks[i % (inputs + 2)][i / (inputs + 2)] = y[i];
        }
        double centre = Arrays.stream(y).average().orElseThrow();
        for (int k = 0; k < inputs; k++) {
            SobolIndices found =
                    SobolIndices.of(blocks[0], blocks[inputs + 1], blocks[k + 1], centre);
            assertThat(found.first().value())
                    .isCloseTo(fixture.get("first").get(k).doubleValue(), within(1e-12));
            assertThat(found.total().value())
                    .isCloseTo(fixture.get("total").get(k).doubleValue(), within(1e-12));
            assertThat(found.first().low()).isLessThan(found.first().high());
        }
    }

    /** Ishigami and Homma 1990; the variances in closed form in Sobol' and Levitan 1999. */
    @Test
    void areTheClosedFormOfIshigami() {
        double pi4 = Math.pow(Math.PI, 4);
        double pi8 = pi4 * pi4;
        double first = 0.5 * Math.pow(1 + B * pi4 / 5, 2);
        double second = A * A / 8;
        double both = B * B * pi8 * (1.0 / 18 - 1.0 / 50);
        double all = first + second + both;
        double[][] points = SamplePoints.forIndices("sobol", 4096, 3, 42);
        double[] y = Arrays.stream(points).mapToDouble(SobolIndicesTest::ishigami).toArray();
        double centre = Arrays.stream(y).average().orElseThrow();
        double[][] expected = {
            {first / all, (first + both) / all}, {second / all, second / all}, {0, both / all}
        };
        for (int k = 0; k < 3; k++) {
            SobolIndices found = SobolIndices.of(block(y, 0), block(y, 1), block(y, k + 2), centre);
            assertThat(found.first().value()).isCloseTo(expected[k][0], within(0.01));
            assertThat(found.total().value()).isCloseTo(expected[k][1], within(0.01));
            assertThat(expected[k][0]).isBetween(found.first().low(), found.first().high());
        }
    }

    private static double[] block(double[] y, int block) {
        return Arrays.copyOfRange(y, block * 4096, (block + 1) * 4096);
    }

    private static double ishigami(double[] point) {
        double x1 = angle(point[0]);
        double x2 = angle(point[1]);
        double x3 = angle(point[2]);
        return Math.sin(x1) + A * Math.sin(x2) * Math.sin(x2) + B * Math.pow(x3, 4) * Math.sin(x1);
    }

    private static double angle(double share) {
        return Math.PI * (2 * share - 1);
    }

    @Test
    void areNotNumbersWhereNothingVaries() {
        double[] same = {3, 3, 3, 3};
        SobolIndices found = SobolIndices.of(same, same, same, 3);
        assertThat(found.first().value()).isNaN();
        assertThat(found.total().low()).isNaN();
    }
}
