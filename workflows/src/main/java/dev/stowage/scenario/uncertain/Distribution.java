package dev.stowage.scenario.uncertain;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TriangularDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/** What is known of an uncertain setting: {@code {normal: [1.2, 0.05]}}. */
public final class Distribution {
    /** The distributions and their parameters, for messages. */
    public static final String FORM =
            "one of normal: [mean, deviation], lognormal: [mean of the log, its deviation],"
                    + " uniform: [low, high], triangular: [low, mode, high], exponential: [mean],"
                    + " integer: [low, high]";

    private static final Map<String, Integer> PARAMETERS =
            Map.of(
                    "normal",
                    2,
                    "lognormal",
                    2,
                    "uniform",
                    2,
                    "triangular",
                    3,
                    "exponential",
                    1,
                    "integer",
                    2);
    private static final MathContext DIGITS = new MathContext(6);

    private final String name;
    private final List<Double> parameters;
    private final ContinuousDistribution curve;

    private Distribution(String name, List<Double> parameters) {
        this.name = name;
        this.parameters = parameters;
        this.curve = curve();
    }

    /** True if a value under {@code vary} is a distribution and no named alternatives. */
    public static boolean isMeant(JsonNode given) {
        return given.isObject()
                && given.size() == 1
                && given.properties().iterator().next().getValue().isArray();
    }

    /** The distribution; empty if its name or its parameters are wrong. */
    public static Optional<Distribution> of(JsonNode given) {
        var entry = given.properties().iterator().next();
        List<Double> parameters =
                entry.getValue()
                        .valueStream()
                        .filter(JsonNode::isNumber)
                        .map(JsonNode::doubleValue)
                        .toList();
        Integer expected = PARAMETERS.get(entry.getKey());
        if (expected == null
                || expected != parameters.size()
                || expected != entry.getValue().size()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Distribution(entry.getKey(), parameters));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // a deviation below 0, a mode outside
        }
    }

    private ContinuousDistribution curve() {
        double first = parameters.get(0);
        return switch (name) {
            case "normal" -> NormalDistribution.of(first, parameters.get(1));
            case "lognormal" -> LogNormalDistribution.of(first, parameters.get(1));
            case "uniform" -> UniformContinuousDistribution.of(first, parameters.get(1));
            case "integer" -> integers(first, parameters.get(1));
            case "triangular" ->
                    TriangularDistribution.of(first, parameters.get(1), parameters.get(2));
            default -> ExponentialDistribution.of(first);
        };
    }

    private static ContinuousDistribution integers(double low, double high) {
        if (low != Math.rint(low) || high != Math.rint(high)) {
            throw new IllegalArgumentException("bounds " + low + ", " + high + " are not whole");
        }
        return UniformContinuousDistribution.of(low, high + 1);
    }

    /** The value below which a share of all values lies, to six digits. */
    public BigDecimal quantile(double share) {
        double value = curve.inverseCumulativeProbability(share);
        return name.equals("integer")
                ? BigDecimal.valueOf(Math.floor(Math.min(value, parameters.get(1))))
                : new BigDecimal(value).round(DIGITS);
    }

    /** As it is written. */
    public Map<String, List<Double>> asWritten() {
        return Map.of(name, parameters);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Distribution that && that.asWritten().equals(asWritten());
    }

    @Override
    public int hashCode() {
        return asWritten().hashCode();
    }

    @Override
    public String toString() {
        return name + " " + parameters;
    }
}
