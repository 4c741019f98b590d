package dev.stowage.ingest.csv;

import java.math.BigDecimal;
import java.time.Instant;
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
 * @param epoch what 0 is in the unit of the column; not used for moments, see {@link WallClock}
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
     * @param clock that moments are read by
     */
    String value(Function<String, @Nullable String> row, WallClock clock) {
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
        if (Unit.labels(target).isEmpty()) {
            return text;
        }
        String other = minus == null ? "0" : row.apply(minus);
        if (other == null || other.isEmpty()) {
            return "";
        }
        return isMoment ? timeBetween(text, other, clock) : scaled(text, other);
    }

    private String scaled(String text, String other) {
        BigDecimal value = number(text);
        BigDecimal subtracted = minus == null ? BigDecimal.ZERO : number(other);
        if (value == null || subtracted == null) {
            return value == null ? text : other;
        }
        return plain(value.subtract(subtracted).subtract(epoch).multiply(factor));
    }

    /** Seconds from another moment, or from time 0. */
    private String timeBetween(String text, String other, WallClock clock) {
        if (minus == null) {
            Instant moment = clock.read(text);
            return moment == null ? text : seconds(clock.submittedAt(moment), moment);
        }
        Instant start = clock.read(other);
        if (start == null) {
            return other;
        }
        Instant moment = clock.read(text, start);
        return moment == null ? text : seconds(start, moment);
    }

    private String seconds(Instant from, Instant to) {
        BigDecimal whole = BigDecimal.valueOf(to.getEpochSecond() - from.getEpochSecond());
        BigDecimal part = BigDecimal.valueOf((long) to.getNano() - from.getNano(), 9);
        return plain(whole.add(part).multiply(factor));
    }

    private static String plain(BigDecimal result) {
        return result.signum() == 0 ? "0" : result.stripTrailingZeros().toPlainString();
    }

    private static @Nullable BigDecimal number(String text) {
        return NUMBER.matcher(text).matches() ? new BigDecimal(text) : null;
    }
}
