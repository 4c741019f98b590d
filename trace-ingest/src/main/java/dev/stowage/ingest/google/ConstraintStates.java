package dev.stowage.ingest.google;

import dev.stowage.model.AttributePredicate;
import dev.stowage.model.PlacementConstraints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What tasks demand while the rows of their constraints are read, as numbers: few different states
 * for many tasks. A state knows which of its demands are of the last time, because rows of one time
 * add up and later ones replace.
 */
final class ConstraintStates {
    /** No demand. */
    static final int NONE = 0;

    private record Demand(AttributePredicate predicate, boolean isOfLastTime) {}

    private record Step(int state, AttributePredicate predicate, boolean isLater) {}

    private record Result(int state, boolean isChange) {}

    private final ConstraintBook book;
    private final List<List<Demand>> states = new ArrayList<>(List.of(List.of()));
    private final List<Integer> inBook = new ArrayList<>();
    private final Map<List<Demand>, Integer> numbers = new HashMap<>(Map.of(List.of(), NONE));
    private final Map<Step, Result> steps = new HashMap<>();
    private long changes;

    ConstraintStates(ConstraintBook book) {
        this.book = book;
        inBook.add(book.number(PlacementConstraints.NONE));
    }

    /**
     * The state after a row.
     *
     * @param isLater true if its time is later than that of the last row
     */
    int after(int state, AttributePredicate predicate, boolean isLater) {
        Result result =
                steps.computeIfAbsent(new Step(state, predicate, isLater), this::computeResult);
        changes += result.isChange ? 1 : 0;
        return result.state;
    }

    private Result computeResult(Step step) {
        List<Demand> after = new ArrayList<>();
        boolean hasReplaced = false;
        boolean isRepeated = false;
        for (Demand demand : states.get(step.state)) {
            boolean isOfLastTime = demand.isOfLastTime && !step.isLater;
            boolean isSame = demand.predicate.equals(step.predicate);
            boolean isOut = !isOfLastTime && demand.predicate.name().equals(step.predicate.name());
            isRepeated |= isSame;
            hasReplaced |= isOut;
            if (!isOut && !isSame) {
                after.add(new Demand(demand.predicate, isOfLastTime));
            }
        }
        after.add(new Demand(step.predicate, true));
        return new Result(numberOf(after), hasReplaced && !isRepeated);
    }

    private int numberOf(List<Demand> demands) {
        Integer known = numbers.putIfAbsent(List.copyOf(demands), states.size());
        if (known != null) {
            return known;
        }
        states.add(List.copyOf(demands));
        List<AttributePredicate> predicates = demands.stream().map(Demand::predicate).toList();
        inBook.add(book.number(new PlacementConstraints(predicates, false, false)));
        return states.size() - 1;
    }

    /** The number of a state's constraints in the book. */
    int numberInBook(int state) {
        return inBook.get(state);
    }

    /** Rows that replaced other demands on their attribute. */
    long changes() {
        return changes;
    }
}
