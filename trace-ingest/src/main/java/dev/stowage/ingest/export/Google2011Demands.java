package dev.stowage.ingest.export;

import dev.stowage.ingest.canonical.CanonicalTable;
import dev.stowage.ingest.canonical.TableRows;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.AttributePredicate.Operator;
import dev.stowage.model.PlacementConstraints;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes what tasks demand of machines, {@code task_constraints}, and after it what machines have
 * of that, {@code machine_attributes}.
 */
final class Google2011Demands {
    /** By their codes; the trace of 2011 has no others. */
    private static final List<Operator> OPERATORS =
            List.of(Operator.EQUAL, Operator.NOT_EQUAL, Operator.LESS_THAN, Operator.GREATER_THAN);

    private final ExportRequest request;
    private final Departures departures;
    private final Map<String, PlacementConstraints> parsed = new HashMap<>();
    private final Set<String> lookedAt = new HashSet<>();
    private final Map<Long, String> written = new HashMap<>();

    Google2011Demands(ExportRequest request, Departures departures) {
        this.request = request;
        this.departures = departures;
    }

    /** Writes the constraints of tasks and returns the number of rows. */
    long writeConstraints(PartFiles parts) {
        try (parts;
                TaskRows rows = new TaskRows(request.trace())) {
            while (rows.next()) {
                String constraints = rows.task().constraints;
                if (constraints != null) {
                    PlacementConstraints kept = kept(constraints);
                    departures.countIf("tasks.constraints", !constraints.equals(kept.toString()));
                    boolean isBefore = rows.task().isSubmitCensored;
                    write(
                            parts,
                            EventMerge.sourceMicros(rows.task().submitMicros, isBefore),
                            "," + rows.task().jobId + "," + rows.task().taskIndex + ",",
                            kept);
                }
            }
            return parts.rows();
        }
    }

    private void write(PartFiles parts, long micros, String task, PlacementConstraints kept) {
        for (AttributePredicate predicate : kept.predicates()) {
            lookedAt.add(predicate.name());
            parts.begin(micros);
            RowText text = parts.text();
            text.put(micros).put(task).put((long) OPERATORS.indexOf(predicate.operator()));
            text.put(',').put(predicate.name()).put(',').put(predicate.value());
            parts.endRow();
        }
    }

    /** Those that the table can hold. */
    private PlacementConstraints kept(String constraints) {
        PlacementConstraints all = parsed.computeIfAbsent(constraints, PlacementConstraints::parse);
        List<AttributePredicate> kept =
                all.predicates().stream()
                        .filter(p -> OPERATORS.contains(p.operator()) && isPlain(p))
                        .toList();
        return new PlacementConstraints(kept, false, false);
    }

    private static boolean isPlain(AttributePredicate predicate) {
        boolean hasValue = !predicate.value().isEmpty();
        return PlainText.isKept(predicate.name())
                && !predicate.name().isBlank()
                && (!hasValue || PlainText.isKept(predicate.value()));
    }

    /** Writes the attributes that the written constraints look at; returns the number of rows. */
    long writeAttributes(PartFiles parts) {
        try (parts;
                TableRows rows =
                        TableRows.openAll(request.trace().path(), CanonicalTable.MACHINES)) {
            int attributes = rows.column("attributes");
            while (attributes >= 0 && rows.next()) {
                long machine = rows.value(1);
                String text = rows.text(attributes);
                boolean isFirst = !written.containsKey(machine);
                if (text != null && isFirst && Google2011Tables.isKept(rows)) {
                    written.put(machine, write(parts, machine, text));
                }
            }
            return parts.rows();
        }
    }

    /** The attributes of a machine as they come back; null if there are none. */
    @Nullable String attributesOf(long machine) {
        String text = written.getOrDefault(machine, "");
        return text.isEmpty() ? null : text;
    }

    private String write(PartFiles parts, long machine, String attributes) {
        List<AttributePredicate> kept =
                PlacementConstraints.parse(attributes).predicates().stream()
                        .filter(p -> lookedAt.contains(p.name()) && isPlain(p))
                        .toList();
        for (AttributePredicate attribute : kept) {
            parts.begin(0);
            RowText text = parts.text();
            text.put("0,").put(machine).put(',').put(attribute.name());
            text.put(',').put(attribute.value()).put(",0");
            parts.endRow();
        }
        return new PlacementConstraints(kept, false, false).toString();
    }
}
