package dev.stowage.model.node;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/**
 * The parameters of a profile, all of them, each in its range. Immutable.
 *
 * @param <K> which parameters there are
 */
public final class ParameterSet<K extends Enum<K> & ParameterKey> {
    private final EnumMap<K, Parameter> values;

    private ParameterSet(EnumMap<K, Parameter> values) {
        this.values = values;
    }

    /**
     * The given values.
     *
     * @throws IllegalArgumentException if one is missing, not a number, or out of its range
     */
    public static <K extends Enum<K> & ParameterKey> ParameterSet<K> of(
            Class<K> type, Map<K, Parameter> values) {
        EnumMap<K, Parameter> copy = new EnumMap<>(type);
        for (K key : EnumSet.allOf(type)) {
            Parameter parameter = values.get(key);
            if (parameter == null) {
                throw new IllegalArgumentException(key.spelling() + " is missing");
            }
            double value = parameter.value();
            ParameterKey.Form form = key.form();
            if (!(value >= form.low() && value <= form.high())) {
                throw new IllegalArgumentException(
                        String.format(
                                "%s = %s, expected a number from %s to %s",
                                form.spelling(), value, form.low(), form.high()));
            }
            copy.put(key, parameter);
        }
        return new ParameterSet<>(copy);
    }

    /** The value of one. */
    public double of(K key) {
        return parameter(key).value();
    }

    /** The value of one that counts something. */
    public int whole(K key) {
        return (int) Math.round(of(key));
    }

    /** The value of one with its source. */
    public Parameter parameter(K key) {
        Parameter parameter = values.get(key);
        if (parameter == null) {
            throw new IllegalStateException("no parameter " + key);
        }
        return parameter;
    }

    /** The same with another value for one. */
    public ParameterSet<K> with(K key, double value, ParameterSource source) {
        EnumMap<K, Parameter> copy = new EnumMap<>(values);
        copy.put(key, new Parameter(value, source));
        return of(key.getDeclaringClass(), copy);
    }
}
