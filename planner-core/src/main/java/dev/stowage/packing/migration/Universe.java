package dev.stowage.packing.migration;

import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Servers that a detour may go to: those in use, then spare ones, the cheapest first. Of spare ones
 * that are alike the next is used only after the one before, so that no way is looked at twice.
 *
 * @param servers numbers of the servers, those in use first
 * @param inUse how many are in use
 * @param before by position: the position of the one alike before it, -1 if there is none
 */
@SuppressWarnings("ArrayRecordComponent") // never changed
record Universe(List<Integer> servers, int inUse, int[] before, List<BigDecimal> prices) {
    static Universe of(PackingProblem problem, Set<Integer> used) {
        List<Integer> servers =
                IntStream.range(0, problem.servers().size())
                        .boxed()
                        .sorted(
                                Comparator.comparing((Integer server) -> !used.contains(server))
                                        .thenComparing(s -> price(problem, used, s)))
                        .toList();
        boolean isByDomain =
                problem.rules().stream().anyMatch(r -> r.scope() == PackRule.Scope.DOMAIN);
        int[] before = new int[servers.size()];
        Map<List<Object>, Integer> last = new HashMap<>();
        List<BigDecimal> prices = new ArrayList<>();
        for (int i = 0; i < before.length; i++) {
            PackServer server = problem.servers().get(servers.get(i));
            Object place =
                    used.contains(servers.get(i)) ? server.name() : domain(isByDomain, server);
            Integer alike =
                    last.put(
                            List.of(place, server.usable(), server.cost(), server.attributes()), i);
            before[i] = alike == null ? -1 : alike;
            prices.add(price(problem, used, servers.get(i)));
        }
        return new Universe(servers, used.size(), before, prices);
    }

    private static Object domain(boolean isByDomain, PackServer server) {
        return isByDomain ? List.of(server.domain()) : true;
    }

    private static BigDecimal price(PackingProblem problem, Set<Integer> used, int server) {
        return used.contains(server) ? BigDecimal.ZERO : problem.servers().get(server).cost();
    }
}
