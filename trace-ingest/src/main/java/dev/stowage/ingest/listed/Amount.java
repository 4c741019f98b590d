package dev.stowage.ingest.listed;

import dev.stowage.ingest.quarantine.BadRow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/** Numbers as tools write them, exactly. */
public final class Amount {
    /** Micro-cores in a core, microseconds in a second. */
    public static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);

    /** Bytes of a KiB, MiB and GiB; what most tools call KB, MB and GB. */
    public static final BigDecimal KIB = BigDecimal.valueOf(1L << 10);

    public static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);
    public static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

    /** Microseconds of a millisecond. */
    public static final BigDecimal THOUSAND = BigDecimal.valueOf(1000);

    /** The largest amount, as in files of tasks of one's own. */
    public static final long MOST = 1L << 53;

    private static final int MOST_SHOWN = 80;

    /** Bounded, so that exact arithmetic costs a bounded time. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?[0-9]{1,30}(\\.[0-9]{0,30})?([eE][+-]?[0-9]{1,2})?");

    private static final Pattern GROUPED = Pattern.compile("-?[0-9]{1,3}(,[0-9]{3})+(\\.[0-9]+)?");

    private Amount() {}

    /**
     * A number, with commas between its thousands or without.
     *
     * @param column whose it is, for the message
     */
    public static BigDecimal number(String column, String text) throws BadRecordException {
        String plain = GROUPED.matcher(text).matches() ? text.replace(",", "") : text;
        if (!NUMBER.matcher(plain).matches()) {
            throw new BadRecordException(BadRow.NOT_A_NUMBER, column + " " + shown(text));
        }
        return new BigDecimal(plain);
    }

    /** {@code text * factor} as a whole number of at least 0, rounded half up. */
    public static long of(String column, String text, BigDecimal factor) throws BadRecordException {
        return whole(column, text, number(column, text).multiply(factor));
    }

    /** A value of at least 0 as a whole number, rounded half up. */
    static long whole(String column, String text, BigDecimal value) throws BadRecordException {
        if (value.signum() < 0) {
            throw new BadRecordException(BadRow.NEGATIVE, column + " " + shown(text));
        }
        if (value.compareTo(BigDecimal.valueOf(MOST)) > 0) {
            throw new BadRecordException(BadRow.OUT_OF_RANGE, column + " " + shown(text));
        }
        return value.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    /** A text of somebody else's as a message shows it. */
    public static String shown(String text) {
        String cut = text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "…" : text;
        return "\"" + cut.replaceAll("\\p{Cntrl}", "?") + "\"";
    }
}
