package dev.stowage.ingest.quarantine;

/** Why a row is bad: the reasons by which quarantined rows are counted. */
public enum BadRow {
    COLUMN_COUNT("column-count", "another number of columns than the table has"),
    NOT_CSV("not-csv", "a quote in a row is never closed"),
    NOT_JSON("not-json", "a line that is not one JSON object"),
    WRONG_TYPE("wrong-type", "a value of another type than the column has"),
    MISSING_VALUE("missing-value", "a value that every row must have is empty"),
    NOT_A_NUMBER("not-a-number", "a number is written with other characters"),
    PRECISION_LOST(
            "precision-lost",
            "an ID or a time is written rounded, as 1.68846E+11: its last digits are lost"),
    NOT_TEXT("not-text", "a name with bytes that are not UTF-8, or with control characters"),
    NEGATIVE("negative", "a time, an ID or an amount lies below 0"),
    OUT_OF_RANGE("out-of-range", "a value lies outside the range that the format allows"),
    UNKNOWN_WORD("unknown-word", "a word that the format does not have in that column"),
    UNKNOWN_EVENT("unknown-event", "an event type that the format does not have"),
    TIME_GOES_BACK("time-goes-back", "an event lies before the previous one of its task or job"),
    END_BEFORE_START("end-before-start", "it ends before it starts, or has ended at no time"),
    DUPLICATE("duplicate", "a second row about what can only have one"),
    UNSORTED("unsorted", "a row is submitted before the row above it"),
    UNKNOWN_CLASS("unknown-class", "a class that is neither batch nor user-facing"),
    MALFORMED_CONSTRAINT("malformed-constraint", "a placement constraint is written wrongly");

    private final String label;
    private final String meaning;

    BadRow(String label, String meaning) {
        this.label = label;
        this.meaning = meaning;
    }

    /** Its name in {@code quarantine.csv} and {@code manifest.json}. */
    public String label() {
        return label;
    }

    /** What it means, for the documentation. */
    public String meaning() {
        return meaning;
    }
}
