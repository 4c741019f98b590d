package dev.stowage.policy;

import dev.stowage.basis.InputException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The policies of one kind by name. Adding one is one {@link Entry}; help text, completion, schema
 * and the lists in error messages derive from it.
 *
 * @param <P> the policy interface
 */
public final class PolicyRegistry<P> {
    private static final Pattern SPELLING =
            Pattern.compile("([a-z][a-z0-9-]*)(?:\\[([^\\]]*)\\])?");

    /**
     * Makes a fresh policy for one run; {@code random} is that run's own stream for this kind of
     * policy.
     */
    @FunctionalInterface
    public interface Factory<P> {
        P create(PolicySpec spec, RandomGenerator random);
    }

    /**
     * What the parameters of a policy must be together.
     *
     * @param expected in words, for the error
     * @param isMet false if they are not
     */
    public record Requirement(String expected, Predicate<PolicySpec> isMet) {
        /** Any values will do. */
        public static final Requirement NONE = new Requirement("anything", spec -> true);
    }

    /**
     * One policy.
     *
     * @param name as on the command line
     * @param description one line for the help
     * @param isRandom true if it draws random numbers, so that replications differ
     * @param parameters its parameters, may be empty
     * @param requirement what the parameters must be together
     * @param factory makes one for a run
     */
    public record Entry<P>(
            String name,
            String description,
            boolean isRandom,
            List<PolicyParameter> parameters,
            Requirement requirement,
            Factory<P> factory) {
        public Entry {
            parameters = List.copyOf(parameters);
        }

        /** A policy whose parameters may be anything within their ranges. */
        public Entry(
                String name,
                String description,
                boolean isRandom,
                List<PolicyParameter> parameters,
                Factory<P> factory) {
            this(name, description, isRandom, parameters, Requirement.NONE, factory);
        }
    }

    private final String kind;
    private final Map<String, Entry<P>> entries = new LinkedHashMap<>();

    /** A registry of policies of one {@code kind} (as errors call it: {@code placement policy}). */
    public PolicyRegistry(String kind, List<Entry<P>> entries) {
        this.kind = kind;
        for (Entry<P> entry : entries) {
            if (this.entries.put(entry.name(), entry) != null) {
                throw new IllegalArgumentException("two policies named " + entry.name());
            }
        }
    }

    /** All entries, in order of registration. */
    public List<Entry<P>> entries() {
        return List.copyOf(entries.values());
    }

    /** All names, in order of registration. */
    public List<String> names() {
        return List.copyOf(entries.keySet());
    }

    /** The entry that {@code spec} names. */
    public Entry<P> entry(PolicySpec spec) {
        Entry<P> entry = entries.get(spec.name());
        if (entry == null) {
            throw new IllegalArgumentException("no " + kind + " named " + spec.name());
        }
        return entry;
    }

    /** A fresh policy for one run. */
    public P create(PolicySpec spec, RandomGenerator random) {
        return entry(spec).factory().create(spec, random);
    }

    /**
     * Reads {@code name} or {@code name[parameter=value,…]}.
     *
     * @param place where the text stands, for the error
     * @throws InputException if the name, a parameter or a value is unknown or out of range; lists
     *     the valid ones
     */
    public PolicySpec parse(String place, String text) {
        Matcher matcher = SPELLING.matcher(text);
        Entry<P> entry = matcher.matches() ? entries.get(matcher.group(1)) : null;
        if (entry == null) {
            throw InputException.at(
                    place,
                    kind + " \"" + text + "\"",
                    "one of " + String.join(", ", names()),
                    "Parameters go in brackets, as in power-of-d[d=3].");
        }
        Map<String, Integer> values = new HashMap<>();
        entry.parameters()
                .forEach(parameter -> values.put(parameter.name(), parameter.defaultValue()));
        String arguments = matcher.group(2);
        if (arguments != null && !arguments.isBlank()) {
            for (String argument : arguments.split(",", -1)) {
                assign(place, entry, argument.strip(), values);
            }
        }
        PolicySpec spec = new PolicySpec(entry.name(), values);
        if (!entry.requirement().isMet().test(spec)) {
            throw InputException.at(
                    place, kind + " \"" + text + "\"", entry.requirement().expected(), null);
        }
        return spec;
    }

    private void assign(
            String place, Entry<P> entry, String argument, Map<String, Integer> values) {
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals).strip();
        for (PolicyParameter parameter : entry.parameters()) {
            if (parameter.name().equals(name) && equals > 0) {
                values.put(name, value(place, parameter, argument.substring(equals + 1).strip()));
                return;
            }
        }
        String known =
                entry.parameters().isEmpty()
                        ? entry.name() + " without parameters"
                        : "parameters of "
                                + entry.name()
                                + " as name=value: "
                                + String.join(
                                        ", ",
                                        entry.parameters().stream()
                                                .map(PolicyParameter::name)
                                                .toList());
        throw InputException.at(place, "\"" + argument + "\"", known, null);
    }

    private static int value(String place, PolicyParameter parameter, String text) {
        int value;
        try {
            value = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            value = Integer.MIN_VALUE;
        }
        if (value < parameter.low() || value > parameter.high()) {
            throw InputException.at(
                    place,
                    parameter.name() + "=" + text,
                    "a whole number from " + parameter.low() + " to " + parameter.high(),
                    parameter.help());
        }
        return value;
    }
}
