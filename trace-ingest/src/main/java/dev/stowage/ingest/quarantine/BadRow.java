package dev.stowage.ingest.quarantine;

/** Why a row is bad: the reasons by which quarantined rows are counted. */
public enum BadRow implements RowReason {
    COLUMN_COUNT("another number of columns than the table has"),
    NOT_CSV("a quote that opens a value is not closed at its end, in the same line"),
    NOT_JSON("a line that is not one JSON object"),
    WRONG_TYPE("a value of another type than the column has"),
    MISSING_VALUE("a value that every row must have is empty"),
    NOT_A_NUMBER("a number is written with other characters"),
    PRECISION_LOST("an ID or a time is written rounded, as 1.68846E+11: its last digits are lost"),
    NOT_TEXT("a name with bytes that are not UTF-8, or with control characters"),
    NEGATIVE("a time, an ID or an amount lies below 0"),
    OUT_OF_RANGE("a value lies outside the range that the format allows"),
    UNKNOWN_WORD("a word that the format does not have in that column"),
    UNKNOWN_EVENT("an event type that the format does not have"),
    TIME_GOES_BACK("an event lies before the previous one of its task or job"),
    END_BEFORE_START("it ends before it starts, or has ended at no time"),
    DUPLICATE("a second row about what can only have one"),
    UNSORTED("a row is submitted before the row above it"),
    UNKNOWN_CLASS("a class that is neither batch nor user-facing"),
    MALFORMED_CONSTRAINT("a placement constraint is written wrongly");

    private final String meaning;

    BadRow(String meaning) {
        this.meaning = meaning;
    }

    @Override
    public String meaning() {
        return meaning;
    }
}
