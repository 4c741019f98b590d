package dev.stowage.packing.placement;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.Packing;
import dev.stowage.packing.PackingOptions;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.migration.Migration;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the file form of a packing: names instead of numbers, figures, and the way there. */
public final class PlacementPlans {
    private static final String NOT_FOUND =
            "no place was found for it (that there is none is not proven)";

    private PlacementPlans() {}

    /**
     * The placement that a packing is.
     *
     * @param found of the request's problem
     * @param way from where the items run now to there
     */
    public static PlacementPlan of(
            PackRequest request, PackedResult found, Migration way, PackingOptions options) {
        PackingProblem problem = request.problem();
        Packing end = found.packing();
        Packing current = Packing.current(problem);
        return new PlacementPlan(
                PlacementPlan.FORMAT_VERSION,
                request.name(),
                problem.resources(),
                servers(request, end),
                request.services(),
                items(request, found),
                rules(problem),
                way.moves().stream().map(move -> move(problem, move)).toList(),
                result(request, found, way, current, options),
                notes(request, end, way),
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

    private static List<PlacementPlan.Item> items(PackRequest request, PackedResult found) {
        PackingProblem problem = request.problem();
        Map<Integer, String> reasons = reasons(found);
        List<PlacementPlan.Item> items = new ArrayList<>();
        for (int i = 0; i < problem.items().size(); i++) {
            PackItem item = problem.items().get(i);
            items.add(
                    new PlacementPlan.Item(
                            item.name(),
                            request.serviceOf().get(i),
                            item.demand(),
                            name(problem, found.packing().server(i)),
                            name(problem, item.current().orElse(Packing.UNPLACED)),
                            item.isPinned(),
                            item.moveBytes(),
                            new PlacementConstraints(item.predicates(), false, false).toString(),
                            reasons.get(i)));
        }
        return items;
    }

    /** Why items have no place, by item: the first reason that names it. */
    private static Map<Integer, String> reasons(PackedResult found) {
        Map<Integer, String> reasons = new HashMap<>();
        for (Infeasibility each : found.infeasibilities()) {
            String text =
                    "%s: found %s, expected %s; what would help: %s"
                            .formatted(each.place(), each.found(), each.expected(), each.change());
            each.items().forEach(item -> reasons.putIfAbsent(item, text));
        }
        Map<Integer, String> ofUnplaced = new HashMap<>();
        for (int item : found.packing().unplaced()) {
            ofUnplaced.put(item, reasons.getOrDefault(item, NOT_FOUND));
        }
        return ofUnplaced;
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
                move.isDetour(),
                move.isStopped());
    }

    private static PlacementPlan.Result result(
            PackRequest request,
            PackedResult found,
            Migration way,
            Packing current,
            PackingOptions options) {
        Packing end = found.packing();
        boolean runsNothing = used(current).isEmpty();
        long moved = way.moves().stream().mapToInt(Migration.Move::item).distinct().count();
        long bytes =
                way.moves().stream()
                        .mapToLong(m -> request.problem().items().get(m.item()).moveBytes())
                        .sum();
        return new PlacementPlan.Result(
                used(end).cardinality(),
                runsNothing ? null : used(current).cardinality(),
                cost(end),
                runsNothing ? null : cost(current),
                request.costUnit(),
                new PlacementPlan.Bound(
                        found.bound().value(), found.bound().method(), found.isOptimal()),
                Double.isFinite(found.gap()) ? found.gap() : null,
                found.startCost(),
                found.start(),
                end.unplaced().size(),
                (int) end.unplaced().stream().filter(i -> current.server(i) >= 0).count(),
                options.maxMoves().isPresent() ? options.maxMoves().getAsInt() : null,
                Math.toIntExact(moved),
                bytes,
                way.moves().size() * request.downtimeSeconds(),
                found.steps(),
                found.ended(),
                found.parts(),
                options.seed());
    }

    private static BigDecimal cost(Packing packing) {
        return used(packing).stream()
                .mapToObj(s -> packing.problem().servers().get(s).cost())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private static List<String> notes(PackRequest request, Packing end, Migration way) {
        List<String> notes = new ArrayList<>(request.notes());
        new WayNotes(request, end, way).addTo(notes);
        return notes;
    }
}
