package dev.stowage.billing;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.stowage.model.cloud.BillingRule;
import dev.stowage.model.cloud.SustainedUse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shipped billing rules: a YAML file with the source of each. */
public final class BillingRules {
    private static final String RESOURCE = "billing-rules.yaml";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private BillingRules() {}

    /** The rules by provider, in the order of the file. Reads the file. */
    public static Map<String, BillingRule> reference() {
        Map<String, BillingRule> rules = new LinkedHashMap<>();
        try (InputStream in = BillingRules.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("resource " + RESOURCE + " is missing");
            }
            for (JsonNode node : tree(in)) {
                BillingRule rule = rule(node);
                if (rules.put(rule.provider(), rule) != null) {
                    throw new IllegalStateException("two billing rules for " + rule.provider());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rules;
    }

    /**
     * Without an {@code ObjectMapper}, whose classes take longer to load than the rows of a large
     * catalogue; every value is a text.
     */
    private static JsonNode tree(InputStream in) throws IOException {
        try (JsonParser parser = new YAMLFactory().createParser(in)) {
            parser.nextToken();
            return node(parser);
        }
    }

    private static JsonNode node(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.START_ARRAY) {
            ArrayNode array = NODES.arrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                array.add(node(parser));
            }
            return array;
        }
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            ObjectNode object = NODES.objectNode();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                parser.nextToken();
                object.set(name, node(parser));
            }
            return object;
        }
        return NODES.textNode(parser.getText());
    }

    /** By hand, because binding records costs a quarter of a second at the start of a process. */
    private static BillingRule rule(JsonNode node) {
        List<SustainedUse> sustainedUse = new ArrayList<>();
        for (JsonNode use : node.path("sustainedUse")) {
            List<String> families = new ArrayList<>();
            use.path("families").forEach(family -> families.add(family.asText()));
            List<BigDecimal> rates = new ArrayList<>();
            use.path("rates").forEach(rate -> rates.add(new BigDecimal(rate.asText())));
            sustainedUse.add(new SustainedUse(families, rates, use.path("source").asText()));
        }
        return new BillingRule(
                node.path("provider").asText(),
                node.path("quantumSeconds").asLong(),
                node.path("minimumSeconds").asLong(),
                BillingRule.Rounding.valueOf(node.path("rounding").asText()),
                node.path("currency").asText(),
                node.path("source").asText(),
                sustainedUse);
    }
}
