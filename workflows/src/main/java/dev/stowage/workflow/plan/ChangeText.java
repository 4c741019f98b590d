package dev.stowage.workflow.plan;

import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Changes of a document's values for people: words instead of keys, units instead of digits. */
public final class ChangeText {
    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
    private static final double BYTES_PER_GIB = 1L << 30;

    /** Of seconds: the value itself, or a figure of a distribution of them. */
    private static final Pattern SECONDS =
            Pattern.compile(".*Seconds(\\.(p\\d+|mean|median|min|max))?(\\.(value|lower|upper))?");

    private ChangeText() {}

    /** {@code result.bytesMoved} as {@code result, bytes moved}. */
    public static String label(String path) {
        String[] parts = path.split("\\.(?=[a-z])");
        for (int i = 0; i < parts.length; i++) {
            parts[i] = words(parts[i].replaceFirst("Micros$", ""));
        }
        return String.join(", ", parts);
    }

    private static String words(String name) {
        return name.contains("/") || name.contains("-")
                ? name
                : CAMEL.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
    }

    /** {@code growth 1.1 → 1.2}. */
    static String cause(Change change) {
        String path = change.path().replaceFirst("^scenario\\.", "");
        return label(path)
                + " "
                + value(path, change.before())
                + " → "
                + value(path, change.after());
    }

    /** A value in the unit that the last word of its path names. */
    public static String value(String path, Optional<String> text) {
        if (text.isEmpty()) {
            return "–";
        }
        if (text.get().startsWith("{")) {
            return "there";
        }
        BigDecimal number;
        try {
            number = new BigDecimal(text.get());
        } catch (NumberFormatException e) {
            return text.get();
        }
        String key = path.substring(path.lastIndexOf('.') + 1);
        double value = number.doubleValue();
        if (SECONDS.matcher(path).matches()) {
            return Amounts.seconds(value);
        }
        if (key.endsWith("Micros")) {
            return Amounts.seconds(value / 1e6);
        }
        if (key.startsWith("bytes") || key.endsWith("Bytes")) {
            return Amounts.gib(value / BYTES_PER_GIB);
        }
        if (key.endsWith("Usd")) {
            return Amounts.money(number);
        }
        if (key.equals("gap") || key.endsWith("Share")) {
            return Amounts.share(value);
        }
        return number.stripTrailingZeros().scale() <= 0 && Math.abs(value) < 1e15
                ? Amounts.count(number.longValue())
                : Amounts.decimal(value);
    }

    /** By how much it grew; empty where that says nothing, as of a seed. */
    public static String relative(Change change) {
        boolean isName = change.path().endsWith("seed");
        return !isName && change.relative().isPresent()
                ? String.format(Locale.ROOT, "%+.1f%%", 100 * change.relative().getAsDouble())
                : "";
    }
}
