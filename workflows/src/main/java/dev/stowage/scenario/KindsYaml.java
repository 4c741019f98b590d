package dev.stowage.scenario;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.model.ServerType;
import dev.stowage.plan.mix.Aim;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.Price;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.LocatedYaml.Problem;
import dev.stowage.scenario.owned.Horizon;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Several kinds of servers in YAML: {@code types} and {@code existing} of {@code servers}. */
final class KindsYaml {
    private static final JsonPointer SERVERS = JsonPointer.compile("/servers");
    private static final JsonPointer TYPES = JsonPointer.compile("/servers/types");
    private static final JsonPointer REJECTED = JsonPointer.compile("/objective/rejected");
    private static final JsonPointer MONTHLY = JsonPointer.compile("/monthlyUsd");
    private static final JsonPointer SCHEDULE = JsonPointer.compile("/servers/schedule");
    private static final JsonPointer BUDGET = JsonPointer.compile("/servers/budget");
    private static final JsonPointer EXISTING = JsonPointer.compile("/servers/existing");
    private static final List<String> NOT_WITH_KINDS =
            List.of(
                    "/uncertainty/growth",
                    "/uncertainty/generators",
                    "/packing",
                    "/workload/load",
                    "/servers/failures",
                    "/servers/domainFailures",
                    "/servers/maintenance",
                    "/servers/idleOff");

    private KindsYaml() {}

    /**
     * What a kind costs and how many there may be, beside what it is.
     *
     * @param server what it is
     * @param running what one takes while it is there
     * @param whole what one takes that is bought
     * @param most that may be bought
     * @param purchaseUsd what one costs once; null if nothing
     * @param leadWeeks from an order to use
     */
    record PricedType(
            ServerType server,
            Price running,
            Price whole,
            int most,
            @Nullable BigDecimal purchaseUsd,
            double leadWeeks) {
        PricedType withMost(int number) {
            return new PricedType(server, running, whole, number, purchaseUsd, leadWeeks);
        }
    }

