package dev.stowage.packing;

import dev.stowage.model.PlacementConstraints;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the file form of a packing: names instead of numbers, figures, and the way there. */
public final class PlacementPlans {
    private PlacementPlans() {}

    /**
     * The placement that a packing is.
     *
     * @param found of the request's problem
     * @param way from where the items run now; where it leaves items stuck, the placement is the
     *     one that it ends in
     * @param seed of the search
     */
    public static PlacementPlan of(
            PackRequest request, PackedResult found, Migration way, long seed) {
        PackingProblem problem = request.problem();
        Packing end = Packing.of(problem, way.end().stream().mapToInt(Integer::intValue).toArray());
        Packing current = Packing.current(problem);
        return new PlacementPlan(
                PlacementPlan.FORMAT_VERSION,
                request.name(),
                problem.resources(),
                servers(request, end),
                request.services(),
                items(request, end),
                rules(problem),
                way.moves().stream().map(move -> move(problem, move)).toList(),
                result(request, found, way, end, current, seed),
                notes(request, found, way),
                request.inputs());
    }

    private static List<PlacementPlan.Server> servers(PackRequest request, Packing end) {
        List<PlacementPlan.Server> servers = new ArrayList<>();
        BitSet used = used(end);
        for (int s = 0; s < request.places().size(); s++) {
            PackServer server = request.problem().servers().get(s);
            PackRequest.Place place = request.places().get(s);
            servers.add(
                    new PlacementPlan.Server(
                            server.name(),
                            server.type(),
                            server.domain(),
                            server.capacity(),
                            server.usable(),
                            server.cost(),
                            place.provider(),
                            place.region(),
                            server.attributes(),
                            place.exists(),
                            used.get(s)));
        }
        return servers;
    }

    private static BitSet used(Packing packing) {
        BitSet used = new BitSet();
        for (int server : packing.toArray()) {
            if (server >= 0) {
                used.set(server);
            }
        }
        return used;
    }

    private static List<PlacementPlan.Item> items(PackRequest request, Packing end) {
        PackingProblem problem = request.problem();
        List<PlacementPlan.Item> items = new ArrayList<>();
        for (int i = 0; i < problem.items().size(); i++) {
            PackItem item = problem.items().get(i);
            items.add(
                    new PlacementPlan.Item(
                            item.name(),
                            request.serviceOf().get(i),
                            item.demand(),
                            name(problem, end.server(i)),
                            name(problem, item.current().orElse(Packing.UNPLACED)),
                            item.isPinned(),
                            item.moveBytes(),
                            new PlacementConstraints(item.predicates(), false, false).toString()));
        }
        return items;
    }

    private static @Nullable String name(PackingProblem problem, int server) {
        return server < 0 ? null : problem.servers().get(server).name();
    }

    private static List<PlacementPlan.Rule> rules(PackingProblem problem) {
        List<PlacementPlan.Rule> rules = new ArrayList<>();
        for (PackRule rule : problem.rules()) {
            boolean isSpread = rule instanceof PackRule.Spread;
            rules.add(
                    new PlacementPlan.Rule(
                            rule.name(),
                            isSpread ? "spread" : "together",
                            rule.scope() == PackRule.Scope.SERVER ? "server" : "domain",
                            rule instanceof PackRule.Spread spread ? spread.most() : 0,
                            rule.items().stream()
                                    .map(i -> problem.items().get(i).name())
                                    .toList()));
        }
        return rules;
    }

    private static PlacementPlan.Move move(PackingProblem problem, Migration.Move move) {
        PackItem item = problem.items().get(move.item());
        return new PlacementPlan.Move(
                move.step(),
                item.name(),
                problem.servers().get(move.from()).name(),
                problem.servers().get(move.to()).name(),
                item.moveBytes(),
                move.isDetour());
    }

    private static PlacementPlan.Result result(
            PackRequest request,
            PackedResult found,
            Migration way,
            Packing end,
            Packing current,
            long seed) {
        boolean runsNothing = used(current).isEmpty();
        BigDecimal cost = cost(end);
        long moved = way.moves().stream().mapToInt(Migration.Move::item).distinct().count();
        long bytes =
                way.moves().stream()
                        .mapToLong(m -> request.problem().items().get(m.item()).moveBytes())
                        .sum();
        return new PlacementPlan.Result(
                used(end).cardinality(),
                runsNothing ? null : used(current).cardinality(),
                cost,
                runsNothing ? null : cost(current),
                request.costUnit(),
                new PlacementPlan.Bound(
                        found.bound().value(),
                        found.bound().method(),
                        cost.compareTo(found.bound().value()) <= 0),
                found.bound().gap(cost),
                found.startCost(),
                found.start(),
                (int) way.end().stream().filter(s -> s < 0).count(),
                Math.toIntExact(moved),
                bytes,
                way.moves().size() * request.downtimeSeconds(),
                found.steps(),
                seed);
    }

    private static BigDecimal cost(Packing packing) {
        return used(packing).stream()
                .mapToObj(s -> packing.problem().servers().get(s).cost())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<String> notes(PackRequest request, PackedResult found, Migration way) {
        List<String> notes = new ArrayList<>(request.notes());
        notes.addAll(found.notes());
        if (!way.stuck().isEmpty()) {
            notes.add(
                    way.stuck().size()
                            + " items can't move without being stopped first, because each waits"
                            + " for room that another takes and there is no free space; they stay,"
                            + " and the figures count them where they stay.");
        }
        long detours = way.moves().stream().filter(Migration.Move::isDetour).count();
        if (detours > 0) {
            notes.add(
                    "Moves that would wait for each other are led through free space: "
                            + detours
                            + (detours == 1 ? " item moves" : " times an item moves")
                            + " out of the way first.");
        }
        return notes;
    }
}
