package dev.stowage.model;

import dev.stowage.model.AttributePredicate.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The text form of {@link PlacementConstraints}. */
final class ConstraintText {
    private static final String RESERVED_IN_NAMES = "%;=!<>";
    private static final String RESERVED_IN_VALUES = "%;";
    private static final String FORM =
            "NAME=VALUE, NAME!=VALUE, NAME<NUMBER, NAME>NUMBER, NAME<=NUMBER, NAME>=NUMBER,"
                    + " different-machines or different-domains, joined by semicolons";
    private static final List<Operator> LONGEST_FIRST =
            Arrays.stream(Operator.values())
                    .sorted(Comparator.comparing(operator -> -operator.symbol().length()))
                    .toList();

    private ConstraintText() {}

    static PlacementConstraints parse(String text) {
        if (text.trim().isEmpty()) {
            return PlacementConstraints.NONE;
        }
        List<AttributePredicate> predicates = new ArrayList<>();
        boolean differentMachines = false;
        boolean differentDomains = false;
        for (String raw : text.split(";", -1)) {
            String part = raw.trim();
            switch (part) {
                case PlacementConstraints.MACHINES_WORD -> differentMachines = true;
                case PlacementConstraints.DOMAINS_WORD -> differentDomains = true;
                default -> predicates.add(predicate(part));
            }
        }
        return new PlacementConstraints(predicates, differentMachines, differentDomains);
    }

    private static AttributePredicate predicate(String part) {
        int at = 0;
        while (at < part.length() && "=!<>".indexOf(part.charAt(at)) < 0) {
            at++;
        }
        Operator operator = operatorAt(part, at);
        String name = unescape(part.substring(0, at).trim(), part);
        String rawValue = part.substring(at + operator.symbol().length()).trim();
        if (name.isBlank() || rawValue.startsWith("=")) {
            throw malformed(part);
        }
        String value = unescape(rawValue, part);
        if (operator.isNumeric() && !AttributePredicate.isNumber(value)) {
            throw new IllegalArgumentException(
                    "\""
                            + part
                            + "\" compares with what is not a number (digits, at most one dot)");
        }
        return new AttributePredicate(name, operator, value);
    }

    private static Operator operatorAt(String part, int at) {
        for (Operator operator : LONGEST_FIRST) {
            if (part.startsWith(operator.symbol(), at)) {
                return operator;
            }
        }
        throw malformed(part);
    }

    private static IllegalArgumentException malformed(String part) {
        return new IllegalArgumentException("\"" + part + "\" is none of " + FORM);
    }

    static String of(AttributePredicate predicate) {
        String value = escape(predicate.value(), RESERVED_IN_VALUES);
        return escape(predicate.name(), RESERVED_IN_NAMES)
                + predicate.operator().symbol()
                + (value.startsWith("=") ? "%3D" + value.substring(1) : value);
    }

    private static String escape(String text, String reserved) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isAtAnEnd = i == 0 || i == text.length() - 1;
            if (reserved.indexOf(c) >= 0 || c < ' ' || (c == ' ' && isAtAnEnd)) {
                escaped.append('%').append(hexDigit(c >> 4)).append(hexDigit(c & 15));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static char hexDigit(int value) {
        return Character.toUpperCase(Character.forDigit(value, 16));
    }

    private static String unescape(String text, String part) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                plain.append(c);
                continue;
            }
            int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
            int low = high >= 0 ? Character.digit(text.charAt(i + 2), 16) : -1;
            if (low < 0) {
                throw new IllegalArgumentException(
                        "\"" + part + "\" has a % without two hexadecimal digits");
            }
            plain.append((char) (high << 4 | low));
            i += 2;
        }
        return plain.toString();
    }
}
