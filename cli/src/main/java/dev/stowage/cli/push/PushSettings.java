package dev.stowage.cli.push;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Options of a target by name, as on the command line without dashes, or as in a journal. Never a
 * secret.
 */
public record PushSettings(SortedMap<String, String> values) {
    public PushSettings {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** These options. */
    public static PushSettings of(Map<String, String> values) {
        return new PushSettings(new TreeMap<>(values));
    }

    Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String get(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    boolean isOn(String name) {
        return Boolean.parseBoolean(values.getOrDefault(name, "false"));
    }
}
