package dev.stowage.option;

import dev.stowage.basis.InputException;
import dev.stowage.basis.NearestName;
import dev.stowage.policy.PolicyRegistry;
import dev.stowage.policy.PolicySpec;
import java.util.Collection;

/** Names that a user gave, held to those that there are. */
public final class OptionNames {
    private OptionNames() {}

    /**
     * {@code text} if it is one of {@code known}.
     *
     * @throws InputException else; lists them and says which one was probably meant
     */
    public static String require(String place, String text, Collection<String> known) {
        if (known.contains(text)) {
            return text;
        }
        String names = String.join(", ", known);
        throw InputException.at(
                place,
                "\"" + text + "\"",
                known.size() == 1 ? names : "one of " + names,
                NearestName.question(text, known).orElse(null));
    }

    /**
     * The policy of a text such as {@code best-fit[cpu=0.5]}.
     *
     * @throws InputException if the registry has none of that name, or its parameters are wrong
     */
    public static PolicySpec policy(String place, String text, PolicyRegistry<?> registry) {
        int bracket = text.indexOf('[');
        require(place, bracket < 0 ? text : text.substring(0, bracket), registry.names());
        return registry.parse(place, text);
    }
}
