package dev.stowage.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.basis.InputException;
import dev.stowage.json.Json;
import dev.stowage.model.Resources;
import dev.stowage.model.ServerType;
import dev.stowage.plan.mix.Kind;
import dev.stowage.plan.mix.Price;
import dev.stowage.scenario.KindsYaml.PricedType;
import dev.stowage.scenario.LocatedYaml.LocatedIssue;
import dev.stowage.scenario.owned.Horizon;
import dev.stowage.scenario.owned.Inventory;
import dev.stowage.scenario.owned.MachineSizes;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Servers that are there: {@code existing} of {@code servers}, each entry a number of a type, an
 * inventory as CSV, or the machines of a trace.
 */
final class ExistingYaml {
    private static final JsonPointer EXISTING = JsonPointer.compile("/servers/existing");
    private static final List<String> SOURCES = List.of("type", "csv", "trace");
    private static final List<String> FILES = List.of("csv", "trace");
    private static final int MOST_KINDS = 22; // beside eight types, PooledMix takes 30
    private static final double PER_HUNDREDTH = 100;

    private final Map<String, PricedType> types;
    private final EnergyYaml energy;
    private final Optional<Horizon> horizon;
    private final Map<Group, Integer> counts = new LinkedHashMap<>();
    private final List<Scenario.Retirement> retired = new ArrayList<>();
    private final List<String> sources = new ArrayList<>();

    /** Servers that are alike and that are kept alike. */
    private record Group(ServerType server, Price price, boolean mayRetire) {}

    /** An entry as it stands there. */
    private record Form(
            @Nullable String type,
            @Nullable Integer count,
            @Nullable String csv,
            @Nullable String trace,
            @Nullable BigDecimal monthlyUsd,
            @Nullable Double idleWatts,
            @Nullable Double peakWatts,
            @Nullable Boolean mayRetire,
            @Nullable String retireBy) {}

    /**
     * What is there.
     *
     * @param sources what was read of files, in words
     * @param existing as written, with absolute paths
     */
    record Owned(
            List<Kind> kinds,
            List<Scenario.Retirement> retired,
            List<String> sources,
            JsonNode existing) {}

    private ExistingYaml(
            Map<String, PricedType> types, EnergyYaml energy, Optional<Horizon> horizon) {
        this.types = types;
        this.energy = energy;
        this.horizon = horizon;
    }

    /** Of a checked list; nothing where it is missing. */
    static Owned of(
            JsonNode list,
            Map<String, PricedType> types,
            EnergyYaml energy,
            Optional<Horizon> horizon,
            UnaryOperator<Path> beside) {
        ExistingYaml existing = new ExistingYaml(types, energy, horizon);
        ArrayNode absolute = Json.mapper().createArrayNode();
        for (JsonNode node : withPaths(list, path -> beside.apply(path).toString())) {
            absolute.add(node);
            existing.add(node);
        }
        return new Owned(
                existing.kinds(),
                existing.retired,
                existing.sources,
                list.isMissingNode() ? list : absolute);
    }

    private void add(JsonNode node) {
        Form form = Json.mapper().convertValue(node, Form.class);
        boolean mayRetire = Boolean.TRUE.equals(form.mayRetire());
        Optional<String> by = Optional.ofNullable(form.retireBy());
        if (form.csv() != null) {
            inventory(Path.of(form.csv()));
        } else if (form.trace() != null) {
            machines(Path.of(form.trace()), form, node);
        } else if (form.type() != null && form.count() != null) {
            add(named(form.type()), form.count(), mayRetire, by);
        }
    }

    private void inventory(Path csv) {
        int servers = 0;
        for (Inventory.Row row : Inventory.read(csv, types.keySet())) {
            add(named(row.type()), row.count(), row.mayRetire(), row.retireBy());
            servers += row.count();
        }
        sources.add(servers + " servers of " + csv.getFileName());
    }

