package dev.stowage.ingest.google;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.stowage.ingest.source.RowChunk;
import dev.stowage.ingest.text.TextIndex;
import dev.stowage.model.AttributePredicate;
import dev.stowage.model.AttributePredicate.Operator;
import dev.stowage.model.PlacementConstraints;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the constraints of rows of 2019, {@code [{"name": …, "value": …, "relation": 0}, …]}. Each
 * different text is read once.
 */
final class ConstraintLists {
    /** The text is not a list of constraints. */
    static final int MALFORMED = -1;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ConstraintBook book;
    private final TextIndex texts = new TextIndex();
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Integer> leftOut = new ArrayList<>();
    private int last;
    private int inexpressible;

    ConstraintLists(ConstraintBook book) {
        this.book = book;
    }

    /** Constraints of the list that was read last that can't be expressed and were left out. */
    int leftOut() {
        return leftOut.get(last);
    }

    /** The number of the list of a row that has one, or {@link #MALFORMED}. */
    int number(RowChunk chunk, int field, int row) {
        last = chunk.number(field, row, texts);
        if (last == numbers.size()) {
            inexpressible = 0;
            PlacementConstraints parsed = parse(chunk.text(field, row));
            numbers.add(parsed == null ? MALFORMED : book.number(parsed));
            leftOut.add(inexpressible);
        }
        return numbers.get(last);
    }

    private @Nullable PlacementConstraints parse(String text) {
        JsonNode list;
        try {
            list = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            return null; // the row is bad
        }
        if (list == null || !list.isArray()) {
            return null;
        }
        List<AttributePredicate> predicates = new ArrayList<>();
        for (JsonNode each : list) {
            String name = each.path("name").asText("");
            int relation = each.path("relation").asInt(each.hasNonNull("relation") ? -1 : 0);
            if (!each.isObject() || name.isBlank() || relation < 0 || relation > 7) {
                return null;
            }
            AttributePredicate predicate = predicate(name, relation, each.path("value").asText(""));
            if (predicate == null) {
                inexpressible++;
            } else {
                predicates.add(predicate);
            }
        }
        return new PlacementConstraints(predicates, false, false);
    }

    /**
     * A constraint by the codes of {@code MachineConstraint.Relation}; null if its value is not a
     * number where numbers are compared.
     */
    private static @Nullable AttributePredicate predicate(String name, int relation, String value) {
        return switch (relation) {
            case 0 -> new AttributePredicate(name, Operator.EQUAL, value);
            case 1 -> new AttributePredicate(name, Operator.NOT_EQUAL, value);
            case 6 -> new AttributePredicate(name, Operator.NOT_EQUAL, ""); // present
            case 7 -> new AttributePredicate(name, Operator.EQUAL, ""); // not present
            default ->
                    AttributePredicate.isNumber(value)
                            ? new AttributePredicate(name, numeric(relation), value)
                            : null;
        };
    }

    private static Operator numeric(int relation) {
        return switch (relation) {
            case 2 -> Operator.LESS_THAN;
            case 3 -> Operator.GREATER_THAN;
            case 4 -> Operator.LESS_OR_EQUAL;
            case 5 -> Operator.GREATER_OR_EQUAL;
            default -> throw new IllegalArgumentException("relation = " + relation);
        };
    }
}
