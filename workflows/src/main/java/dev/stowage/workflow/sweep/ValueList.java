package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of an axis: a list, or a range as text. {@code 1..5} is 1, 2, 3, 4, 5; {@code 0..1 by
 * 0.25} has another step; {@code log 1..100 by 5} multiplies: 1, 5, 25. Both ends belong to a range
 * if a step falls on them; the sums and products are exact.
 */
final class ValueList {
    /** How a range is written, for messages. */
    static final String FORM = "a list, or a range as 1..5, 0..1 by 0.25 or log 1..100 by 5";

    private static final int MOST = 1_000_000;
    private static final String NUMBER = "([-+]?[0-9]+(?:\\.[0-9]+)?)";
    private static final Pattern RANGE =
            Pattern.compile(
                    "\\s*(log\\s+)?"
                            + NUMBER
                            + "\\s*\\.\\.\\s*"
                            + NUMBER
                            + "(?:\\s+by\\s+"
                            + NUMBER
                            + ")?\\s*");

    private ValueList() {}

    /** The values; empty if they are neither a list with entries nor a range. */
    static Optional<List<JsonNode>> of(JsonNode given) {
        if (given.isArray() && !given.isEmpty()) {
            return Optional.of(given.valueStream().toList());
        }
        if (!given.isTextual()) {
            return given.isValueNode() ? Optional.of(List.of(given)) : Optional.empty();
        }
        Matcher range = RANGE.matcher(given.textValue());
        return range.matches() ? range(range) : Optional.empty();
    }

    private static Optional<List<JsonNode>> range(Matcher range) {
        boolean isLog = range.group(1) != null;
        BigDecimal from = new BigDecimal(range.group(2));
        BigDecimal to = new BigDecimal(range.group(3));
        if (isLog && range.group(4) == null) {
            return Optional.empty();
        }
        BigDecimal by = range.group(4) == null ? BigDecimal.ONE : new BigDecimal(range.group(4));
        boolean grows =
                isLog ? by.compareTo(BigDecimal.ONE) > 0 && from.signum() > 0 : by.signum() > 0;
        if (!grows || from.compareTo(to) > 0) {
            return Optional.empty();
        }
        List<JsonNode> values = new ArrayList<>();
        for (BigDecimal at = from;
                at.compareTo(to) <= 0;
                at = isLog ? at.multiply(by) : at.add(by)) {
            if (values.size() == MOST) {
                return Optional.empty();
            }
            values.add(node(at));
        }
        return Optional.of(values);
    }

    /** A number in its plainest form: whole numbers are whole. */
    static JsonNode node(BigDecimal value) {
        BigDecimal plain = value.stripTrailingZeros();
        return plain.scale() <= 0
                ? LongNode.valueOf(plain.longValueExact())
                : DecimalNode.valueOf(plain);
    }
}
