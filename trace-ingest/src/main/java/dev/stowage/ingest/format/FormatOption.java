package dev.stowage.ingest.format;

import dev.stowage.basis.InputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An assumption that a trace format makes and that the user may change: {@code --option
 * bucket=middle}.
 *
 * @param name as it is written
 * @param description what it decides, for the help
 * @param choices its values, the default first; none if it is a file or a number
 * @param placeholder what stands for its value in the help if there are no choices
 */
public record FormatOption(
        String name, String description, List<String> choices, String placeholder) {
    public FormatOption {
        choices = List.copyOf(choices);
    }

    /** An option with choices. */
    public FormatOption(String name, String description, List<String> choices) {
        this(name, description, choices, "FILE");
    }

    /** An option whose value is checked by the format; nothing is assumed without it. */
    public static FormatOption ofText(String name, String description, String placeholder) {
        return new FormatOption(name, description, List.of(), placeholder);
    }

    /** An option whose value is the path of a file; nothing is assumed without it. */
    public static FormatOption ofFile(String name, String description) {
        return new FormatOption(name, description, List.of());
    }

    private boolean takes(String value) {
        return choices.isEmpty() ? !value.isEmpty() : choices.contains(value);
    }

    /** What is taken unless the user says otherwise. */
    public String defaultChoice() {
        if (choices.isEmpty()) {
            throw new IllegalStateException("option " + name + " has no default");
        }
        return choices.get(0);
    }

    /** What a request takes. */
    public String in(IngestRequest request) {
        return request.options().getOrDefault(name, defaultChoice());
    }

    /** As help shows it: {@code bucket=edge|middle}. */
    public String spelling() {
        return name + "=" + (choices.isEmpty() ? placeholder : String.join("|", choices));
    }

    /**
     * Reads what the user wrote, {@code NAME=VALUE} each.
     *
     * @param format whose options they are
     * @throws InputException if one is malformed, unknown, has another value, or is given twice
     */
    public static Map<String, String> parse(List<String> texts, TraceFormat format) {
        Map<String, String> chosen = new LinkedHashMap<>();
        for (String text : texts) {
            int equals = text.indexOf('=');
            String name = equals < 0 ? text : text.substring(0, equals);
            String value = equals < 0 ? "" : text.substring(equals + 1);
            boolean isKnown =
                    format.options().stream().anyMatch(o -> o.name.equals(name) && o.takes(value));
            if (!isKnown) {
                throw refused(text, format, null);
            }
            if (chosen.putIfAbsent(name, value) != null) {
                throw refused(text, format, "Give " + name + " once.");
            }
        }
        return chosen;
    }

    private static InputException refused(
            String text, TraceFormat format, @org.jspecify.annotations.Nullable String remedy) {
        List<String> spellings = format.options().stream().map(FormatOption::spelling).toList();
        return InputException.at(
                "--option",
                "\"" + text + "\"",
                spellings.isEmpty()
                        ? "nothing: " + format.name() + " has no options"
                        : String.join(" or ", spellings),
                remedy);
    }
}
