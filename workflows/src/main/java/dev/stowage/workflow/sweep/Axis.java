package dev.stowage.workflow.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What varies.
 *
 * @param name path of the setting, or name of a choice among named alternatives
 * @param options its values, in the order of the file
 */
record Axis(String name, List<Choice> options) {
    Axis {
        options = List.copyOf(options);
    }

    /**
     * A value of an axis.
     *
     * @param label as the table shows it
     * @param changes settings by path
     */
    record Choice(JsonNode label, Map<String, JsonNode> changes) {
        Choice {
            changes = Map.copyOf(changes);
        }

        static Choice of(String path, JsonNode value) {
            return new Choice(value, Map.of(path, value));
        }
    }

    /** The settings that it sets, with its own name. */
    Set<String> paths() {
        Set<String> paths = new TreeSet<>(Set.of(name));
        options.forEach(each -> paths.addAll(each.changes().keySet()));
        return paths;
    }

    /** The option that a value means, by its label. */
    Choice named(JsonNode label) {
        return options.stream()
                .filter(each -> Cell.canonical(each.label()).equals(Cell.canonical(label)))
                .findFirst()
                .orElseGet(() -> Choice.of(name, label));
    }
}
