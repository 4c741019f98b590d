package dev.stowage.ingest.google;

import static dev.stowage.ingest.canonical.CanonicalTable.ABSENT;

import dev.stowage.ingest.quarantine.IgnoreRule;
import dev.stowage.ingest.quarantine.Quarantine;
import dev.stowage.ingest.schema.SourceSchema;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.source.TableBuilder;
import dev.stowage.ingest.source.TraceClock;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.AttributePredicate.Operator;
import dev.stowage.model.PlacementConstraints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Machine attributes that constraints of tasks look at, from {@code machine_attributes}; the others
 * are ignored by rule, because nothing can depend on them.
 *
 * <p>A machine has what the latest row of the wanted time says, all the time: a replay has machines
 * whose attributes don't change. How many rows contradict that is counted. Rows may come in any
 * order.
 */
final class AttributeTable extends TableBuilder {
    private record Known(long timeMicros, @Nullable String value) {}

    private final int timeField;
    private final int machineField;
    private final int nameField;
    private final int valueField;
    private final int deletedField;
    private final ConstraintBook constraints;
    private final TextIndex names = new TextIndex();
    private final List<String> wanted = new ArrayList<>(); // by number of the name; empty = not
    private final TextIndex values = new TextIndex();
    private final List<String> valueTexts = new ArrayList<>();
    private final Map<Long, Map<String, Known>> machines = new HashMap<>();
    private long changes;

    AttributeTable(
            TraceClock clock,
            Quarantine quarantine,
            SourceSchema source,
            ConstraintBook constraints) {
        super(clock, quarantine);
        timeField = source.timeField();
        machineField = source.column("machine");
        nameField = source.column("name");
        valueField = source.column("value");
        deletedField = source.column("deleted");
        this.constraints = constraints;
    }

    @Override
    protected void take(RowChunk chunk) {
        for (int row = 0; row < chunk.size(); row++) {
            String name = wantedName(chunk, row);
            long source = chunk.value(timeField, row);
            if (clock.isAfterEnd(source)) {
                ledger.ignored(IgnoreRule.AFTER_END, 1);
            } else if (clock.canonical(source) >= clock.toMicros()) {
                ledger.ignored(IgnoreRule.OUTSIDE_WINDOW, 1);
            } else if (name.isEmpty()) {
                ledger.ignored(IgnoreRule.ATTRIBUTE_NOT_NEEDED, 1);
            } else {
                keep(chunk, row, name);
            }
        }
    }

    private String wantedName(RowChunk chunk, int row) {
        int number = chunk.number(nameField, row, names);
        if (number == wanted.size()) {
            String name = chunk.text(nameField, row);
            wanted.add(constraints.looksAt(name) ? name : "");
        }
        return wanted.get(number);
    }

    private void keep(RowChunk chunk, int row, String name) {
        long time = clock.canonical(chunk.value(timeField, row));
        Map<String, Known> machine =
                machines.computeIfAbsent(chunk.value(machineField, row), id -> new TreeMap<>());
        long deleted = chunk.value(deletedField, row);
        boolean isDeleted = deleted != ABSENT && deleted % 2 == 1; // false, true, 0, 1, …
        String value = isDeleted ? null : value(chunk, row);
        Known known = machine.get(name);
        ledger.used(time);
        if (known != null) {
            changes++;
        }
        if (known == null || known.timeMicros <= time) {
            machine.put(name, new Known(time, value));
        }
    }

    private String value(RowChunk chunk, int row) {
        if (chunk.value(valueField, row) == ABSENT) {
            return "";
        }
        int number = chunk.number(valueField, row, values);
        if (number == valueTexts.size()) {
            valueTexts.add(chunk.text(valueField, row));
        }
        return valueTexts.get(number);
    }

    /** True if no machine has an attribute that matters. */
    boolean isEmpty() {
        return machines.isEmpty();
    }

    /** The attributes of a machine as the canonical table has them; null if it has none. */
    @Nullable String of(long machineId) {
        List<AttributePredicate> attributes = new ArrayList<>();
        machines.getOrDefault(machineId, Map.of())
                .forEach(
                        (name, known) -> {
                            if (known.value != null) {
                                attributes.add(
                                        new AttributePredicate(name, Operator.EQUAL, known.value));
                            }
                        });
        return attributes.isEmpty()
                ? null
                : new PlacementConstraints(attributes, false, false).toString();
    }

    /** Adds to the facts. */
    void addFacts(Map<String, Long> facts) {
        facts.put("machines.attributes", (long) names.size());
        facts.put("machines.attributesInConstraints", (long) constraints.attributes());
        facts.put("machines.withAttributes", (long) machines.size());
        facts.put("machines.attributeChanges", changes);
    }
}
