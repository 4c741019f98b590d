package dev.stowage.model;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A demand of a task on one attribute of the server that it runs on: {@code arch=x86}, {@code
 * kernel!=3}, {@code cores>8}.
 *
 * <p>{@code =} and {@code !=} compare text, character by character; a server without the attribute
 * is compared as if its value were empty, so that {@code kernel=} demands its absence and {@code
 * kernel!=3} holds without it. {@code <}, {@code >}, {@code <=} and {@code >=} compare numbers;
 * they don't hold on a server whose value is absent or not a number.
 *
 * <p>Source: the operators of the task constraints in Reiss, Wilkes and Hellerstein, Google
 * cluster-usage traces: format + schema (2011); comparison as text or as numbers: {@code
 * MachineConstraint} in {@code clusterdata_trace_format_v3.proto} (2020). That {@code <} and {@code
 * >} don't hold where there is no number is ours.
 *
 * @param name attribute, not blank
 * @param operator how the attribute is compared with {@code value}
 * @param value what it is compared with; may be empty for {@code =} and {@code !=}, else a number
 */
public record AttributePredicate(String name, Operator operator, String value)
        implements Comparable<AttributePredicate> {
    /** How an attribute is compared, with the operators' codes of the Google trace of 2011. */
    public enum Operator {
        /** The same text; code 0. */
        EQUAL("="),
        /** Another text; code 1. */
        NOT_EQUAL("!="),
        /** A smaller number; code 2. */
        LESS_THAN("<"),
        /** A larger number; code 3. */
        GREATER_THAN(">"),
        /** A smaller number, or the same; the trace of 2011 doesn't have it. */
        LESS_OR_EQUAL("<="),
        /** A larger number, or the same; the trace of 2011 doesn't have it. */
        GREATER_OR_EQUAL(">=");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** As it is written between name and value. */
        public String symbol() {
            return symbol;
        }

        /** True if it compares numbers and not text. */
        public boolean isNumeric() {
            return this != EQUAL && this != NOT_EQUAL;
        }
    }

    /** Bounded, and without exponent: exact comparison then costs a bounded time too. */
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,40}(\\.[0-9]{1,40})?");

    public AttributePredicate {
        Check.notBlank("name", name);
        if (operator.isNumeric() && !isNumber(value)) {
            throw new IllegalArgumentException(
                    "value = \"" + value + "\", expected a number after " + operator.symbol());
        }
    }

    /** True if {@code text} is what {@code <} and {@code >} take for a number: no exponent. */
    public static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** True if a server whose attribute has that value, or null if it has none, will do. */
    public boolean holdsFor(@Nullable String found) {
        return switch (operator) {
            case EQUAL -> value.equals(orEmpty(found));
            case NOT_EQUAL -> !value.equals(orEmpty(found));
            case LESS_THAN -> isNumber(orEmpty(found)) && compare(orEmpty(found)) < 0;
            case GREATER_THAN -> isNumber(orEmpty(found)) && compare(orEmpty(found)) > 0;
            case LESS_OR_EQUAL -> isNumber(orEmpty(found)) && compare(orEmpty(found)) <= 0;
            case GREATER_OR_EQUAL -> isNumber(orEmpty(found)) && compare(orEmpty(found)) >= 0;
        };
    }

    private static String orEmpty(@Nullable String found) {
        return found == null ? "" : found;
    }

    private int compare(String found) {
        return new BigDecimal(found).compareTo(new BigDecimal(value));
    }

    /** By name, then operator, then value. */
    @Override
    public int compareTo(AttributePredicate other) {
        int byName = name.compareTo(other.name);
        int byOperator = byName != 0 ? byName : operator.compareTo(other.operator);
        return byOperator != 0 ? byOperator : value.compareTo(other.value);
    }
}
