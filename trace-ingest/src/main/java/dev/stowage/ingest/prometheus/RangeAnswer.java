package dev.stowage.ingest.prometheus;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.basis.InputException;
import dev.stowage.ingest.listed.ListedTable;
import dev.stowage.ingest.listed.Listing;
import dev.stowage.ingest.text.TextSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A file of answers of Prometheus' HTTP API to queries over a time, one or several after another.
 * One series is held as a tree at a time.
 *
 * <p>Source: Prometheus, HTTP API, range queries ({@code /api/v1/query_range}).
 */
final class RangeAnswer {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String EXPECTED =
            "answers of Prometheus to /api/v1/query_range, as curl saves them";

    /** What becomes of a series. */
    @FunctionalInterface
    interface Reader {
        /**
         * Takes a series.
         *
         * @param line where it begins in its file
         */
        void read(long line, JsonNode series);
    }

    private RangeAnswer() {}

    /** True if a file begins as such an answer does. */
    static boolean looksLikeOne(Path path) {
        try (TextSource source = TextSource.open(path, bytes -> {});
                JsonParser parser = MAPPER.createParser(source.asStream())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            boolean hasStatus = false;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (name.equals("status") && value == JsonToken.VALUE_STRING) {
                    String text = parser.getText();
                    hasStatus = text.equals("success") || text.equals("error");
                } else if (name.equals("data") && value == JsonToken.START_OBJECT) {
                    return hasStatus
                            && parser.nextToken() == JsonToken.FIELD_NAME
                            && (parser.currentName().equals("resultType")
                                    || parser.currentName().equals("result"));
                } else {
                    parser.skipChildren();
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Reads a file.
     *
     * @throws InputException if it is no such answer, damaged, or says that the query failed
     */
    static void read(Path path, Listing listing, ListedTable table, Reader reader) {
        long[] series = {0};
        try (TextSource source =
                        TextSource.open(
                                path, listing.request().selection().inflation(), bytes -> {});
                JsonParser parser = MAPPER.createParser(source.asStream())) {
            parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE); // its checksum is wanted
            parser.nextToken();
            do {
                readAnswer(
                        path,
                        parser,
                        (line, one) -> {
                            series[0]++;
                            reader.read(line, one);
                        });
            } while (parser.nextToken() != null);
            String sum = source.sha256();
            listing.addFile(path, table, source.diskBytes(), series[0], sum);
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
            throw InputException.atLine(
                            path,
                            line,
                            "broken JSON: " + e.getOriginalMessage(),
                            EXPECTED,
                            "Ask Prometheus again.")
                    .causedBy(e);
        } catch (IOException e) {
            throw new UncheckedIOException(path.toString(), e);
        }
    }

    private static void readAnswer(Path path, JsonParser parser, Reader reader) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw InputException.of(path, "no JSON object", EXPECTED, null);
        }
        boolean hasResult = false;
        String error = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("data") && value == JsonToken.START_OBJECT) {
                hasResult |= readData(parser, reader);
            } else if (name.equals("error") && value == JsonToken.VALUE_STRING) {
                error = parser.getText();
            } else {
                parser.skipChildren();
            }
        }
        if (!hasResult) {
            throw InputException.of(
                    path,
                    error.isEmpty() ? "no data.result" : "an error of Prometheus: " + error,
                    EXPECTED,
                    "Ask Prometheus again.");
        }
    }

    private static boolean readData(JsonParser parser, Reader reader) throws IOException {
        boolean hasResult = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isResult = parser.currentName().equals("result");
            if (parser.nextToken() == JsonToken.START_ARRAY && isResult) {
                hasResult = true;
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    long line = parser.currentTokenLocation().getLineNr();
                    JsonNode series = parser.readValueAsTree();
                    reader.read(line, series);
                }
            } else {
                parser.skipChildren();
            }
        }
        return hasResult;
    }
}
