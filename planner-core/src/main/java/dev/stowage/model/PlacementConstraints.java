package dev.stowage.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a task may run, besides that it must fit: demands on the server's attributes, and distance
 * from the other tasks of its job.
 *
 * <p>Its text form names them one after the other: {@code
 * arch=x86;cores>8;kernel!=3;different-machines;different-domains}. What means something there
 * ({@code %}, {@code ;}, and in a name the operators), control characters, and blanks at either end
 * are written as {@code %XX}, their code in hexadecimal. {@link #parse} reads what {@link
 * #toString} writes.
 *
 * @param predicates all of them must hold; sorted, each once
 * @param differentMachines the server must not run another task of the same job
 * @param differentDomains the server's failure domain must not run another task of the same job
 */
public record PlacementConstraints(
        List<AttributePredicate> predicates, boolean differentMachines, boolean differentDomains) {
    /** Any server will do. */
    public static final PlacementConstraints NONE =
            new PlacementConstraints(List.of(), false, false);

    /** No server that runs another task of the job. */
    public static final PlacementConstraints DIFFERENT_MACHINES =
            new PlacementConstraints(List.of(), true, false);

    static final String MACHINES_WORD = "different-machines";
    static final String DOMAINS_WORD = "different-domains";

    public PlacementConstraints {
        predicates = predicates.stream().sorted().distinct().toList();
    }

    /** The same, and no server that runs another task of the job. */
    public PlacementConstraints withDifferentMachines() {
        return new PlacementConstraints(predicates, true, differentDomains);
    }

    /** True if any server will do. */
    public boolean isEmpty() {
        return predicates.isEmpty() && !differentMachines && !differentDomains;
    }

    /** True if a server with these attributes satisfies every predicate. */
    public boolean holdFor(Map<String, String> attributes) {
        return unmet(attributes).isEmpty();
    }

    /** The first predicate that a server with these attributes does not satisfy, if any. */
    public Optional<AttributePredicate> unmet(Map<String, String> attributes) {
        for (AttributePredicate each : predicates) {
            if (!each.holdsFor(attributes.get(each.name()))
                    && !ClusterTerms.isUnlimited(each, attributes)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /**
     * Reads the text form; spaces around its parts don't matter, an empty text is {@link #NONE}.
     *
     * @throws IllegalArgumentException if it is malformed; the message says how
     */
    public static PlacementConstraints parse(String text) {
        return ConstraintText.parse(text);
    }

    /** The text form; empty for {@link #NONE}. */
    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        predicates.forEach(predicate -> parts.add(ConstraintText.of(predicate)));
        Stream.of(differentMachines ? MACHINES_WORD : "", differentDomains ? DOMAINS_WORD : "")
                .filter(word -> !word.isEmpty())
                .forEach(parts::add);
        return String.join(";", parts);
    }
}
