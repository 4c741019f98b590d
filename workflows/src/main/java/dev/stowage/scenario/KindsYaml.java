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
            @Nullable Integer max,
            @Nullable List<StagesYaml.PriceFrom> prices) {
        /** With the prices of an order that is there in time. */
        Costs on(Optional<Horizon> horizon) {
            Costs at = this;
            Optional<LocalDate> order = horizon.flatMap(each -> each.orderBy(weeks()));
            for (StagesYaml.PriceFrom price :
                    prices == null || order.isEmpty() ? List.<StagesYaml.PriceFrom>of() : prices) {
                if (!price.day().isAfter(order.get())) {
                    at =
                            new Costs(
                                    name,
                                    price.monthlyUsd() == null ? at.monthlyUsd : price.monthlyUsd(),
                                    price.purchaseUsd() == null
                                            ? at.purchaseUsd
                                            : price.purchaseUsd(),
                                    embodiedKgCO2,
                                    years,
                                    leadWeeks,
                                    max,
                                    prices);
                }
            }
            return at;
        }

        private double weeks() {
            return leadWeeks == null ? 0 : leadWeeks;
        }

        /** A month of what is spread over the years; 0 where there is nothing to spread. */
        BigDecimal monthly(@Nullable BigDecimal whole) {
            return whole == null || years == null
                    ? BigDecimal.ZERO
                    : whole.divide(years.multiply(BigDecimal.valueOf(12)), MathContext.DECIMAL64);
        }
    }

    /** Of a checked scenario; empty where it has one kind. */
    static Optional<Scenario.Kinds> of(JsonNode root, UnaryOperator<Path> beside) {
        JsonNode nodes = root.at(TYPES);
        if (nodes.isMissingNode()) {
            return Optional.empty();
        }
        EnergyYaml energy = EnergyYaml.of(root.at(SERVERS));
        List<StagesYaml.Dated> dates = StagesYaml.of(root.at(SCHEDULE));
        if (dates.isEmpty()) {
            return Optional.of(of(root, energy, Optional.empty(), beside));
        }
        List<Scenario.Stage> stages = new ArrayList<>();
        for (StagesYaml.Dated date : dates) {
            stages.add(
                    new Scenario.Stage(
                            date.horizon().by(),
                            date.days(),
                            date.growth(),
                            of(root, energy, Optional.of(date.horizon()), beside)));
        }
        Scenario.Kinds last = stages.get(stages.size() - 1).kinds();
        return Optional.of(
                root.at(SCHEDULE).has("stages")
                        ? last.with(new Scenario.Stages(stages, dates.get(0).horizon().from()))
                        : last);
    }

    /** The kinds that there are by a day. */
    private static Scenario.Kinds of(
            JsonNode root,
            EnergyYaml energy,
            Optional<Horizon> horizon,
            UnaryOperator<Path> beside) {
        Map<String, LocalDate> orderBy = new LinkedHashMap<>();
        List<String> late = new ArrayList<>();
        Map<String, PricedType> types = types(root, energy, horizon);
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
                    "no server that stays, and none that is there in time"
                            + horizon.map(each -> " on " + each.by()).orElse("")
                            + ": "
                            + String.join(" ", late),
                    "a later day in servers.schedule, or a type with a shorter leadWeeks",
                    null);
        }
        return new Scenario.Kinds(
                kinds,
                owned.retired(),
                owned.sources(),
                energy.terms(),
                root.at(TYPES),
                owned.existing(),
                root.at(EnergyYaml.ENERGY),
                energy.aim(),
                Optional.of(root.at(BUDGET.append(MONTHLY)))
                        .filter(JsonNode::isNumber)
                        .map(JsonNode::decimalValue),
                new Scenario.Delivery(orderBy, purchases(types), late, root.at(SCHEDULE)),
                Optional.empty());
    }

    /** What one of each type costs to buy. */
    private static Map<String, BigDecimal> purchases(Map<String, PricedType> types) {
        Map<String, BigDecimal> purchases = new LinkedHashMap<>();
        types.forEach(
                (name, type) -> {
                    BigDecimal usd = type.purchaseUsd();
                    if (usd != null) {
                        purchases.put(name, usd);
                    }
                });
        return purchases;
    }

    /** The types of a checked scenario by name, in its order. */
    static Map<String, PricedType> types(JsonNode root, EnergyYaml energy) {
        return types(root, energy, Optional.empty());
    }

    /** The same at the prices of orders that are there by a day. */
    private static Map<String, PricedType> types(
            JsonNode root, EnergyYaml energy, Optional<Horizon> horizon) {
        int max = root.at(JsonPointer.compile("/search/max")).intValue();
        Map<String, PricedType> types = new LinkedHashMap<>();
        for (JsonNode node : root.at(TYPES)) {
            Costs costs = Json.mapper().convertValue(node, Costs.class).on(horizon);
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
                            costs.weeks()));
        }
        return types;
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

    /** What a schema can't know. Looks only at values of the right type. */
    static List<LocatedIssue> issues(LocatedYaml yaml) {
        List<LocatedIssue> issues = new ArrayList<>();
        if (yaml.at(TYPES).isArray() && yaml.at(SCHEDULE).isMissingNode()) {
            StagesYaml.withoutSchedule(yaml, issues);
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
        StagesYaml.issues(yaml, issues);
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
