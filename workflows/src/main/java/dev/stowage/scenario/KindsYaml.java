package dev.stowage.scenario;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.json.Json;
import dev.stowage.plan.mix.Kind;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Several kinds of servers in YAML: {@code types} and {@code existing} of {@code servers}. */
final class KindsYaml {
    private static final JsonPointer SERVERS = JsonPointer.compile("/servers");
    private static final JsonPointer TYPES = JsonPointer.compile("/servers/types");
    private static final JsonPointer REJECTED = JsonPointer.compile("/objective/rejected");
    private static final JsonPointer EXISTING = JsonPointer.compile("/servers/existing");
    private static final List<String> NOT_WITH_KINDS =
            List.of(
                    "/objective/survive",
                    "/uncertainty/growth",
                    "/uncertainty/generators",
                    "/packing",
                    "/workload/load",
                    "/servers/serversPerDomain",
                    "/servers/failures",
                    "/servers/domainFailures",
                    "/servers/maintenance",
                    "/servers/idleOff");

    private KindsYaml() {}

    /** What a kind costs and how many there may be, beside what it is. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Price(
            String name,
            @Nullable BigDecimal monthlyUsd,
            @Nullable BigDecimal purchaseUsd,
            @Nullable BigDecimal years,
            @Nullable Integer max) {
        BigDecimal running() {
            return monthlyUsd == null ? BigDecimal.ZERO : monthlyUsd;
        }

        /** A month of what is bought. */
        BigDecimal whole() {
            if (purchaseUsd == null || years == null) {
                return running();
            }
            BigDecimal months = years.multiply(BigDecimal.valueOf(12));
            return running().add(purchaseUsd.divide(months, MathContext.DECIMAL64));
        }
    }

    /** Servers that are there. */
    private record Existing(
            String type, int count, @Nullable Boolean mayRetire, @Nullable String retireBy) {}

    /** Of a checked scenario; empty where it has one kind. */
    static Optional<Scenario.Kinds> of(JsonNode root) {
        JsonNode types = root.at(TYPES);
        if (types.isMissingNode()) {
            return Optional.empty();
        }
        int max = root.at(JsonPointer.compile("/search/max")).intValue();
        Map<String, JsonNode> nodes = new LinkedHashMap<>();
        Map<String, Price> prices = new LinkedHashMap<>();
        for (JsonNode node : types) {
            Price price = Json.mapper().convertValue(node, Price.class);
            nodes.put(price.name(), node);
            prices.put(price.name(), price);
        }
        List<Kind> kinds = new ArrayList<>();
        List<Scenario.Retirement> retired = new ArrayList<>();
        for (JsonNode node : root.at(EXISTING)) {
            Existing group = Json.mapper().convertValue(node, Existing.class);
            Price price = prices.get(group.type());
            JsonNode type = nodes.get(group.type());
            if (price == null || type == null) {
                throw new IllegalStateException("no type " + group.type());
            }
            if (group.retireBy() != null) {
                retired.add(new Scenario.Retirement(group.type(), group.count(), group.retireBy()));
                continue;
            }
            kinds.add(
                    new Kind(
                            ScenarioBinding.server(type),
                            Kind.micros(price.running()),
                            Boolean.TRUE.equals(group.mayRetire()) ? 0 : group.count(),
                            group.count(),
                            true));
        }
        prices.forEach(
                (name, price) -> {
                    int most = price.max() == null ? max : Math.min(max, price.max());
                    JsonNode type = nodes.get(name);
                    if (most > 0 && type != null) {
                        kinds.add(
                                new Kind(
                                        ScenarioBinding.server(type),
                                        Kind.micros(price.whole()),
                                        0,
                                        most,
                                        false));
                    }
                });
        return Optional.of(new Scenario.Kinds(kinds, retired, types, root.at(EXISTING)));
    }

    /** What a schema can't know. Looks only at values of the right type. */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        JsonNode servers = yaml.at(SERVERS);
        boolean isSeveral = servers.has("types");
        if (servers.isObject() && isSeveral == servers.has("type")) {
            add(
                    issues,
                    yaml,
                    SERVERS,
                    isSeveral ? "type and types" : "neither type nor types",
                    "one kind as type, or several as types",
                    null);
        }
        if (!isSeveral) {
            if (servers.has("existing")) {
                add(
                        issues,
                        yaml,
                        EXISTING,
                        "servers that are there, without types",
                        "types beside them, which say what they are",
                        null);
            }
            return issues;
        }
        Set<String> names = names(yaml, issues);
        existing(yaml, names, issues);
        attributes(yaml, issues);
        somethingIsLeft(yaml, issues);
        for (String other : NOT_WITH_KINDS) {
            JsonPointer path = JsonPointer.compile(other);
            if (!yaml.at(path).isMissingNode()) {
                add(
                        issues,
                        yaml,
                        path,
                        other.substring(1).replace('/', '.') + " beside servers.types",
                        "servers.type, one kind, or no " + path.last().getMatchingProperty(),
                        "It is not there yet for several kinds.");
            }
        }
        return issues;
    }

    private static Set<String> names(LocatedYaml yaml, List<LocatedIssue> issues) {
        Set<String> names = new HashSet<>();
        JsonNode types = yaml.at(TYPES);
        for (int i = 0; types.isArray() && i < types.size(); i++) {
            JsonPointer at = TYPES.appendIndex(i);
            JsonNode name = yaml.at(at.appendProperty("name"));
            if (name.isTextual() && !names.add(name.textValue())) {
                add(
                        issues,
                        yaml,
                        at.appendProperty("name"),
                        "a second type \"" + name.textValue() + "\"",
                        "a name of its own for each type",
                        null);
            }
            boolean isBought = types.get(i).has("purchaseUsd");
            if (types.get(i).isObject() && !isBought && !types.get(i).has("monthlyUsd")) {
                add(
                        issues,
                        yaml,
                        at,
                        "a type without a price",
                        "monthlyUsd, or purchaseUsd and years, or both",
                        "The plan is the cheapest mix. Write monthlyUsd: 0 if it costs nothing.");
            }
            if (types.get(i).isObject() && isBought != types.get(i).has("years")) {
                add(
                        issues,
                        yaml,
                        at,
                        isBought ? "purchaseUsd without years" : "years without purchaseUsd",
                        "both: the price is spread over the years",
                        null);
            }
        }
        return names;
    }

    /** Bounds are those of one kind as large as all, which has one set of attributes. */
    private static void attributes(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode types = yaml.at(TYPES);
        JsonPointer own = JsonPointer.compile("/attributes");
        for (int i = 1; types.isArray() && i < types.size(); i++) {
            if (!types.get(i).at(own).equals(types.get(0).at(own))) {
                add(
                        issues,
                        yaml,
                        TYPES.appendIndex(i),
                        "other attributes than those of the first type",
                        "the same attributes for all types",
                        "Kinds that differ in them are not there yet.");
            }
        }
        JsonNode rejected = yaml.at(REJECTED);
        if (rejected.isNumber() && rejected.doubleValue() > 0) {
            add(
                    issues,
                    yaml,
                    REJECTED,
                    rejected + " tasks that may be rejected, beside servers.types",
                    "0, or servers.type",
                    "It is not there yet for several kinds.");
        }
    }

    private static void somethingIsLeft(LocatedYaml yaml, List<LocatedIssue> issues) {
        boolean isAny = false;
        for (JsonNode type : yaml.at(TYPES)) {
            JsonNode max = type.at(JsonPointer.compile("/max"));
            isAny |= !max.isNumber() || max.intValue() > 0;
        }
        for (JsonNode group : yaml.at(EXISTING)) {
            isAny |= !group.has("retireBy");
        }
        if (!isAny && yaml.at(TYPES).isArray()) {
            add(
                    issues,
                    yaml,
                    TYPES,
                    "types of which none can be bought, and no servers that stay",
                    "a type with max above 0, or existing servers without retireBy",
                    null);
        }
    }

    private static void existing(LocatedYaml yaml, Set<String> names, List<LocatedIssue> issues) {
        JsonNode groups = yaml.at(EXISTING);
        for (int i = 0; groups.isArray() && i < groups.size(); i++) {
            JsonPointer at = EXISTING.appendIndex(i);
            JsonNode type = yaml.at(at.appendProperty("type"));
            if (type.isTextual() && !names.contains(type.textValue())) {
                add(
                        issues,
                        yaml,
                        at.appendProperty("type"),
                        "the unknown type \"" + type.textValue() + "\"",
                        "one of " + String.join(", ", names.stream().sorted().toList()),
                        "A type that can't be bought any more has max: 0.");
            }
            if (groups.get(i).has("retireBy") && groups.get(i).has("mayRetire")) {
                add(
                        issues,
                        yaml,
                        at,
                        "mayRetire and retireBy",
                        "one of them: servers may go, or must",
                        null);
            }
        }
    }

    private static void add(
            List<LocatedIssue> issues,
            LocatedYaml yaml,
            JsonPointer at,
            String found,
            String expected,
            @Nullable String remedy) {
        issues.add(yaml.atValue(at, new Problem(found, expected, remedy)));
    }

    /** Adds the keys as they were given. */
    static void write(Scenario.Kinds kinds, Map<String, Object> servers) {
        servers.put("types", kinds.types());
        if (!kinds.existing().isMissingNode()) {
            servers.put("existing", kinds.existing());
        }
    }
}
