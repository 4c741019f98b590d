package dev.stowage.ingest.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.ingest.quarantine.BadRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A demand on one label, as selectors of nodes and pods have them.
 *
 * @param key name of the label
 * @param operator what is demanded
 * @param values of {@code IN} and {@code NOT_IN} any number; of {@code GREATER} and {@code LESS} a
 *     whole number; else none
 */
record LabelExpression(String key, Operator operator, List<String> values) {
    /** What may be demanded of a label. */
    enum Operator {
        IN("In"),
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        ABSENT("DoesNotExist"),
        GREATER("Gt"),
        LESS("Lt");

        private final String word;

        Operator(String word) {
            this.word = word;
        }

        static Operator of(String word) throws BadObjectException {
            for (Operator operator : values()) {
                if (operator.word.equals(word)) {
                    return operator;
                }
            }
            throw new BadObjectException(
                    BadRow.UNKNOWN_WORD, "operator \"" + word + "\" of a selector");
        }
    }

    LabelExpression {
        values = List.copyOf(values);
    }

    /** That a label has a value. */
    static LabelExpression is(String key, String value) {
        return new LabelExpression(key, Operator.IN, List.of(value));
    }

    /**
     * Reads {@code {key: …, operator: …, values: […]}}.
     *
     * @throws BadObjectException if there is no key, no known operator, or no number to compare
     */
    static LabelExpression of(JsonNode json) throws BadObjectException {
        List<String> values = new ArrayList<>();
        json.path("values").forEach(value -> values.add(value.asText()));
        Operator operator = Operator.of(json.path("operator").asText());
        boolean isNumeric = operator == Operator.GREATER || operator == Operator.LESS;
        if (isNumeric && (values.size() != 1 || number(values.get(0)).isEmpty())) {
            throw new BadObjectException(
                    BadRow.NOT_A_NUMBER, "operator " + operator.word + " with " + values);
        }
        return new LabelExpression(Pod.required(json, "key"), operator, values);
    }

    /** Reads all of a list. */
    static List<LabelExpression> all(JsonNode list) throws BadObjectException {
        List<LabelExpression> all = new ArrayList<>();
        for (JsonNode each : list) {
            all.add(of(each));
        }
        return all;
    }

    /** Reads {@code matchLabels} and {@code matchExpressions}. */
    static List<LabelExpression> ofSelector(JsonNode selector) throws BadObjectException {
        List<LabelExpression> all = new ArrayList<>();
        selector.path("matchLabels")
                .properties()
                .forEach(label -> all.add(is(label.getKey(), label.getValue().asText())));
        all.addAll(all(selector.path("matchExpressions")));
        return all;
    }

    /** True if it holds for an object with these labels. */
    boolean holdsFor(Map<String, String> labels) {
        @Nullable String found = labels.get(key);
        return switch (operator) {
            case IN -> found != null && values.contains(found);
            case NOT_IN -> found == null || !values.contains(found);
            case EXISTS -> found != null;
            case ABSENT -> found == null;
            case GREATER -> compare(found) > 0;
            case LESS -> compare(found) < 0;
        };
    }

    /** How a label compares with the number; 0 if it is none. */
    private int compare(@Nullable String found) {
        Optional<Long> number = found == null ? Optional.empty() : number(found);
        return number.map(n -> n.compareTo(number(values.get(0)).orElse(n))).orElse(0);
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.valueOf(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** As a person would say it: {@code zone in (a, b)}. */
    @Override
    public String toString() {
        String all = "(" + String.join(", ", values) + ")";
        return switch (operator) {
            case IN -> key + " in " + all;
            case NOT_IN -> key + " not in " + all;
            case EXISTS -> key + " exists";
            case ABSENT -> key + " absent";
            case GREATER -> key + " above " + values.get(0);
            case LESS -> key + " below " + values.get(0);
        };
    }
}
