package dev.stowage.policy.autoscale;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Objects;

/** The lines of a fixture, without those that say how it was made. */
public final class GoldenLines {
    private GoldenLines() {}

    /** Lines of a file beside a test. */
    public static List<String> of(Class<?> test, String name) throws IOException {
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(test.getResourceAsStream(name)), UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }
}
