package dev.stowage.applications;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Correlations, components and importances against NumPy's, see {@code numpy_components.py}. */
class PrincipalComponentsTest {
    private static final Offset<Double> EXACT = within(1e-10);

    private static JsonNode numpy;
    private static double[][] rows;

    @BeforeAll
    static void makeTheMeasurementsOnceMore() throws IOException {
        try (InputStream in =
                PrincipalComponentsTest.class.getResourceAsStream("numpy-components.json")) {
            numpy = new ObjectMapper().readTree(in);
        }
        Uniforms random = new Uniforms(numpy.get("seed").asLong());
        rows = new double[numpy.get("rows").asInt()][];
        for (int i = 0; i < rows.length; i++) {
            double[] u = new double[8];
            for (int k = 0; k < u.length; k++) {
                u[k] = random.next();
            }
            rows[i] = measurement(u);
        }
    }

    private static double[] measurement(double[] u) {
        double[] row = new double[ExecutionFeature.values().length];
        Arrays.fill(row, Double.NaN);
        double cpu = u[0] * u[0];
        row[0] = cpu;
        row[1] = 0.5 * u[1] + 2 * cpu;
        row[2] = 1000 * u[2];
        row[3] = row[1] * (1 + 0.001 * u[3]);
        row[4] = u[5] >= 0.3 ? u[4] * u[2] : Double.NaN;
        row[5] = u[7] >= 0.45 ? 1e-6 * (u[6] + u[0]) : Double.NaN;
        return row;
    }

    private static FeatureObservations observations(int from, int to) {
        FeatureObservations observations = new FeatureObservations();
        for (int i = from; i < to; i++) {
            observations.add(rows[i]);
        }
        return observations;
    }

    private static void assertAsNumpy(FeatureObservations observations) {
        PrincipalComponents components = PrincipalComponents.of(observations);
        List<ExecutionFeature> features = components.features();
        assertThat(features).hasSize(6);
        List<Double> importances = components.importances();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                assertThat(observations.correlation(features.get(i), features.get(j)))
                        .isCloseTo(numpy.get("correlations").get(i).get(j).asDouble(), EXACT);
                assertThat(components.loadings().get(i).get(j))
                        .isCloseTo(numpy.get("loadings").get(i).get(j).asDouble(), within(1e-8));
            }
            assertThat(components.explained().get(i))
                    .isCloseTo(numpy.get("explained").get(i).asDouble(), EXACT);
            assertThat(importances.get(i))
                    .isCloseTo(numpy.get("importances").get(i).asDouble(), EXACT);
        }
    }

    @Test
    void agreesWithNumpy() {
        assertAsNumpy(observations(0, rows.length));
    }

    @Test
    void agreesWithNumpyIfPartsAreMerged() {
        FeatureObservations merged = new FeatureObservations();
        merged.merge(observations(0, 1));
        merged.merge(observations(1, 1700));
        merged.merge(new FeatureObservations());
        merged.merge(observations(1700, rows.length));
        assertThat(merged.measurements()).isEqualTo(rows.length);
        assertAsNumpy(merged);
    }

    @Test
    void sharesImportanceOutWhole() {
        PrincipalComponents components = PrincipalComponents.of(observations(0, 400));
        assertThat(components.importances().stream().mapToDouble(d -> d).sum()).isCloseTo(1, EXACT);
        assertThat(components.explained().stream().mapToDouble(d -> d).sum()).isCloseTo(1, EXACT);
    }

    /** Why importance takes the sizes of the loadings: with their squares it would say nothing. */
    @Test
    void wouldFindAllFeaturesEqualBySquaresOfLoadings() {
        FeatureObservations complete = new FeatureObservations();
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            double[] row = new double[ExecutionFeature.values().length];
            Arrays.fill(row, Double.NaN);
            double common = random.nextDouble();
            for (int k = 0; k < 5; k++) {
                row[k] = k * common + random.nextDouble();
            }
            complete.add(row);
        }
        PrincipalComponents components = PrincipalComponents.of(complete);
        for (int i = 0; i < 5; i++) {
            double sum = 0;
            for (int k = 0; k < 5; k++) {
                double loading = components.loadings().get(k).get(i);
                sum += components.explained().get(k) * loading * loading;
            }
            assertThat(sum).isCloseTo(0.2, EXACT);
        }
    }

    /** Knuth, MMIX. */
    private static final class Uniforms {
        private long state;

        Uniforms(long seed) {
            state = seed;
        }

        double next() {
            state = state * 6364136223846793005L + 1442695040888963407L;
            return (state >>> 11) * 0x1p-53;
        }
    }
}
