package dev.stowage.ingest.listed;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.format.JobSample;
import dev.stowage.ingest.quarantine.BadRow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A row of a table by our names of its columns; what is empty or not there is absent.
 *
 * @param line in its file, from 1
 * @param places where the columns stand
 * @param values in the order of the file
 */
public record ListedRow(long line, Map<String, Integer> places, List<String> values) {
    /** The text of a column; empty if it is absent. */
    public String text(String column) {
        Integer place = places.get(column);
        return place == null || place >= values.size() ? "" : values.get(place).strip();
    }

    /** The text of a column that every row must have. */
    public String required(String column) throws BadRecordException {
        String text = text(column);
        if (text.isEmpty()) {
            throw new BadRecordException(BadRow.MISSING_VALUE, "no " + column);
        }
        return text;
    }

    /** True if the column is there and not empty. */
    public boolean has(String column) {
        return !text(column).isEmpty();
    }

    /** A number times a factor, as a whole one of at least 0; absent if the text is. */
    public long amount(String column, BigDecimal factor) throws BadRecordException {
        String text = text(column);
        return text.isEmpty() ? ABSENT : Amount.of(column, text, factor);
    }

    /** The same of a column that every row must have. */
    public long requiredAmount(String column, BigDecimal factor) throws BadRecordException {
        return Amount.of(column, required(column), factor);
    }

    /** A word that must be UTF-8 without control characters, as names are. */
    public String name(String column) throws BadRecordException {
        return CleanName.of(column, required(column));
    }

    /** A hash of what the columns of the table say, whatever the form of whole numbers. */
    long content() {
        long sum = 0;
        for (Map.Entry<String, Integer> place : places.entrySet()) {
            String value = text(place.getKey());
            String plain = value.endsWith(".0") ? value.substring(0, value.length() - 2) : value;
            byte[] bytes = (place.getKey() + "=" + plain).getBytes(StandardCharsets.UTF_8);
            sum += JobSample.mixed(JobSample.hash(bytes, 0, bytes.length));
        }
        return JobSample.mixed(sum);
    }

    /** The whole row, for whoever looks for it. */
    @Override
    public String toString() {
        return String.join(",", values);
    }
}
