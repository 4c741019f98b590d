package dev.stowage.words;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.stowage.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The words that commands and reports print and that a reader may not know, explained. */
public final class Glossary {
    private static final String FILE = "/dev/stowage/words/glossary.json";

    /**
     * A word.
     *
     * @param term as it is printed
     * @param also other spellings, and words that its text explains too
     * @param text what it means
     */
    public record Entry(String term, List<String> also, String text) {
        public Entry {
            also = List.copyOf(also);
        }

        /** The term and its other spellings. */
        public Stream<String> names() {
            return Stream.concat(Stream.of(term), also.stream());
        }
    }

    private Glossary() {}

    /** All words, in alphabetical order. */
    public static List<Entry> all() {
        try (InputStream in = Glossary.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing from the jar");
            }
            return List.copyOf(Json.mapper().readValue(in, new TypeReference<List<Entry>>() {}));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The word of that name, in whatever case; the exact spelling first. */
    public static Optional<Entry> find(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        List<Entry> all = all();
        return all.stream()
                .filter(entry -> entry.names().anyMatch(name::equals))
                .findFirst()
                .or(
                        () ->
                                all.stream()
                                        .filter(
                                                entry ->
                                                        entry.names()
                                                                .anyMatch(
                                                                        each ->
                                                                                each.toLowerCase(
                                                                                                Locale
                                                                                                        .ROOT)
                                                                                        .equals(
                                                                                                lower)))
                                        .findFirst());
    }
}
