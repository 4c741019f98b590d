package dev.stowage.workflow.plan;

import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.JsonDifference.Change;
import dev.stowage.workflow.plan.JsonDifference.Step;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Changes of a document's values for people: words instead of keys, units instead of digits. */
public final class ChangeText {
    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** A key of the product's own; others are names of a user. */
    private static final Pattern KEY = Pattern.compile("[a-z][A-Za-z0-9]*");

    private static final double BYTES_PER_GIB = 1L << 30;

    /** Of seconds: the value itself, or a figure of a distribution of them. */
    private static final Pattern SECONDS =
            Pattern.compile(".*Seconds(\\.(p\\d+|mean|median|min|max))?(\\.(value|lower|upper))?");

    private ChangeText() {}

    /** {@code result.bytesMoved} as {@code result, bytes moved}; names as they are. */
    public static String label(List<Step> steps) {
        return steps.stream()
                .flatMap(
                        step ->
                                step.isName()
                                        ? Stream.of(step.text())
                                        : Arrays.stream(step.text().split("\\."))
                                                .map(ChangeText::words))
                .collect(Collectors.joining(", "));
    }

    private static String words(String key) {
        return KEY.matcher(key).matches()
                ? CAMEL.matcher(key.replaceFirst("Micros$", ""))
                        .replaceAll(" ")
                        .toLowerCase(Locale.ROOT)
                : key;
    }

    /** {@code 1.1 → 1.2}. */
    static String fromTo(Change change) {
        Values values = values(change);
        return (change.before().isEmpty() ? "none" : values.before)
                + " → "
                + (change.after().isEmpty() ? "none" : values.after);
    }

    /** Both values in words; a dash for none. */
    record Values(String before, String after) {}

    /** Both values, with all their digits where rounded ones would be the same. */
    static Values values(Change change) {
        String before = value(change.path(), change.before());
        String after = value(change.path(), change.after());
        return before.equals(after)
                ? new Values(change.before().orElse(before), change.after().orElse(after))
                : new Values(before, after);
    }

    /** A value in the unit that the last word of its path names. */
    private static String value(String path, Optional<String> text) {
        if (text.isEmpty()) {
            return "–";
        }
        if (text.get().startsWith("{")) {
            return text.get().contains(": ") ? text.get() : "there";
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
        if (key.equals("gap") || key.equals("headroom") || key.endsWith("Share")) {
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
                ? String.format(Locale.ROOT, "%+.1f %%", 100 * change.relative().getAsDouble())
                : "";
    }
}
