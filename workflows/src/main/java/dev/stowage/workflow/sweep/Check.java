package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must hold of a figure in all cells, or in those with certain settings.
 *
 * @param text as it was written
 * @param isChange true if it is about the change since an earlier sweep
 * @param figure name of the figure
 * @param operator one of {@code <= < >= > = !=}
 * @param bound what the figure is compared with
 * @param isRelative true if the bound is a percentage of the earlier figure
 * @param where conditions on settings; all have to hold
 */
public record Check(
        String text,
        boolean isChange,
        String figure,
        String operator,
        double bound,
        boolean isRelative,
        List<Condition> where) {
    /** The form, for messages. */
    static final String FORM =
            "[change of] FIGURE OPERATOR NUMBER [%] [where SETTING OPERATOR VALUE [and ...]], with"
                    + " <=, <, >=, >, = or !=; % belongs to a change";

    private static final String OPERATOR = "(<=|>=|!=|<|>|=)";
    private static final Pattern CHECK =
            Pattern.compile(
                    "(change\\s+of\\s+)?(\\S+?)\\s*"
                            + OPERATOR
                            + "\\s*(-?[0-9.]+(?:[eE][-+]?[0-9]+)?|true|false)\\s*(%)?(?:\\s+where\\s+(.+))?");
    private static final Pattern CONDITION = Pattern.compile("(.+?)\\s*" + OPERATOR + "\\s*(.+)");

    public Check {
        where = List.copyOf(where);
    }

    /** A condition on a setting. */
    public record Condition(String setting, String operator, String value) {
        /** What varies is known by its label; all else by the whole settings. */
        boolean holds(Cell cell, ObjectNode whole) {
            return Optional.ofNullable(cell.choices().get(setting))
                    .or(() -> SettingPath.get(whole, setting))
                    .filter(chosen -> holds(Cell.text(chosen)))
                    .isPresent();
        }

        private boolean holds(String has) {
            if (isNumber(has) && isNumber(value)) {
                return compares(Double.parseDouble(has), operator, Double.parseDouble(value));
            }
            return operator.equals("=")
                    ? has.equals(value)
                    : operator.equals("!=") && !has.equals(value);
        }
    }

    /** The check in a text; empty if it has another form. */
    static Optional<Check> parse(String text) {
        Matcher found = CHECK.matcher(text.strip());
        if (!found.matches() || (found.group(5) != null && found.group(1) == null)) {
            return Optional.empty();
        }
        List<Condition> where = new ArrayList<>();
        String conditions = found.group(6) == null ? "" : found.group(6);
        for (String each :
                conditions.isEmpty() ? new String[0] : conditions.split("\\s+and\\s+", -1)) {
            Matcher condition = CONDITION.matcher(each.strip());
            if (!condition.matches()) {
                return Optional.empty();
            }
            where.add(new Condition(condition.group(1), condition.group(2), condition.group(3)));
        }
        Optional<Double> bound = number(found.group(4));
        return bound.map(
                value ->
                        new Check(
                                text.strip(),
                                found.group(1) != null,
                                found.group(2),
                                found.group(3),
                                value,
                                found.group(5) != null,
                                where));
    }

    /** True if the check is about a cell with these settings, defaults filled in. */
    boolean isAbout(Cell cell, ObjectNode whole) {
        return where.stream().allMatch(each -> each.holds(cell, whole));
    }

    /** True if a figure keeps to the bound. */
    public boolean holds(double value) {
        return compares(value, operator, bound);
    }

    /** The number that a figure is compared as: yes is 1 and no is 0. */
    public static Optional<Double> number(String literal) {
        if (literal.equals("true") || literal.equals("false")) {
            return Optional.of(literal.equals("true") ? 1.0 : 0.0);
        }
        return isNumber(literal) ? Optional.of(Double.parseDouble(literal)) : Optional.empty();
    }

    private static boolean isNumber(String text) {
        return text.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    }

    private static boolean compares(double value, String operator, double bound) {
        return switch (operator) {
            case "<=" -> value <= bound;
            case "<" -> value < bound;
            case ">=" -> value >= bound;
            case ">" -> value > bound;
            case "=" -> value == bound;
            default -> value != bound;
        };
    }
}
