package dev.stowage.packing;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import java.util.List;

/**
 * Why items can't be placed, and the least change that would let them.
 *
 * @param kind of reason
 * @param place what it is about, as in {@code item web-7} or {@code rule zones}
 * @param items that have no place because of it, ascending
 * @param resource name of the resource that is short; empty if none is
 * @param found what the problem asks for
 * @param expected what is possible
 * @param change the least change that would help
 */
public record Infeasibility(
        Kind kind,
        String place,
        List<Integer> items,
        String resource,
        String found,
        String expected,
        String change) {
    /** Kinds of reasons. */
    public enum Kind {
        /** An item, or items that go together, are larger than each server that they may run on. */
        TOO_LARGE,
        /** No server has the attributes that an item wants. */
        NO_SUCH_SERVER,
        /** All servers together have too little of a resource. */
        TOTAL,
        /** Rules, or rules and pins, that contradict each other. */
        CONTRADICTION,
        /** Pinned items ask for more than their server has. */
        PINNED,
        /** Too few servers or failure domains to keep items apart. */
        SPREAD,
        /** More items must move than may. */
        MOVES,
        /** No single reason: the search found no place. That there is none is not proven. */
        NOT_FOUND
    }

    public Infeasibility {
        Check.notBlank("place", place);
        items = List.copyOf(items);
    }

    /** As bad input. */
    public InputException.Issue issue() {
        return new InputException.Issue(place, found, expected, change);
    }

    /** True if no packing of all items exists; false if none was found. */
    public boolean isProven() {
        return kind != Kind.NOT_FOUND;
    }
}
