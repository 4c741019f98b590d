package dev.stowage.ingest.listed;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.text.TextSource;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.ToIntFunction;

/** A file that is one value of JSON. */
public final class JsonFile {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static final int HEAD = 256;

    private JsonFile() {}

    /**
     * Reads a file whole, and notes it.
     *
     * @param rows how many records of {@code table} the value has
     * @throws InputException if it is no JSON, or damaged
     */
    public static JsonNode read(
            Path file, Listing listing, ListedTable table, ToIntFunction<JsonNode> rows) {
        try (TextSource text =
                TextSource.open(file, listing.request().selection().inflation(), bytes -> {})) {
            JsonNode value = tree(file, text);
            String sum = text.sha256();
            int count = rows.applyAsInt(value);
            table.read(count);
            listing.addFile(file, table, text.diskBytes(), count, sum);
            return value;
        }
    }

    /** True if the first character of a file that is not blank is this one. */
    public static boolean begins(Path file, char first) {
        try (TextSource text = TextSource.open(file, bytes -> {})) {
            byte[] head = new byte[HEAD];
            int length = Math.max(0, text.read(head, 0, head.length));
            String begin = new String(head, 0, length, StandardCharsets.UTF_8);
            return begin.replace("\uFEFF", "").strip().indexOf(first) == 0;
        }
    }

    /** The value of a file whose kind is looked for; throws as {@link #read}. */
    public static JsonNode peek(Path file) {
        try (TextSource text = TextSource.open(file, bytes -> {})) {
            return tree(file, text);
        }
    }

    private static JsonNode tree(Path file, TextSource text) {
        try {
            byte[] bytes = text.asStream().readAllBytes();
            boolean hasMark = bytes.length > 2 && bytes[0] == (byte) 0xef;
            int from = hasMark ? 3 : 0;
            return MAPPER.readTree(bytes, from, bytes.length - from);
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw InputException.atLine(
                            file, line, "broken JSON: " + e.getOriginalMessage(), "JSON", null)
                    .causedBy(e);
        } catch (CharConversionException e) { // taken for UTF-32 by its zeros
            throw InputException.of(file, "text that is not UTF-8", "JSON", null).causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
