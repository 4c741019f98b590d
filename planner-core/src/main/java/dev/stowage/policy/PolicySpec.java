package dev.stowage.policy;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A policy chosen by name with all its parameters, in the spelling that round-trips: {@code
 * power-of-d[d=2]}.
 *
 * @param name registered name
 * @param parameters every parameter of the policy, by name
 */
public record PolicySpec(String name, Map<String, Integer> parameters) {
    public PolicySpec {
        parameters = Map.copyOf(parameters);
    }

    /** Value of one parameter. */
    public int parameter(String parameterName) {
        Integer value = parameters.get(parameterName);
        if (value == null) {
            throw new IllegalArgumentException(
                    name
                            + " has no parameter "
                            + parameterName
                            + ", it has "
                            + parameters.keySet());
        }
        return value;
    }

    /** The spelling that {@link PolicyRegistry#parse} reads back. */
    @Override
    public String toString() {
        if (parameters.isEmpty()) {
            return name;
        }
        return new TreeMap<>(parameters)
                .entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(",", name + "[", "]"));
    }
}
