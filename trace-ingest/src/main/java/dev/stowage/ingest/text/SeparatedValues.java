package dev.stowage.ingest.text;

/**
 * The values of one line, one after another, as positions. A value may stand between quotes, with a
 * quote in it doubled; it holds no line break. Blanks around a value don't belong to it. A quote
 * that does not open a value is a character like any other.
 *
 * <p>Hot, as {@link RowScanner}; one instance reads any number of lines.
 */
public final class SeparatedValues {
    /** What is wrong with a value that can't be told from what follows it. */
    public static final String OPEN_QUOTE =
            "a quote that opens a value and is not closed at its end, in the same line";

    private final byte separator;
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int first;
    private int last;
    private boolean isDoubled;

    /** Stands before no line. */
    public SeparatedValues(byte separator) {
        this.separator = separator;
    }

    /** Stands before the first value of the line {@code [start, end)}, without its end. */
    public void begin(byte[] text, int start, int lineEnd) {
        bytes = text;
        at = start;
        end = lineEnd;
    }

    /** True if there is another value; an empty line has one. */
    public boolean hasNext() {
        return at <= end;
    }

    /** Moves to the next value; false if its quote is not closed, which ends the line. */
    public boolean next() {
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
        first = at;
        isDoubled = false;
        if (at < end && bytes[at] == '"') {
            return quoted();
        }
        while (at < end && bytes[at] != separator) {
            at++;
        }
        last = at++;
        while (last > first && isBlank(bytes[last - 1])) {
            last--;
        }
        return true;
    }

    private boolean quoted() {
        first = ++at;
        while (at < end && (bytes[at] != '"' || (at + 1 < end && bytes[at + 1] == '"'))) {
            isDoubled |= bytes[at] == '"';
            at += bytes[at] == '"' ? 2 : 1;
        }
        last = at++;
        while (at < end && isBlank(bytes[at])) {
            at++;
        }
        boolean isClosed = last < end && (at >= end || bytes[at] == separator);
        at++;
        return isClosed;
    }

    private boolean isBlank(byte value) {
        return (value == ' ' || value == '\t') && value != separator;
    }

    /** Where the value begins, behind its quote. */
    public int first() {
        return first;
    }

    /** Where it ends, exclusive. */
    public int last() {
        return last;
    }

    /** True if each quote in it stands for one and is there twice. */
    public boolean hasDoubledQuotes() {
        return isDoubled;
    }
}
