package dev.stowage.ingest.source;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;
import static dev.stowage.ingest.canonical.CanonicalTable.MICROS_PER_SECOND;

import dev.stowage.basis.DecimalText;
import dev.stowage.basis.Digits;
import dev.stowage.ingest.quarantine.BadRow;
import dev.stowage.ingest.schema.Field;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.text.RowScanner;
import dev.stowage.ingest.text.TextCheck;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.ingest.text.WholeNumber;
import dev.stowage.model.Resources;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a row into one long each: absent ones as {@code ABSENT}, texts as their place
 * in the block, numbers as the bits of a double.
 *
 * <p>Hot: called for every field of a trace; no object but for a bad row.
 */
public final class FieldReader {
    /**
     * What 1.0 of the largest disk stands for. The format does not say how large it is, nor does
     * the user; 1 GiB keeps fractions readable.
     */
    public static final long DISK_UNIT_BYTES = Resources.BYTES_PER_GIB;

    private static final long MICRO_CORES_PER_PERCENT = Resources.MICRO_CORES_PER_CORE / 100;
    private static final long MICRO_CORES_PER_MILLI_CORE = Resources.MICRO_CORES_PER_CORE / 1000;
    private static final long BYTES_PER_MIB = 1L << 20;
    private static final long BYTES_PER_KIB = 1L << 10;

    /** Has a letter, and is neither a number nor a word for none. */
    private static final Pattern NAME =
            Pattern.compile(
                    "(?!\\W*(?i:nan|null|none|na|n/a|inf|infinity|true|false)\\W*$)"
                            + "(?![-+]?[.0-9]+([eE][-+]?[0-9]+)?$).*\\p{L}.*");

    private static final int LENGTH_BITS = 21; // a line has at most 2^20 bytes
    private static final int MAX_SHOWN = 80;

    /** Beyond it a number of a tool that only knows doubles may be another one. */
    private static final long EXACT = 1L << 53;

    private static final byte ANY = 0;
    private static final byte WHOLE = 1;
    private static final byte SCALED = 2;
    private static final byte NOTHING = 3;
    private static final long LOOK_CLOSER = -1; // no value of a field that has a shortcut

    private final Field[] fields;
    private final Field.Kind[] kinds;
    private final byte[][][] spellings; // of the words of each field
    private final boolean[] isMinusOneAbsent;
    private final int minFields;
    private final byte[] forms; // of the fields: which shortcut reads them
    private final long[] highs; // largest values that shortcuts read
    private final long[] units; // of SCALED ones
    private final long[] empties; // values of empty ones
    private final Resources machine;
    private @Nullable BadRow badRow;
    private int badField;
    private String badValue = "";

    /**
     * For the rows of a table.
     *
     * @param machine what 1.0 of a normalised resource stands for
     */
    public FieldReader(SourceSchema table, Resources machine) {
        fields = table.fields().toArray(new Field[0]);
        kinds = table.fields().stream().map(Field::kind).toArray(Field.Kind[]::new);
        spellings = table.fields().stream().map(FieldReader::spellings).toArray(byte[][][]::new);
        isMinusOneAbsent = new boolean[fields.length];
        for (int i = 0; i < fields.length; i++) {
            isMinusOneAbsent[i] = fields[i].isMinusOneAbsent();
        }
        this.machine = machine;
        minFields = table.minFields();
        forms = new byte[fields.length];
        highs = new long[fields.length];
        units = new long[fields.length];
        empties = new long[fields.length];
        for (int i = 0; i < fields.length; i++) {
            takeShortcut(i);
        }
    }

    /** Decides how a field is read as long as it is written in the usual way. */
    private void takeShortcut(int i) {
        empties[i] = fields[i].isMandatory() ? LOOK_CLOSER : ABSENT;
        highs[i] = Long.MAX_VALUE;
        switch (kinds[i]) {
            case TIME, ID, SENTINEL_ID -> forms[i] = WHOLE;
            case CODE, EVENT -> {
                forms[i] = WHOLE;
                highs[i] = fields[i].high();
            }
            case CPU_SHARE -> scaled(i, machine.cpuMicroCores(), machine.cpuMicroCores() - 1);
            case MEMORY_SHARE -> scaled(i, machine.memoryBytes(), machine.memoryBytes() - 1);
            case DISK_SHARE -> scaled(i, DISK_UNIT_BYTES, DISK_UNIT_BYTES - 1);
            case CPU_USE -> scaled(i, machine.cpuMicroCores(), Long.MAX_VALUE);
            case MEMORY_USE -> scaled(i, machine.memoryBytes(), Long.MAX_VALUE);
            case DISK_USE -> scaled(i, DISK_UNIT_BYTES, Long.MAX_VALUE);
            case SKIPPED -> forms[i] = isMinusOneAbsent[i] ? ANY : NOTHING;
            default -> forms[i] = ANY;
        }
    }

