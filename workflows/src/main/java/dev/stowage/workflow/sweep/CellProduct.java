package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The cells of groups of axes: their product, the last group varies fastest; without what is
 * excluded; with what is included, as in the matrix of a CI job. What is included adds settings to
 * the cells whose values it repeats, or is a cell of its own.
 */
final class CellProduct {
    private final ObjectNode base;
    private final List<List<Axis>> groups;
    private final Map<String, Axis> axes = new LinkedHashMap<>();
    private final Set<String> columns = new LinkedHashSet<>();
    private final List<Integer> idle = new ArrayList<>();
    private int duplicates;

    CellProduct(ObjectNode base, List<List<Axis>> groups) {
        this.base = base;
        this.groups = groups;
        groups.stream().flatMap(List::stream).forEach(axis -> axes.put(axis.name(), axis));
        columns.addAll(axes.keySet());
    }

    /** Number of combinations before any is excluded. */
    double size() {
        double size = 1;
        for (List<Axis> group : groups) {
            size *= group.get(0).options().size();
        }
        return size;
    }

    /** Names of what varies; complete after {@link #cells}. */
    List<String> columns() {
        return List.copyOf(columns);
    }

    /** How many cells were left out because they were there already; after {@link #cells}. */
    int duplicates() {
        return duplicates;
    }

    /** Places of the excludes that match nothing; after {@link #cells}. */
    List<Integer> idle() {
        return idle;
    }

    /** The cells; paths of settings that only {@code include} names go to {@code other}. */
    List<Cell> cells(List<ObjectNode> include, List<ObjectNode> exclude, Consumer<String> other) {
        List<Map<String, Axis.Choice>> rows = new ArrayList<>();
        add(rows, new LinkedHashMap<>(), 0);
        for (int i = 0; i < exclude.size(); i++) {
            ObjectNode each = exclude.get(i);
            if (rows.stream().noneMatch(row -> isWithin(each, row))) {
                idle.add(i);
            }
        }
        rows.removeIf(row -> exclude.stream().anyMatch(each -> isWithin(each, row)));
        for (ObjectNode each : include) {
            include(rows, each, other);
        }
        Map<String, Cell> bySettings = new LinkedHashMap<>();
        for (Map<String, Axis.Choice> row : rows) {
            Cell cell = cell(row);
            if (bySettings.putIfAbsent(cell.canonical(), cell) != null) {
                duplicates++;
            }
        }
        return List.copyOf(bySettings.values());
    }

    private void add(List<Map<String, Axis.Choice>> rows, Map<String, Axis.Choice> row, int group) {
        if (group == groups.size()) {
            rows.add(new LinkedHashMap<>(row));
            return;
        }
        List<Axis> together = groups.get(group);
        for (int i = 0; i < together.get(0).options().size(); i++) {
            for (Axis axis : together) {
                row.put(axis.name(), axis.options().get(i));
            }
            add(rows, row, group + 1);
        }
    }

    private static boolean isWithin(ObjectNode values, Map<String, Axis.Choice> row) {
        return values.properties().stream()
                .allMatch(
                        each -> {
                            Axis.Choice has = row.get(each.getKey());
                            return has != null && isSame(has.label(), each.getValue());
                        });
    }

    private static boolean isSame(JsonNode a, JsonNode b) {
        return Cell.canonical(a).equals(Cell.canonical(b));
    }

    private void include(
            List<Map<String, Axis.Choice>> rows, ObjectNode given, Consumer<String> other) {
        Map<String, Axis.Choice> choices = new LinkedHashMap<>();
        ObjectNode repeated = given.objectNode();
        for (var entry : given.properties()) {
            Axis axis = axes.get(entry.getKey());
            if (axis == null) {
                other.accept(entry.getKey());
            } else {
                repeated.set(entry.getKey(), entry.getValue());
            }
            choices.put(
                    entry.getKey(),
                    axis == null
                            ? Axis.Choice.of(entry.getKey(), entry.getValue())
                            : axis.named(entry.getValue()));
        }
        columns.addAll(choices.keySet());
        Collection<Map<String, Axis.Choice>> same =
                rows.stream().filter(row -> isWithin(repeated, row)).toList();
        boolean extendsCells = repeated.size() < given.size() && !repeated.isEmpty();
        if (extendsCells && !same.isEmpty()) {
            same.forEach(row -> row.putAll(choices));
        } else {
            rows.add(choices);
        }
    }

    private Cell cell(Map<String, Axis.Choice> row) {
        ObjectNode settings = base.deepCopy();
        Map<String, JsonNode> choices = new LinkedHashMap<>();
        for (String column : columns) {
            Axis.Choice choice = row.get(column);
            if (choice != null) {
                choices.put(column, choice.label());
                choice.changes().forEach((path, value) -> SettingPath.set(settings, path, value));
            }
        }
        return new Cell(choices, settings);
    }
}
