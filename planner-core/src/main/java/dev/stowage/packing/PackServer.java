package dev.stowage.packing;

import dev.stowage.basis.Check;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A server that items may go on: one that is there, or one that may be bought or rented.
 *
 * @param name unique within a problem
 * @param type what kind of server it is; servers of one type are alike in capacity and cost
 * @param domain failure domain: a rack or a zone, say
 * @param capacity what it has, by resource
 * @param usable what items may be given: the capacity without head-room, at most {@code capacity}
 * @param cost of having it in use, in any one unit for the whole problem (USD a month; 1 to count
 *     servers), at least 0
 * @param attributes for the predicates of items
 */
public record PackServer(
        String name,
        String type,
        String domain,
        ResourceVector capacity,
        ResourceVector usable,
        BigDecimal cost,
        SortedMap<String, String> attributes) {
    public PackServer {
        Check.notBlank("name", name);
        Check.notBlank("type", type);
        Check.notBlank("domain", domain);
        if (!capacity.covers(usable)) {
            throw new IllegalArgumentException(
                    "usable = " + usable + " of server " + name + " exceeds " + capacity);
        }
        if (cost.signum() < 0) {
            throw new IllegalArgumentException("cost = " + cost + " of server " + name);
        }
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    }

    /** A server without head-room, that is its own failure domain and counts as one. */
    public static PackServer of(String name, String type, ResourceVector capacity) {
        return new PackServer(
                name,
                type,
                name,
                capacity,
                capacity,
                BigDecimal.ONE,
                Collections.unmodifiableSortedMap(new TreeMap<>(Map.of())));
    }
}
