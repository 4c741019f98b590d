package dev.stowage.ingest.csv;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a column of tasks is made of those of the user's file: {@code (column - minus - epoch) *
 * factor * unit}, exactly; or a constant; or a word by another one.
 *
 * @param target what it becomes
 * @param column of the file; null for a constant
 * @param minus another column, which is subtracted
 * @param epoch what 0 is in the unit of the column, or seconds since 1970 for moments
 * @param factor what it is multiplied with, its unit included
 * @param isMoment true if values are moments in ISO 8601
 * @param constant what every row has; null for a column
 * @param words what texts of the column become; a text that is none of them stays as it is
 * @param otherwise what all other texts become
 */
record MappedColumn(
        CsvColumn target,
        @Nullable String column,
        @Nullable String minus,
        BigDecimal epoch,
        BigDecimal factor,
        boolean isMoment,
        @Nullable String constant,
        Map<String, String> words,
        @Nullable String otherwise) {
    /** Bounded, so that exact arithmetic costs a bounded time. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?[0-9]{1,30}(\\.[0-9]{1,30})?([eE][+-]?[0-9]{1,2})?");

    MappedColumn {
        words = Map.copyOf(words);
    }

    /**
     * The value of a row as a CSV has it; empty if it is absent. What is not a number is given as
     * it is, so that the row is refused for what it says.
     *
     * @param row the values of the source by column; null if absent
     */
    String value(Function<String, @Nullable String> row) {
        if (constant != null || column == null) {
            return constant == null ? "" : constant;
        }
        String text = row.apply(column);
        if (text == null || text.isEmpty()) {
            return "";
        }
        String word = words.getOrDefault(text, otherwise);
        if (word != null) {
            return word;
        }
        return Unit.labels(target).isEmpty() ? text : scaled(text, row);
    }

    private String scaled(String text, Function<String, @Nullable String> row) {
        BigDecimal value = number(text);
        String other = minus == null ? "0" : row.apply(minus);
        if (other == null || other.isEmpty()) {
            return "";
        }
        BigDecimal subtracted = minus == null ? BigDecimal.ZERO : number(other);
        if (value == null || subtracted == null) {
            return value == null ? text : other;
        }
        BigDecimal result = value.subtract(subtracted).subtract(epoch).multiply(factor);
        return result.signum() == 0 ? "0" : result.stripTrailingZeros().toPlainString();
    }

    private @Nullable BigDecimal number(String text) {
        if (isMoment) {
            try {
                Instant moment = OffsetDateTime.parse(text).toInstant();
                return BigDecimal.valueOf(moment.getEpochSecond())
                        .add(BigDecimal.valueOf(moment.getNano(), 9));
            } catch (DateTimeException e) {
                return null; // the row is bad
            }
        }
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }
}
