package dev.stowage.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.ingest.schema.Encoding;
import dev.stowage.ingest.schema.FamilyDescription;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.text.LineBlocks;
import dev.stowage.model.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class JsonRowsTest {
    private static final ObjectMapper JACKSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final String[] NAMES = {"n", "t", "o", "x", "\u00e9", "a\"b", "m"};

    private static final SourceSchema TABLE =
            FamilyDescription.parse(
                            List.of(
                                    "family of-a-test",
                                    "table rows",
                                    "- n: id",
                                    "- t: text",
                                    "- o.m: text",
                                    "- l: list"))
                    .table("rows");

    private static RowChunk parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        FoundFile source = new FoundFile(Path.of("x"), "x", TABLE, Encoding.JSON_LINES, 0);
        FieldReader fields = new FieldReader(TABLE, Resources.ofCoresAndGib(1, 1));
        return new JsonRows(source, fields).parse(new LineBlocks.Block(bytes, bytes.length, 1));
    }

    @Test
    void readsMembersInAnyOrderWithBlanksAndEscapes() {
        String[] lines = {
            "\uFEFF{ \"t\" : \"a\\u00e9\\n\\\"\" ,\"zz\":{\"t\":[1,{}]},\"n\":\"12\"}\r",
            "{\"n\":7,\"o\":{\"k\":null,\"m\":\"x\"},\"l\":[ 1, [2] ]}",
            "",
            "{}"
        };
        RowChunk rows = parse(String.join("\n", lines));
        assertThat(rows.size()).isEqualTo(3);
        assertThat(rows.emptyLines()).isEqualTo(1);
        assertThat(rows.value(0, 0)).isEqualTo(12);
        assertThat(rows.text(1, 0)).isEqualTo("aé\n\"");
        assertThat(rows.value(0, 1)).isEqualTo(7);
        assertThat(rows.text(2, 1)).isEqualTo("x");
        assertThat(rows.text(3, 1)).isEqualTo("[ 1, [2] ]");
        assertThat(rows.value(3, 2)).isEqualTo(Long.MIN_VALUE);
    }

    /** Random objects, many of them damaged, are JSON to it exactly if they are to Jackson. */
    @Test
    void agreesWithJacksonAboutWhatAnObjectIs() {
        Random random = new Random(20190501);
        int damaged = 0;
        for (int i = 0; i < 20_000; i++) {
            String text = object(random, 0).toString();
            if (random.nextBoolean()) {
                int at = random.nextInt(text.length());
                String noise = String.valueOf("{}[]\",:\\1an x".charAt(random.nextInt(13)));
                text = text.substring(0, at) + noise + text.substring(at + random.nextInt(2));
            }
            boolean isBad =
                    parse(text).bad().stream()
                            .anyMatch(row -> row.reason().label().equals("not-json"));
            if (hasOddNumber(text)) {
                continue; // numbers are judged where their field is
            }
            assertThat(isBad).as(text).isEqualTo(!isObject(text));
            damaged += isBad ? 1 : 0;
        }
        assertThat(damaged).isBetween(3_000, 12_000);
    }

    private static boolean hasOddNumber(String text) {
        return text.replaceAll("\"(\\\\.|[^\"\\\\])*\"", "s")
                .matches(".*\\d.*[+.eE-].*|.*0\\d.*|.*\\d[a-z].*");
    }

    private static boolean isObject(String text) {
        try {
            JsonNode node = JACKSON.readTree(text);
            return node != null && (node.isObject() || (node.isMissingNode() && text.isBlank()));
        } catch (IOException e) {
            return false;
        }
    }

    private static JsonNode object(Random random, int depth) {
        ObjectNode object = JACKSON.createObjectNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            object.set(NAMES[random.nextInt(NAMES.length)], value(random, depth + 1));
        }
        return object;
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 3 ? 4 : 6)) {
            case 0 -> JACKSON.getNodeFactory().numberNode(1 + random.nextInt(9));
            case 1 ->
                    JACKSON.getNodeFactory().textNode("a\\\"\u00e9\n".substring(random.nextInt(5)));
            case 2 -> JACKSON.getNodeFactory().booleanNode(random.nextBoolean());
            case 3 -> JACKSON.getNodeFactory().nullNode();
            case 4 -> object(random, depth);
            default -> {
                ArrayNode array = JACKSON.createArrayNode();
                for (int i = random.nextInt(3); i > 0; i--) {
                    array.add(value(random, depth + 1));
                }
                yield array;
            }
        };
    }
}
