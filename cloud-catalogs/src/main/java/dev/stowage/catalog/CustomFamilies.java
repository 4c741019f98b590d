package dev.stowage.catalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.stowage.basis.InputException;
import dev.stowage.basis.InputException.Issue;
import dev.stowage.model.cloud.CustomSizeRule;
import dev.stowage.model.cloud.CustomVmFamily;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Families with custom sizes as YAML: under {@code rules} the size rule of each family, under
 * {@code prices} its prices by region.
 */
public final class CustomFamilies {
    private static final YAMLMapper YAML =
            YAMLMapper.builder()
                    .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                    .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                    .build();

    private final String place;
    private final List<Issue> issues = new ArrayList<>();
    private final Map<String, CustomSizeRule> rules = new LinkedHashMap<>();
    private final List<CustomVmFamily> families = new ArrayList<>();

    private CustomFamilies(String place) {
        this.place = place;
    }

    /**
     * The families of a file.
     *
     * @throws InputException for all its problems at once
     */
    static List<CustomVmFamily> read(String place, InputStream in) throws IOException {
        JsonNode root;
        try {
            root = YAML.readTree(in);
        } catch (JsonProcessingException e) {
            throw InputException.at(
                            place,
                            "no YAML (" + e.getOriginalMessage() + ")",
                            "families with custom sizes",
                            null)
                    .causedBy(e);
        }
        return new CustomFamilies(place).families(root);
    }

    private List<CustomVmFamily> families(JsonNode root) {
        root.path("rules").properties().forEach(each -> rule(each.getKey(), each.getValue()));
        int index = 0;
        for (JsonNode node : root.path("prices")) {
            family("prices[" + index++ + "]", node);
        }
        if (families.isEmpty() && issues.isEmpty()) {
            report("", "no prices", "a list of families under prices, and their rules");
        }
        if (!issues.isEmpty()) {
            throw InputException.of(issues);
        }
        return families;
    }

    private void rule(String family, JsonNode node) {
        List<Integer> vcpus = new ArrayList<>();
        node.path("vcpus").forEach(each -> vcpus.add(each.asInt()));
        try {
            rules.put(
                    family,
                    new CustomSizeRule(
                            vcpus,
                            node.path("minMibPerVcpu").asLong(),
                            node.path("maxMibPerVcpu").asLong(),
                            node.path("stepMib").asLong(),
                            node.path("maxMib").asLong()));
        } catch (IllegalArgumentException e) {
            report(
                    "rules." + family,
                    String.valueOf(e.getMessage()),
                    "vcpus, minMibPerVcpu, maxMibPerVcpu, stepMib, maxMib");
        }
    }

    private void family(String path, JsonNode node) {
        String family = node.path("family").asText();
        CustomSizeRule rule = rules.get(family);
        if (rule == null) {
            report(path, "family \"" + family + "\"", "one of those with rules: " + rules.keySet());
            return;
        }
        JsonNode score = node.path("cpuScorePerVcpu");
        try {
            families.add(
                    new CustomVmFamily(
                            node.path("provider").asText(),
                            family,
                            node.path("region").asText(),
                            node.path("usdPerVcpuHour").decimalValue(),
                            node.path("usdPerGibHour").decimalValue(),
                            rule,
                            node.path("source").asText(),
                            LocalDate.parse(node.path("date").asText()),
                            score.isNumber()
                                    ? OptionalDouble.of(score.doubleValue())
                                    : OptionalDouble.empty()));
        } catch (IllegalArgumentException | DateTimeException e) {
            report(
                    path,
                    String.valueOf(e.getMessage()),
                    "provider, family, region, usdPerVcpuHour, usdPerGibHour, source, date");
        }
    }

    private void report(String path, String found, String expected) {
        issues.add(new Issue(path.isEmpty() ? place : place + ": " + path, found, expected, null));
    }

    /** The file that says these. */
    static String yaml(List<CustomVmFamily> families) {
        ObjectNode root = YAML.createObjectNode();
        ObjectNode rules = root.putObject("rules");
        Map<String, CustomSizeRule> byFamily = new TreeMap<>();
        families.forEach(each -> byFamily.put(each.family(), each.rule()));
        byFamily.forEach(
                (family, rule) -> {
                    ObjectNode node = rules.putObject(family);
                    ArrayNode vcpus = node.putArray("vcpus");
                    rule.vcpus().forEach(vcpus::add);
                    node.put("minMibPerVcpu", rule.minMibPerVcpu())
                            .put("maxMibPerVcpu", rule.maxMibPerVcpu())
                            .put("stepMib", rule.stepMib())
                            .put("maxMib", rule.maxMib());
                });
        ArrayNode prices = root.putArray("prices");
        families.forEach(each -> price(prices.addObject(), each));
        try {
            return YAML.writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("families can't be written: " + e.getMessage(), e);
        }
    }

    private static void price(ObjectNode node, CustomVmFamily family) {
        node.put("provider", family.provider())
                .put("family", family.family())
                .put("region", family.region())
                .put("usdPerVcpuHour", plain(family.usdPerVcpuHour()))
                .put("usdPerGibHour", plain(family.usdPerGibHour()))
                .put("source", family.source())
                .put("date", family.date().toString());
        family.cpuScorePerVcpu().ifPresent(score -> node.put("cpuScorePerVcpu", score));
    }

    private static BigDecimal plain(BigDecimal value) {
        return value.scale() < 0 ? value.setScale(0) : value;
    }
}
