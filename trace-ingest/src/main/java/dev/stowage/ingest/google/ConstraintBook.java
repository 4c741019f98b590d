package dev.stowage.ingest.google;

import dev.stowage.model.PlacementConstraints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The different constraints of the tasks of a trace, numbered from 0. */
final class ConstraintBook {
    private final Map<PlacementConstraints, Integer> numbers = new HashMap<>();
    private final List<PlacementConstraints> constraints = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final Set<String> attributes = new HashSet<>();

    /** The number of constraints, a new one if they were not met before. */
    int number(PlacementConstraints wanted) {
        Integer known = numbers.putIfAbsent(wanted, constraints.size());
        if (known != null) {
            return known;
        }
        constraints.add(wanted);
        texts.add(wanted.toString());
        wanted.predicates().forEach(predicate -> attributes.add(predicate.name()));
        return constraints.size() - 1;
    }

    /** The same as a canonical table has them. */
    String text(int number) {
        return texts.get(number);
    }

    /** True if some constraint looks at the attribute. */
    boolean looksAt(String attribute) {
        return attributes.contains(attribute);
    }

    /** Number of attributes that constraints look at. */
    int attributes() {
        return attributes.size();
    }
}
