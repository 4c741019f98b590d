package dev.stowage.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.forecast.ets.Errors;
import dev.stowage.forecast.ets.EtsFit;
import dev.stowage.forecast.ets.EtsForm;
import dev.stowage.forecast.ets.EtsModel;
import dev.stowage.forecast.ets.EtsParameters;
import dev.stowage.forecast.ets.EtsState;
import dev.stowage.forecast.ets.Trend;
import dev.stowage.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** Held against statsmodels' ETSModel; see {@code ets_reference.py}. */
class EtsReferenceTest {
    private static final double RELATIVE = 1e-8;

    /** Variances of relative errors are those of 20,000 simulated futures: 1 % standard error. */
    private static final double SIMULATED = 0.05;

    /** A fit may be worse than the other tool's by so much; most are better. */
    private static final double LOG_LIKELIHOOD = 0.01;

    private static List<JsonNode> cases() throws IOException {
        try (InputStream in = EtsReferenceTest.class.getResourceAsStream("ets-reference.json")) {
            List<JsonNode> cases = new ArrayList<>();
            Json.mapper().readTree(in).get("cases").forEach(cases::add);
            return cases;
        }
    }

    private static EtsForm form(JsonNode each) {
        return new EtsForm(
                Trend.valueOf(each.get("trend").asText()),
                each.get("period").asInt(),
                Errors.valueOf(each.get("errors").asText()));
    }

    private static double[] numbers(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .mapToDouble(JsonNode::doubleValue)
                .toArray();
    }

    private static EtsModel given(JsonNode each) {
        EtsParameters parameters =
                new EtsParameters(
                        each.get("alpha").asDouble(),
                        each.get("beta").asDouble(),
                        each.get("gamma").asDouble(),
                        each.get("phi").asDouble());
        EtsState state =
                new EtsState(
                        each.get("level").asDouble(),
                        each.get("slope").asDouble(),
                        numbers(each.get("season")));
        return EtsModel.of(form(each), parameters, state, numbers(each.get("values")));
    }

    private static void same(double[] actual, double[] expected, double size, String what) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < actual.length; i++) {
            assertThat(actual[i])
                    .as(what + " " + i)
                    .isCloseTo(expected[i], within(RELATIVE * size));
        }
    }

    @Test
    void runsAsStatsmodelsDoes() throws IOException {
        for (JsonNode each : cases()) {
            EtsModel model = given(each);
            JsonNode fixed = each.get("fixed");
            double[] means = numbers(fixed.get("means"));
            double[] variances = numbers(fixed.get("variances"));
            double variance = fixed.get("variance").asDouble();
            String label = model.form().label();
            double size = Math.abs(means[0]);
            same(model.errors(), numbers(fixed.get("errors")), size, label + " error");
            same(model.means(means.length), means, size, label + " forecast");
            assertThat(model.logLikelihood())
                    .as(label)
                    .isCloseTo(
                            fixed.get("logLikelihood").asDouble(),
                            within(RELATIVE * Math.abs(model.logLikelihood())));
            assertThat(model.squares() / model.errors().length)
                    .isCloseTo(variance, within(RELATIVE * variance));
            double near = model.form().isRelative() ? SIMULATED : RELATIVE;
            double[] own = model.variances(Math.sqrt(variance), variances.length);
            for (int h = 0; h < own.length; h++) {
                assertThat(own[h])
                        .as(label + " variance " + h)
                        .isCloseTo(variances[h], within(near * variances[h]));
            }
        }
    }

    @Test
    void fitsAtLeastAsWell() throws IOException {
        for (JsonNode each : cases()) {
            EtsModel model = EtsFit.of(numbers(each.get("values")), form(each));
            assertThat(model.logLikelihood())
                    .as(model.form().label())
                    .isGreaterThan(each.get("fit").asDouble() - LOG_LIKELIHOOD)
                    .isGreaterThanOrEqualTo(given(each).logLikelihood() - LOG_LIKELIHOOD);
        }
    }
}
