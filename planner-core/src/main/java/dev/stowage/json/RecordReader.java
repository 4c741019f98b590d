package dev.stowage.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import dev.stowage.basis.InputException;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the record that a JSON file was written from. A key has to be there, unless its component
 * is left out when empty ({@link JsonInclude}); it may be null only where the component is {@link
 * Nullable}; a key that the record does not have is refused.
 *
 * @param expected what the file should hold, in words
 * @param remedy how to come by such a file; null if there is nothing to say
 */
public record RecordReader(String expected, @Nullable String remedy) {
    private static final ObjectMapper MAPPER =
            Json.mapper()
                    .copy()
                    .setAnnotationIntrospector(new Strict())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /**
     * The record in a file.
     *
     * @throws InputException if it can't be read or has another form
     */
    public <T> T read(Path file, Class<T> type) {
        try {
            return parse(file, new String(Files.readAllBytes(file), StandardCharsets.UTF_8), type);
        } catch (IOException e) {
            throw InputException.of(file, "no readable file", expected, remedy).causedBy(e);
        }
    }

    /** The record in a text; {@code file} is for messages. */
    public <T> T parse(Path file, String text, Class<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            String where = e instanceof JsonMappingException m ? " at " + path(m) : "";
            throw InputException.atLine(file, line, found(e) + where, expected, remedy).causedBy(e);
        }
    }

    private static String found(JsonProcessingException e) {
        return String.valueOf(e.getOriginalMessage())
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst("^Missing required creator property .*", "nothing");
    }

    /** Where in a document a value is that does not fit: {@code items[3].cpu}. */
    public static String path(JsonMappingException e) {
        String path =
                e.getPath().stream()
                        .map(
                                r ->
                                        r.getFieldName() == null
                                                ? "[" + r.getIndex() + "]"
                                                : r.getFieldName())
                        .collect(Collectors.joining("."));
        return path.isEmpty() ? "the document" : path;
    }

    /** Components are required, and not null, unless they say otherwise. */
    private static final class Strict extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
            return member instanceof AnnotatedParameter
                    ? Boolean.valueOf(!mayBeAbsent(member))
                    : super.hasRequiredMarker(member);
        }

        @Override
        public JsonSetter.Value findSetterInfo(Annotated of) {
            return of instanceof AnnotatedParameter parameter
                            && !mayBeAbsent(of)
                            && !mayBeNull(parameter)
                    ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
                    : super.findSetterInfo(of);
        }

        private static boolean mayBeAbsent(Annotated of) {
            return of.hasAnnotation(JsonInclude.class);
        }

        private static boolean mayBeNull(AnnotatedParameter parameter) {
            return parameter.getOwner().getAnnotated() instanceof Executable maker
                    && maker.getAnnotatedParameterTypes()[parameter.getIndex()].isAnnotationPresent(
                            Nullable.class);
        }
    }
}
