package dev.stowage.packing;

import dev.stowage.basis.Check;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What must hold between items, besides that they fit. Items are numbers of the problem's items.
 */
public sealed interface PackRule {
    /** What a rule is about: single servers, or whole failure domains. */
    enum Scope {
        SERVER,
        DOMAIN
    }

    /** As the input calls it, for messages. */
    String name();

    /** The items that it is about, ascending, each once. */
    List<Integer> items();

    Scope scope();

    /** Affinity: all of the items on one server, or in one domain. */
    record Together(String name, List<Integer> items, Scope scope) implements PackRule {
        public Together {
            Check.notBlank("name", name);
            items = sorted(items);
        }
    }

    /**
     * Anti-affinity and spread: at most {@code most} of the items on any one server, or in any one
     * domain.
     *
     * @param most at least 1; 1 keeps all of them apart
     */
    record Spread(String name, List<Integer> items, Scope scope, int most) implements PackRule {
        public Spread {
            Check.notBlank("name", name);
            Check.positive("most", most);
            items = sorted(items);
        }
    }

    private static List<Integer> sorted(List<Integer> items) {
        List<Integer> sorted = items.stream().sorted().distinct().toList();
        if (sorted.isEmpty() || sorted.get(0) < 0) {
            throw new IllegalArgumentException("items = " + items + ", expected at least one");
        }
        return sorted;
    }

    /** Numbers of a run of items. */
    static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }
}
