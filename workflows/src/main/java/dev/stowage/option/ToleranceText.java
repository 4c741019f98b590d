package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.similarity.Tolerance;
import java.util.EnumMap;
import java.util.Map;

/** {@code --tolerance}: {@code 0.05}, or {@code ks=0.05,dispersion=0.25}. */
public final class ToleranceText {
    private static final String OPTION = "--tolerance";

    private ToleranceText() {}

    /**
     * The bounds of a text; a number without a name is that of KS.
     *
     * @throws InputException if it is none
     */
    public static Map<Tolerance, Double> parse(String text) {
        Map<Tolerance, Double> bounds = new EnumMap<>(Tolerance.class);
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? Tolerance.KS.key() : part.substring(0, equals).strip();
            OptionNames.require(OPTION, name, Tolerance.keys());
            Tolerance tolerance = Tolerance.ofKey(name).orElseThrow();
            double bound = bound(part.substring(equals + 1).strip());
            if (bounds.put(tolerance, bound) != null) {
                throw InputException.at(OPTION, name + " twice", "each name once", null);
            }
        }
        return bounds;
    }

    private static double bound(String text) {
        return text.endsWith("%")
                ? Quantities.number(OPTION, text.substring(0, text.length() - 1)) / 100
                : Quantities.number(OPTION, text);
    }
}
