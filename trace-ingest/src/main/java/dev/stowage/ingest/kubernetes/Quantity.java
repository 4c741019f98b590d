package dev.stowage.ingest.kubernetes;

import dev.stowage.ingest.quarantine.BadRow;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts as Kubernetes writes them: {@code 250m}, {@code 1.5}, {@code 2Gi}, {@code 129e6}.
 *
 * <p>Source: Kubernetes API reference, Quantity.
 */
final class Quantity {
    private static final Pattern FORM =
            Pattern.compile(
                    "([+-]?)([0-9]{1,40}(?:\\.[0-9]{0,40})?|\\.[0-9]{1,40})"
                            + "(?:[eE]([+-]?[0-9]{1,3})|([numkMGTPE]|[KMGTPE]i)?)");
    private static final Map<String, BigDecimal> SUFFIXES =
            Map.ofEntries(
                    Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
                    Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
                    Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
                    Map.entry("k", BigDecimal.ONE.movePointRight(3)),
                    Map.entry("M", BigDecimal.ONE.movePointRight(6)),
                    Map.entry("G", BigDecimal.ONE.movePointRight(9)),
                    Map.entry("T", BigDecimal.ONE.movePointRight(12)),
                    Map.entry("P", BigDecimal.ONE.movePointRight(15)),
                    Map.entry("E", BigDecimal.ONE.movePointRight(18)),
                    Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
                    Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
                    Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
                    Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
                    Map.entry("Pi", BigDecimal.valueOf(1L << 50)),
                    Map.entry("Ei", BigDecimal.valueOf(1L << 60)));
    private static final BigDecimal MAX = BigDecimal.valueOf(1L << 53);

    private Quantity() {}

    /** {@code text * scale}, a whole number by {@code rounding}; at most 2^53. */
    static long parse(String text, long scale, RoundingMode rounding) throws BadObjectException {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new BadObjectException(BadRow.NOT_A_NUMBER, "quantity \"" + cut(text) + "\"");
        }
        BigDecimal value = new BigDecimal(matcher.group(2));
        if (matcher.group(3) != null) {
            value = value.movePointRight(Integer.parseInt(matcher.group(3)));
        } else if (matcher.group(4) != null) {
            value = value.multiply(SUFFIXES.getOrDefault(matcher.group(4), BigDecimal.ONE));
        }
        value = value.multiply(BigDecimal.valueOf(scale));
        if (matcher.group(1).equals("-") && value.signum() > 0) {
            throw new BadObjectException(BadRow.NEGATIVE, "quantity \"" + cut(text) + "\"");
        }
        if (value.compareTo(MAX) > 0) {
            throw new BadObjectException(BadRow.OUT_OF_RANGE, "quantity \"" + cut(text) + "\"");
        }
        return value.setScale(0, rounding).longValueExact();
    }

    private static String cut(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "…" : text;
    }
}