    /** The keys of a type that are about what it costs. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    private record Costs(
            String name,
            @Nullable BigDecimal monthlyUsd,
            @Nullable BigDecimal purchaseUsd,
            @Nullable BigDecimal embodiedKgCO2,
            @Nullable BigDecimal years,
            @Nullable Double leadWeeks,
            @Nullable Integer max) {
        /** A month of what is spread over the years; 0 where there is nothing to spread. */
        BigDecimal monthly(@Nullable BigDecimal whole) {
            return whole == null || years == null
                    ? BigDecimal.ZERO
                    : whole.divide(years.multiply(BigDecimal.valueOf(12)), MathContext.DECIMAL64);
        }
    }

    /** From when, and by when. */
    private record Days(String from, String by) {}

    /** Of a checked scenario; empty where it has one kind. */
    static Optional<Scenario.Kinds> of(JsonNode root, UnaryOperator<Path> beside) {
        JsonNode nodes = root.at(TYPES);
        if (nodes.isMissingNode()) {
            return Optional.empty();
        }
        EnergyYaml energy = EnergyYaml.of(root.at(SERVERS));
        Optional<Horizon> horizon = horizon(root.at(SCHEDULE));
        Map<String, LocalDate> orderBy = new LinkedHashMap<>();
        List<String> late = new ArrayList<>();
        Map<String, PricedType> types = types(root, energy);
        types.replaceAll((name, type) -> type.withMost(inTime(name, type, horizon, orderBy, late)));
        ExistingYaml.Owned owned =
                ExistingYaml.of(root.at(EXISTING), types, energy, horizon, beside);
        List<Kind> kinds = new ArrayList<>(owned.kinds());
        for (PricedType type : types.values()) {
            if (type.most() > 0) {
                kinds.add(
                        new Kind(type.server(), type.whole(), energy.aim(), 0, type.most(), false));
            }
        }
        if (kinds.isEmpty()) {
            throw InputException.at(
                    "servers.types",
                    "no server that stays, and none that is there in time: "
                            + String.join(" ", late),
                    "a later servers.schedule.by, or a type with a shorter leadWeeks",
                    null);
        }
        return Optional.of(
                new Scenario.Kinds(
                        kinds,
                        owned.retired(),
                        owned.sources(),
                        energy.terms(),
                        nodes,
                        owned.existing(),
                        root.at(EnergyYaml.ENERGY),
                        energy.aim(),
                        Optional.of(root.at(BUDGET.append(MONTHLY)))
                                .filter(JsonNode::isNumber)
                                .map(JsonNode::decimalValue),
                        new Scenario.Delivery(orderBy, late, root.at(SCHEDULE))));
    }

    /** The types of a checked scenario by name, in its order. */
    static Map<String, PricedType> types(JsonNode root, EnergyYaml energy) {
        int max = root.at(JsonPointer.compile("/search/max")).intValue();
        Map<String, PricedType> types = new LinkedHashMap<>();
        for (JsonNode node : root.at(TYPES)) {
            Costs costs = Json.mapper().convertValue(node, Costs.class);
            ServerType server = ScenarioBinding.server(node);
            BigDecimal monthly = costs.monthlyUsd() == null ? BigDecimal.ZERO : costs.monthlyUsd();
            types.put(
                    costs.name(),
                    new PricedType(
                            server,
                            energy.price(server, monthly, BigDecimal.ZERO),
                            energy.price(
                                    server,
                                    monthly.add(costs.monthly(costs.purchaseUsd())),
                                    costs.monthly(costs.embodiedKgCO2())),
                            costs.max() == null ? max : Math.min(max, costs.max()),
                            costs.purchaseUsd(),
                            costs.leadWeeks() == null ? 0 : costs.leadWeeks()));
        }
        return types;
    }

    private static Optional<Horizon> horizon(JsonNode schedule) {
        if (schedule.isMissingNode()) {
            return Optional.empty();
        }
        Days days = Json.mapper().convertValue(schedule, Days.class);
        return Optional.of(
                new Horizon(
                        Horizon.day(days.from()).orElseThrow(),
                        Horizon.day(days.by()).orElseThrow()));
    }

    /** How many of a type can be there in time; when they are to be ordered is put down. */
    private static int inTime(
            String name,
            PricedType type,
            Optional<Horizon> horizon,
            Map<String, LocalDate> orderBy,
            List<String> late) {
        if (horizon.isEmpty() || type.most() == 0) {
            return type.most();
        }
        double weeks = type.leadWeeks();
        Optional<LocalDate> last = horizon.get().orderBy(weeks);
        if (last.isPresent()) {
            orderBy.put(name, last.get());
            return type.most();
        }
        late.add(
                name
                        + " is not bought: ordered on "
                        + horizon.get().from()
                        + " it is there on "
                        + horizon.get().earliest(weeks)
                        + ", after "
                        + horizon.get().by()
                        + ".");
        return 0;
    }

    private static void leadWithoutSchedule(LocatedYaml yaml, List<LocatedIssue> issues) {
        JsonNode types = yaml.at(TYPES);
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).has("leadWeeks")) {
                add(
                        issues,
                        yaml,
                        TYPES.appendIndex(i).appendProperty("leadWeeks"),
                        "leadWeeks without servers.schedule",
                        "schedule: {from: 2027-01-04, by: 2027-03-31} beside types",
                        "It says from when servers can be ordered, and by when they are needed.");
            }
        }
    }

    private static void schedule(LocatedYaml yaml, List<LocatedIssue> issues) {
        List<Optional<LocalDate>> days = new ArrayList<>();
        for (String key : List.of("from", "by")) {
            JsonNode day = yaml.at(SCHEDULE.appendProperty(key));
            days.add(day.isTextual() ? Horizon.day(day.textValue()) : Optional.empty());
            if (day.isTextual() && days.get(days.size() - 1).isEmpty()) {
                add(
                        issues,
                        yaml,
                        SCHEDULE.appendProperty(key),
                        "\"" + day.textValue() + "\"",
                        "a day that there is, as in 2027-03-31",
                        null);
            }
        }
        Optional<LocalDate> from = days.get(0);
        if (from.isPresent() && days.get(1).filter(by -> by.isBefore(from.get())).isPresent()) {
            add(
                    issues,
                    yaml,
                    SCHEDULE.appendProperty("by"),
                    days.get(1).get() + ", before from",
                    "a day from " + from.get() + " on",
                    null);
        }
    }

    /** What a schema can't know. Looks only at values of the right type. */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        if (yaml.at(TYPES).isArray() && yaml.at(SCHEDULE).isMissingNode()) {
            leadWithoutSchedule(yaml, issues);
        }
        issues.addAll(issuesOfAnyDay(yaml));
        return issues;
    }

    /** The same for a reader that has days of its own. */
    static List<LocatedIssue> issuesOfAnyDay(LocatedYaml yaml) {
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
            for (String key : List.of("existing", "energy", "minimise", "budget", "schedule")) {
                if (servers.has(key)) {
                    add(
                            issues,
                            yaml,
                            SERVERS.appendProperty(key),
                            key + " without types",
                            "types beside it, which say what servers there are",
                            "Of one kind write types with one entry.");
                }
            }
            return issues;
        }
        Set<String> names = names(yaml, issues);
        ExistingYaml.issues(yaml, names, issues);
        EnergyYaml.issues(yaml, issues);
        schedule(yaml, issues);
        JsonNode minimise = yaml.at(SERVERS.appendProperty("minimise"));
        if (minimise.isTextual() && !minimise.textValue().equals("cost") && servers.has("budget")) {
            add(
                    issues,
                    yaml,
                    BUDGET,
                    "a budget with minimise: " + minimise.textValue(),
                    "one of them",
                    "A budget is of money.");
        }
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
            boolean isSpread = isBought || types.get(i).has("embodiedKgCO2");
            if (types.get(i).isObject() && isSpread != types.get(i).has("years")) {
                add(
                        issues,
                        yaml,
                        at,
                        isSpread
                                ? (isBought ? "purchaseUsd" : "embodiedKgCO2") + " without years"
                                : "years without purchaseUsd or embodiedKgCO2",
                        "both: what is bought is spread over the years",
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
        for (JsonNode group : yaml.at(EXISTING)) { // a file shows when it is read
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

    static void add(
            List<LocatedIssue> issues,
            LocatedYaml yaml,
            JsonPointer at,
            String found,
            String expected,
            @Nullable String remedy) {
        issues.add(yaml.atValue(at, new Problem(found, expected, remedy)));
    }

    /** Adds the keys as they were given. */
    static void write(Scenario.Kinds kinds, Path folder, Map<String, Object> servers) {
        servers.put("types", kinds.types());
        if (!kinds.existing().isMissingNode()) {
            servers.put("existing", ExistingYaml.written(kinds.existing(), folder));
        }
        if (!kinds.energy().isMissingNode()) {
            servers.put("energy", kinds.energy());
        }
        if (!kinds.delivery().schedule().isMissingNode()) {
            servers.put("schedule", kinds.delivery().schedule());
        }
        kinds.budgetUsd().ifPresent(usd -> servers.put("budget", Map.of("monthlyUsd", usd)));
        if (kinds.aim() != Aim.COST) {
            servers.put("minimise", kinds.aim().text());
        }
    }
}
