package dev.stowage.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import dev.stowage.basis.VisibleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** JSON as we read and write it: fixed key order, two blanks, line feeds on every platform. */
public final class Json {
    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .addModule(optionalLongs())
                    .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();
    private static final ObjectWriter WRITER =
            MAPPER.writer(
                    new DefaultPrettyPrinter()
                            .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                            .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private Json() {}

    /** An empty one is null, as in {@code manifest.json}; Jackson needs a library for that. */
    private static SimpleModule optionalLongs() {
        return new SimpleModule()
                .addSerializer(
                        OptionalLong.class,
                        new StdSerializer<>(OptionalLong.class) {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void serialize(
                                    OptionalLong value, JsonGenerator out, SerializerProvider p)
                                    throws IOException {
                                if (value.isPresent()) {
                                    out.writeNumber(value.getAsLong());
                                } else {
                                    out.writeNull();
                                }
                            }
                        })
                .addDeserializer(
                        OptionalLong.class,
                        new StdDeserializer<>(OptionalLong.class) {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public OptionalLong deserialize(
                                    JsonParser in, DeserializationContext context)
                                    throws IOException {
                                return OptionalLong.of(in.getLongValue());
                            }

                            @Override
                            public OptionalLong getNullValue(DeserializationContext context) {
                                return OptionalLong.empty();
                            }
                        });
    }

    /** The mapper, for building and reading trees. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** A value as text, with a final line feed; what a terminal would act on is escaped. */
    public static String text(Object value) {
        try {
            return VisibleText.of(WRITER.writeValueAsString(value)) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result is not JSON: " + e.getMessage(), e);
        }
    }

    /** Writes a value into a new file. */
    public static void write(Object value, Path file) {
        try {
            Files.write(file, text(value).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
