package dev.stowage.ingest.format;

import dev.stowage.basis.InputException;
import dev.stowage.model.TaskClass;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How batch and user-facing tasks are told apart: a field of the source reaches a threshold.
 * Written {@code scheduling-class>=2}.
 *
 * @param field what is compared
 * @param threshold tasks with at least this value are user-facing
 */
public record ClassRule(Field field, int threshold) {
    private static final Pattern SPELLING =
            Pattern.compile("\\s*([a-z-]+)\\s*>=\\s*(\\d{1,9})\\s*");

    /** A field that a rule can look at. */
    public enum Field {
        SCHEDULING_CLASS("scheduling-class"),
        PRIORITY("priority");

        private final String label;

        Field(String label) {
            this.label = label;
        }

        /** Its name in a rule. */
        public String label() {
            return label;
        }
    }

    /**
     * Reads a rule.
     *
     * @param allowed fields that the format has, at least one
     * @throws InputException if it is malformed or names another field
     */
    public static ClassRule parse(String place, String text, List<Field> allowed) {
        Matcher matcher = SPELLING.matcher(text);
        if (matcher.matches()) {
            for (Field field : allowed) {
                if (field.label.equals(matcher.group(1))) {
                    return new ClassRule(field, Integer.parseInt(matcher.group(2)));
                }
            }
        }
        List<String> spellings = allowed.stream().map(f -> f.label + ">=N").toList();
        throw InputException.at(
                place,
                "class rule \"" + text + "\"",
                String.join(" or ", spellings) + ", N a whole number",
                "Tasks that reach N are user-facing, all others batch.");
    }

    /** The class of a task or job with that value in the field of the rule. */
    public TaskClass classOf(int value) {
        return value >= threshold ? TaskClass.USER_FACING : TaskClass.BATCH;
    }

    /** The spelling that {@link #parse} reads back. */
    @Override
    public String toString() {
        return field.label + ">=" + threshold;
    }
}
