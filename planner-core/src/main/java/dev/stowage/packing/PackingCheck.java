package dev.stowage.packing;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Whether a packing keeps all hard rules, worked out in the plainest way from the problem itself:
 * it shares nothing with the search that it checks.
 */
public final class PackingCheck {
    private PackingCheck() {}

    /**
     * What is broken, a sentence each; empty if nothing is. Items without a place break nothing.
     */
    public static List<String> violations(Packing packing) {
        List<String> found = new ArrayList<>();
        capacity(packing, found);
        predicatesAndPins(packing, found);
        for (PackRule rule : packing.problem().rules()) {
            rule(packing, rule, found);
        }
        return found;
    }

    private static void capacity(Packing packing, List<String> found) {
        PackingProblem problem = packing.problem();
        for (int r = 0; r < problem.resources().size(); r++) {
            BigInteger[] load = new BigInteger[problem.servers().size()];
            for (int item = 0; item < problem.items().size(); item++) {
                int server = packing.server(item);
                if (server != Packing.UNPLACED) {
                    BigInteger one = BigInteger.valueOf(problem.items().get(item).demand().get(r));
                    load[server] = load[server] == null ? one : load[server].add(one);
                }
            }
            for (int server = 0; server < load.length; server++) {
                long usable = problem.servers().get(server).usable().get(r);
                if (load[server] != null
                        && load[server].compareTo(BigInteger.valueOf(usable)) > 0) {
                    found.add(
                            "server %s is given %s of %s and has %s to give"
                                    .formatted(
                                            problem.servers().get(server).name(),
                                            text(problem.resources().get(r), load[server]),
                                            problem.resources().get(r).name(),
                                            AmountText.there(problem.resources().get(r), usable)));
                }
            }
        }
    }

    private static String text(PackingResource resource, BigInteger amount) {
        return amount.bitLength() < Long.SIZE
                ? AmountText.asked(resource, amount.longValueExact())
                : amount.toString();
    }

    private static void predicatesAndPins(Packing packing, List<String> found) {
        PackingProblem problem = packing.problem();
        for (int number = 0; number < problem.items().size(); number++) {
            PackItem item = problem.items().get(number);
            int server = packing.server(number);
            if (server == Packing.UNPLACED) {
                continue;
            }
            PackServer place = problem.servers().get(server);
            if (!item.mayRunOn(place.attributes())) {
                found.add("item " + item.name() + " may not run on server " + place.name());
            }
            if (item.isPinned() && item.current().getAsInt() != server) {
                found.add("item " + item.name() + " is pinned, but moved to " + place.name());
            }
        }
    }

    private static void rule(Packing packing, PackRule rule, List<String> found) {
        Map<String, Integer> byPlace = new TreeMap<>();
        for (int item : rule.items()) {
            int server = packing.server(item);
            if (server != Packing.UNPLACED) {
                PackServer place = packing.problem().servers().get(server);
                boolean isServer = rule.scope() == PackRule.Scope.SERVER;
                byPlace.merge(isServer ? place.name() : place.domain(), 1, Integer::sum);
            }
        }
        if (rule instanceof PackRule.Together && byPlace.size() > 1) {
            found.add("rule " + rule.name() + " wants one place, found " + byPlace.keySet());
        } else if (rule instanceof PackRule.Spread spread) {
            byPlace.forEach(
                    (place, count) -> {
                        if (count > spread.most()) {
                            found.add(
                                    "rule %s allows %d on %s, found %d"
                                            .formatted(rule.name(), spread.most(), place, count));
                        }
                    });
        }
    }

    /**
     * Fails if a packing that was worked out breaks a rule, or moves more than it may.
     *
     * @throws IllegalStateException with what is broken: a bug of the search
     */
    public static void require(Packing packing, PackingOptions options) {
        List<String> found = violations(packing);
        Set<Integer> unplaced = new HashSet<>(packing.unplaced());
        long moved = packing.moved().stream().filter(i -> !unplaced.contains(i)).count();
        if (options.maxMoves().isPresent() && moved > options.maxMoves().getAsInt()) {
            found.add(moved + " moves, at most " + options.maxMoves().getAsInt());
        }
        if (!found.isEmpty()) {
            throw new IllegalStateException("a packing that breaks rules: " + found);
        }
    }
}