    private Group named(String name) {
        PricedType type = types.get(name);
        if (type == null) {
            throw new IllegalStateException("no type " + name);
        }
        return new Group(type.server(), type.running(), false);
    }

    /** A size that a type has is of that type; any other is a kind of its own. */
    private void machines(Path trace, Form form, JsonNode node) {
        Map<String, String> attributes =
                types.values().iterator().next().server().extras().attributes();
        List<MachineSizes.Size> sizes = MachineSizes.of(trace, attributes.keySet());
        int machines = 0;
        for (MachineSizes.Size size : sizes) {
            if (!size.extras().attributes().equals(attributes)) {
                throw InputException.of(
                        trace,
                        "machines with the attributes " + size.extras().attributes(),
                        "those of servers.types: " + attributes,
                        "Kinds that differ in attributes are not there yet.");
            }
            add(
                    of(size, trace, form, node),
                    size.count(),
                    Boolean.TRUE.equals(form.mayRetire()),
                    Optional.ofNullable(form.retireBy()));
            machines += size.count();
        }
        sources.add(
                machines
                        + " machines of trace "
                        + trace.getFileName()
                        + " that are up when it ends, in "
                        + sizes.size()
                        + (sizes.size() == 1 ? " size" : " sizes"));
    }

    private Group of(MachineSizes.Size size, Path trace, Form form, JsonNode node) {
        List<PricedType> same =
                types.values().stream()
                        .filter(
                                type ->
                                        type.server().capacity().equals(size.capacity())
                                                && type.server().extras().equals(size.extras()))
                        .toList();
        String name = name(size.capacity());
        if (same.size() > 1) {
            throw InputException.of(
                    trace,
                    "machines of " + name + ", the size of several types",
                    "one type of that size",
                    "Give their number by type and count.");
        }
        if (same.size() == 1) {
            return new Group(same.get(0).server(), same.get(0).running(), false);
        }
        boolean hasWatts = form.idleWatts() != null || form.peakWatts() != null;
        if (form.monthlyUsd() == null || (energy.terms().isPresent() && !hasWatts)) {
            throw InputException.of(
                    trace,
                    "machines of " + name + ", a size that no type has",
                    form.monthlyUsd() == null
                            ? "monthlyUsd beside trace, what one of them costs a month"
                            : "peakWatts beside trace, since energy counts",
                    "Or add a type of that size, with max: 0.");
        }
        ServerType server =
                new ServerType(
                        name,
                        size.capacity(),
                        ScenarioBinding.power(node),
                        OptionalDouble.empty(),
                        size.extras());
        return new Group(server, energy.price(server, form.monthlyUsd(), BigDecimal.ZERO), false);
    }

    /** {@code 15.9c62.51g}: never more than there is. */
    private static String name(Resources size) {
        return hundredths(size.cores()) + "c" + hundredths(size.gib()) + "g";
    }

    private static String hundredths(double amount) {
        return ScenarioBinding.plain(
                Json.mapper()
                        .getNodeFactory()
                        .numberNode(BigDecimal.valueOf((long) (amount * PER_HUNDREDTH), 2)));
    }

    private void add(Group group, int count, boolean mayRetire, Optional<String> by) {
        if (by.isPresent() && isGone(by.get())) {
            retired.add(new Scenario.Retirement(group.server().name(), count, by.get()));
        } else {
            counts.merge(
                    new Group(group.server(), group.price(), mayRetire), count, Math::addExact);
        }
    }

    /** Servers that go later are there when the plan has to hold. */
    private boolean isGone(String retireBy) {
        return horizon.isEmpty() || horizon.get().areGone(Horizon.day(retireBy).orElseThrow());
    }

    private List<Kind> kinds() {
        if (counts.size() > MOST_KINDS) {
            throw InputException.at(
                    "servers.existing",
                    counts.size() + " kinds of servers that are there",
                    "at most " + MOST_KINDS,
                    "Take sizes that are alike together, as a CSV of types.");
        }
        return counts.entrySet().stream()
                .map(
                        each ->
                                new Kind(
                                        each.getKey().server(),
                                        each.getKey().price(),
                                        energy.aim(),
                                        each.getKey().mayRetire() ? 0 : each.getValue(),
                                        each.getValue(),
                                        true))
                .toList();
    }

