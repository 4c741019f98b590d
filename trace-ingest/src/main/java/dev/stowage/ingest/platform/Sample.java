package dev.stowage.ingest.platform;

import dev.stowage.ingest.listed.Amount;
import dev.stowage.ingest.listed.BadRecordException;
import dev.stowage.ingest.quarantine.BadRow;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of Prometheus' text: {@code name{label="value",…} 1.6e+10 1700000000000}. Source:
 * Prometheus, Exposition formats, text-based format 0.0.4.
 *
 * @param millis since 1970; null if it does not say
 */
record Sample(String name, Map<String, String> labels, BigDecimal value, @Nullable Long millis) {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL =
            Pattern.compile("\\s*([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\"\\s*(,|\\})");

    Sample {
        labels = Map.copyOf(labels);
    }

    /** The name of a line; empty if it has none. */
    static String nameOf(String line) {
        Matcher name = NAME.matcher(line);
        return name.lookingAt() ? name.group() : "";
    }

    static Sample parse(String line) throws BadRecordException {
        String name = nameOf(line);
        int at = name.length();
        Map<String, String> labels = new LinkedHashMap<>();
        if (!name.isEmpty() && at < line.length() && line.charAt(at) == '{') {
            at++;
            boolean isOpen = line.charAt(Math.min(at, line.length() - 1)) != '}';
            at += isOpen ? 0 : 1;
            Matcher label = LABEL.matcher(line);
            while (isOpen) {
                if (!label.find(at) || label.start() != at) {
                    throw bad(line);
                }
                labels.put(label.group(1), unescaped(label.group(2)));
                at = label.end();
                boolean isLast =
                        label.group(3).equals("}") || line.startsWith("}", at); // a comma before it
                at += isLast && label.group(3).equals(",") ? 1 : 0;
                isOpen = !isLast;
            }
        }
        String[] rest = line.substring(Math.min(at, line.length())).strip().split("\\s+", -1);
        if (name.isEmpty() || rest.length > 2) {
            throw bad(line);
        }
        Long millis =
                rest.length == 2 && rest[1].matches("[0-9]{1,15}") ? Long.valueOf(rest[1]) : null;
        return new Sample(name, labels, Amount.number(name, rest[0]), millis);
    }

    private static BadRecordException bad(String line) {
        return new BadRecordException(
                BadRow.WRONG_TYPE, Amount.shown(line) + " is no sample of Prometheus' text");
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
    }

    /** The value of a label; empty if there is none. */
    String label(String name) {
        return labels.getOrDefault(name, "");
    }

    /** The value times a factor, as a whole number of at least 0. */
    long amount(BigDecimal factor) throws BadRecordException {
        return Amount.of(name, value.toPlainString(), factor);
    }
}