    private void scaled(int field, long unit, long high) {
        forms[field] = SCALED;
        units[field] = unit;
        highs[field] = high;
    }

    private static byte[][] spellings(Field field) {
        return field.words().stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    /** Reads all fields of the row into {@code target[field][row]}; false if the row is bad. */
    boolean read(RowScanner scanner, long[][] target, int row) {
        byte[] bytes = scanner.bytes();
        int count = Math.min(scanner.fields(), forms.length);
        for (int i = 0; i < count; i++) {
            int from = scanner.start(i);
            int to = scanner.end(i);
            long value = from == to ? empties[i] : plain(i, bytes, from, to);
            if (value != LOOK_CLOSER) {
                target[i][row] = value;
            } else if (!read(i, bytes, from, to, target[i], row)) {
                return false;
            }
        }
        for (int i = count; i < forms.length; i++) {
            target[i][row] = ABSENT;
        }
        return true;
    }

    /** The value of a field that is written as nearly all of its kind are; or LOOK_CLOSER. */
    private long plain(int field, byte[] bytes, int from, int to) {
        long value =
                switch (forms[field]) {
                    case WHOLE -> Digits.parse(bytes, from, to);
                    case SCALED -> DecimalText.parseShort(bytes, from, to, units[field]);
                    case NOTHING -> 0;
                    default -> LOOK_CLOSER;
                };
        return value <= highs[field] ? value : LOOK_CLOSER;
    }

    /** True if a row of the table may have so many fields. */
    boolean hasFieldCount(int count) {
        return count >= minFields && count <= forms.length;
    }

    /** Reads a field into {@code target[row]}; false if it is bad. */
    boolean read(int field, byte[] bytes, int from, int to, long[] target, int row) {
        if (from == to || (isMinusOneAbsent[field] && isMinusOne(bytes, from, to))) {
            target[row] = ABSENT;
            return !fields[field].isMandatory()
                    || bad(BadRow.MISSING_VALUE, field, shown(bytes, from, to));
        }
        long value = value(field, bytes, from, to);
        if (value == DecimalText.MALFORMED) {
            badValue = shown(bytes, from, to);
            return false;
        }
        target[row] = value;
        return true;
    }

    private static String shown(byte[] bytes, int from, int to) {
        return RowScanner.text(bytes, from, Math.min(to, from + MAX_SHOWN));
    }

    private static boolean isMinusOne(byte[] bytes, int from, int to) {
        if (to - from < 2 || bytes[from] != '-' || bytes[from + 1] != '1') {
            return false;
        }
        for (int i = from + 2; i < to; i++) {
            if (bytes[i] != (i == from + 2 ? '.' : '0')) {
                return false;
            }
        }
        return true;
    }

    /**
     * True if the row is the first line of its file, has the columns of the table, and names stand
     * where numbers must.
     */
    boolean isHeader(RowScanner scanner, SourceSchema table) {
        if (scanner.line() != 1 || !table.hasFieldCount(scanner.fields())) {
            return false;
        }
        boolean hasNumbers = false;
        for (int i = 0; i < Math.min(scanner.fields(), fields.length); i++) {
            String text = RowScanner.text(scanner.bytes(), scanner.start(i), scanner.end(i));
            if (isNumber(kinds[i]) || text.isBlank()) {
                if (!NAME.matcher(text).matches()) {
                    return false;
                }
                hasNumbers = true;
            }
        }
        return hasNumbers;
    }

    private static boolean isNumber(Field.Kind kind) {
        return switch (kind) {
            case WORD, TEXT, LIST, SKIPPED -> false;
            default -> true;
        };
    }

    /** The value of a field; MALFORMED (which is no value of any kind) if it is bad. */
    private long value(int field, byte[] bytes, int from, int to) {
        return switch (kinds[field]) {
            case TIME, ID -> whole(field, bytes, from, to, Long.MAX_VALUE);
            case CODE -> whole(field, bytes, from, to, fields[field].high());
            case EVENT -> event(field, wholeNumber(bytes, from, to));
            case CPU_SHARE -> share(field, bytes, from, to, machine.cpuMicroCores());
            case MEMORY_SHARE -> share(field, bytes, from, to, machine.memoryBytes());
            case DISK_SHARE -> share(field, bytes, from, to, DISK_UNIT_BYTES);
            case CPU_USE -> amount(field, bytes, from, to, machine.cpuMicroCores());
            case MEMORY_USE -> amount(field, bytes, from, to, machine.memoryBytes());
            case DISK_USE -> amount(field, bytes, from, to, DISK_UNIT_BYTES);
            case MEMORY_PERCENT -> percent(field, bytes, from, to, machine.memoryBytes());
            case SECONDS -> seconds(field, bytes, from, to);
            case CORES -> amount(field, bytes, from, to, Resources.MICRO_CORES_PER_CORE);
            case CENTI_CORES -> amount(field, bytes, from, to, MICRO_CORES_PER_PERCENT);
            case MILLI_CORES -> amount(field, bytes, from, to, MICRO_CORES_PER_MILLI_CORE);
            case GIB -> amount(field, bytes, from, to, Resources.BYTES_PER_GIB);
            case MIB -> amount(field, bytes, from, to, BYTES_PER_MIB);
            case KIB -> amount(field, bytes, from, to, BYTES_PER_KIB);
            case WORD -> word(field, bytes, from, to);
            case NUMBER -> number(field, bytes, from, to);
            case SENTINEL_ID -> sentinel(field, wholeNumber(bytes, from, to));
            case TEXT -> text(field, bytes, from, to);
            case LIST -> (long) from << LENGTH_BITS | (to - from);
            case SKIPPED -> 0;
        };
    }

    private long text(int field, byte[] bytes, int from, int to) {
        if (!TextCheck.isClean(bytes, from, to)) {
            return reject(BadRow.NOT_TEXT, field);
        }
        return TextCheck.isRounded(bytes, from, to, false)
                ? reject(BadRow.PRECISION_LOST, field)
                : (long) from << LENGTH_BITS | (to - from);
    }

    private long whole(int field, byte[] bytes, int from, int to, long high) {
        long value = wholeNumber(bytes, from, to);
        boolean isRounded =
                value == DecimalText.MALFORMED
                        ? TextCheck.isRounded(bytes, from, to, true)
                        : value > EXACT && hasPoint(bytes, from, to);
        return isRounded ? reject(BadRow.PRECISION_LOST, field) : inRange(field, value, high);
    }

    private static boolean hasPoint(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '.') {
                return true;
            }
        }
        return false;
    }

    /** A number as written, or one that ends in {@code .0}: so do tools that know no other. */
    private static long wholeNumber(byte[] bytes, int from, int to) {
        int end = to;
        while (end > from && bytes[end - 1] == '0') {
            end--;
        }
        boolean isPointed = end > from + 1 && end < to && bytes[end - 1] == '.';
        return WholeNumber.parse(bytes, from, isPointed ? end - 1 : to);
    }

    private long inRange(int field, long value, long high) {
        if (value >= 0 && value <= high) {
            return value;
        }
        if (value == DecimalText.MALFORMED) {
            return reject(BadRow.NOT_A_NUMBER, field);
        }
        boolean isTooLarge = value > high || value == DecimalText.OVERFLOW;
        return reject(isTooLarge ? BadRow.OUT_OF_RANGE : BadRow.NEGATIVE, field);
    }

    private long sentinel(int field, long value) {
        return value == -1 ? value : inRange(field, value, Long.MAX_VALUE);
    }

    private long event(int field, long value) {
        return value > fields[field].high()
                ? reject(BadRow.UNKNOWN_EVENT, field)
                : inRange(field, value, fields[field].high());
    }

    /**
     * At most the whole: truncation makes values just above 1 look like 1, so look closer there.
     */
    private long share(int field, byte[] bytes, int from, int to, long whole) {
        long value = amount(field, bytes, from, to, whole);
        if (value < whole) {
            return value;
        }
        boolean isOne = value == whole && isAtMostOne(bytes, from, to);
        return isOne ? value : reject(BadRow.OUT_OF_RANGE, field);
    }

    private static boolean isAtMostOne(byte[] bytes, int from, int to) {
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        return new java.math.BigDecimal(text).compareTo(java.math.BigDecimal.ONE) <= 0;
    }

    private long amount(int field, byte[] bytes, int from, int to, long unit) {
        long value = DecimalText.parseTruncated(bytes, from, to, unit);
        if (value >= 0 && bytes[from] != '-') {
            return value;
        }
        if (value == DecimalText.MALFORMED) {
            return reject(BadRow.NOT_A_NUMBER, field);
        }
        if (DecimalText.isNegative(bytes, from, to)) {
            return reject(BadRow.NEGATIVE, field);
        }
        return value == DecimalText.OVERFLOW ? reject(BadRow.OUT_OF_RANGE, field) : value;
    }

    /** 0 to 100 of the whole. */
    private long percent(int field, byte[] bytes, int from, int to, long whole) {
        long hundredfold = amount(field, bytes, from, to, whole);
        if (hundredfold == DecimalText.MALFORMED) {
            return hundredfold;
        }
        return hundredfold > 100 * whole ? reject(BadRow.OUT_OF_RANGE, field) : hundredfold / 100;
    }

    /** May lie before the start of the trace. */
    private long seconds(int field, byte[] bytes, int from, int to) {
        boolean isNegative = bytes[from] == '-';
        int digits = isNegative ? from + 1 : from;
        long micros = DecimalText.parseTruncated(bytes, digits, to, MICROS_PER_SECOND);
        if (micros >= 0 && digits < to && bytes[digits] != '-') {
            return isNegative ? -micros : micros;
        }
        return reject(
                micros == DecimalText.OVERFLOW ? BadRow.OUT_OF_RANGE : BadRow.NOT_A_NUMBER, field);
    }

    private long word(int field, byte[] bytes, int from, int to) {
        byte[][] words = spellings[field];
        for (int i = 0; i < words.length; i++) {
            if (Arrays.equals(words[i], 0, words[i].length, bytes, from, to)) {
                return i;
            }
        }
        return reject(BadRow.UNKNOWN_WORD, field);
    }

    private long number(int field, byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte c = bytes[i];
            boolean isPart = (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0;
            if (!isPart || to - from > DecimalText.MAX_LENGTH) {
                return reject(BadRow.NOT_A_NUMBER, field);
            }
        }
        double value;
        try {
            value =
                    Double.parseDouble(
                            new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        } catch (NumberFormatException e) {
            return reject(BadRow.NOT_A_NUMBER, field);
        }
        if (!(value >= 0)) {
            return reject(BadRow.NEGATIVE, field);
        }
        return Double.isInfinite(value)
                ? reject(BadRow.OUT_OF_RANGE, field)
                : Double.doubleToRawLongBits(
                        Math.abs(value)); // no minus zero, whose bits are ABSENT
    }

    private long reject(BadRow reason, int field) {
        bad(reason, field, "");
        return DecimalText.MALFORMED;
    }

    /** Says that a field is bad; false. */
    boolean bad(BadRow reason, int field, String value) {
        badRow = reason;
        badField = field;
        badValue = value;
        return false;
    }

    /** Why the last row was bad. */
    BadRow reason() {
        if (badRow == null) {
            throw new IllegalStateException("no row was bad");
        }
        return badRow;
    }

    /** What is wrong in the row that was just found bad. */
    String found() {
        String name = fields[badField].name();
        return badValue.isEmpty() ? "no " + name : name + " \"" + badValue + "\"";
    }

    /** Where the text of a {@link Field.Kind#TEXT} field begins. */
    public static int start(long place) {
        return (int) (place >>> LENGTH_BITS);
    }

    /** The place of a text that lies {@code bytes} further on. */
    static long moved(long place, int bytes) {
        return place + ((long) bytes << LENGTH_BITS);
    }

    /** Number of bytes of the text of a {@link Field.Kind#TEXT} field. */
    public static int length(long place) {
        return (int) (place & ((1L << LENGTH_BITS) - 1));
    }

    /** The number of the text of a {@link Field.Kind#TEXT} field. */
    static int number(byte[] bytes, long place, TextIndex texts) {
        int from = (int) (place >>> LENGTH_BITS);
        return texts.findOrAdd(bytes, from, from + (int) (place & ((1L << LENGTH_BITS) - 1)));
    }

    /** The same, or -1 if it is new. */
    static int find(byte[] bytes, long place, TextIndex texts) {
        int from = (int) (place >>> LENGTH_BITS);
        return texts.find(bytes, from, from + (int) (place & ((1L << LENGTH_BITS) - 1)));
    }

    /** The text of a {@link Field.Kind#TEXT} field. */
    static String text(byte[] bytes, long place) {
        int from = (int) (place >>> LENGTH_BITS);
        int length = (int) (place & ((1L << LENGTH_BITS) - 1));
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }
}
