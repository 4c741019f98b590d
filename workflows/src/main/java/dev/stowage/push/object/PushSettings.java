package dev.stowage.push.object;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Options of a target by name, as on the command line without dashes, or as in a journal. Never a
 * secret.
 */
public record PushSettings(SortedMap<String, String> values) {
    /** Names the file that is there while a push is to pause; not an option of the command line. */
    public static final String PAUSE_FILE = "pause-file";

    /** Options that say how something is reached or done, and not where or what. */
    public static final Set<String> HOW =
            Set.of(
                    "context",
                    "force-conflicts",
                    "kubeconfig",
                    "max-restarts",
                    "max-unavailable",
                    "timeout",
                    "window");

    public PushSettings {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /** These options. */
    public static PushSettings of(Map<String, String> values) {
        return new PushSettings(new TreeMap<>(values));
    }

    /** The same with other options of {@link #HOW}. */
    public PushSettings with(PushSettings given) {
        SortedMap<String, String> all = new TreeMap<>(values);
        all.putAll(given.values);
        return new PushSettings(all);
    }

    public Optional<String> get(String name) {
        return Optional.ofNullable(values.get(name));
    }

    public String get(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    public boolean isOn(String name) {
        return Boolean.parseBoolean(values.getOrDefault(name, "false"));
    }
}