    /** What a schema can't know. Looks only at values of the right type. */
    static void issues(LocatedYaml yaml, Set<String> names, List<LocatedIssue> issues) {
        JsonNode groups = yaml.at(EXISTING);
        for (int i = 0; groups.isArray() && i < groups.size(); i++) {
            JsonPointer at = EXISTING.appendIndex(i);
            JsonNode group = groups.get(i);
            if (group.isObject()) {
                source(yaml, at, group, issues);
            }
            JsonNode type = yaml.at(at.appendProperty("type"));
            if (type.isTextual() && !names.contains(type.textValue())) {
                KindsYaml.add(
                        issues,
                        yaml,
                        at.appendProperty("type"),
                        "the unknown type \"" + type.textValue() + "\"",
                        "one of " + String.join(", ", names.stream().sorted().toList()),
                        "A type that can't be bought any more has max: 0.");
            }
            JsonNode by = yaml.at(at.appendProperty("retireBy"));
            if (by.isTextual()
                    && Inventory.DATE.matcher(by.textValue()).matches()
                    && Horizon.day(by.textValue()).isEmpty()) {
                KindsYaml.add(
                        issues,
                        yaml,
                        at.appendProperty("retireBy"),
                        "\"" + by.textValue() + "\"",
                        "a month or a day that there is, as in 2027-03",
                        null);
            }
            if (group.has("retireBy") && group.has("mayRetire")) {
                KindsYaml.add(
                        issues,
                        yaml,
                        at,
                        "mayRetire and retireBy",
                        "one of them: servers may go, or must",
                        null);
            }
        }
    }

    private static void source(
            LocatedYaml yaml, JsonPointer at, JsonNode group, List<LocatedIssue> issues) {
        List<String> named = SOURCES.stream().filter(group::has).toList();
        if (named.size() != 1) {
            KindsYaml.add(
                    issues,
                    yaml,
                    at,
                    named.isEmpty()
                            ? "neither type, nor csv, nor trace"
                            : String.join(" and ", named),
                    "one of type with count, csv, and trace",
                    null);
        } else if (group.has("type") != group.has("count")) {
            KindsYaml.add(
                    issues,
                    yaml,
                    at,
                    group.has("type") ? "type without count" : "count beside " + named.get(0),
                    group.has("type") ? "how many there are" : "no count: the file says it",
                    null);
        }
        boolean isRows = group.has("csv") && (group.has("mayRetire") || group.has("retireBy"));
        if (isRows) {
            KindsYaml.add(
                    issues,
                    yaml,
                    at,
                    "mayRetire or retireBy beside csv",
                    "columns may_retire and retire_by of the file",
                    null);
        }
        for (String key : List.of("monthlyUsd", "idleWatts", "peakWatts")) {
            if (group.has(key) && !group.has("trace")) {
                KindsYaml.add(
                        issues,
                        yaml,
                        at.appendProperty(key),
                        key + " without trace",
                        "none: the type says it",
                        null);
            }
        }
    }

    /** The list with paths from a folder. */
    static JsonNode written(JsonNode existing, Path folder) {
        return withPaths(existing, path -> ScenarioWriter.relative(path, folder));
    }

    private static JsonNode withPaths(JsonNode existing, Function<Path, String> changed) {
        JsonNode copy = existing.deepCopy();
        for (JsonNode group : copy) {
            group.properties().stream()
                    .filter(each -> FILES.contains(each.getKey()))
                    .forEach(
                            each ->
                                    each.setValue(
                                            TextNode.valueOf(
                                                    changed.apply(
                                                            Path.of(each.getValue().asText())))));
        }
        return copy;
    }
}
