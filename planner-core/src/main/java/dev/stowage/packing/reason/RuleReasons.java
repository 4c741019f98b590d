package dev.stowage.packing.reason;

import dev.stowage.packing.AmountText;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.model.PackModel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Why rules and pins can't be kept, whatever else is on the servers. */
final class RuleReasons {
    private final PackModel model;
    private final PackingProblem problem;

    RuleReasons(PackModel model) {
        this.model = model;
        this.problem = model.problem;
    }

    /** The spread rule of a number. */
    static PackRule.Spread spread(PackModel model, int number) {
        return model.problem.rules().stream()
                .filter(PackRule.Spread.class::isInstance)
                .map(PackRule.Spread.class::cast)
                .skip(number)
                .findFirst()
                .orElseThrow();
    }

    void addTo(List<Infeasibility> found) {
        pinned(found);
        for (PackRule rule : problem.rules()) {
            if (rule instanceof PackRule.Spread spread) {
                places(found, spread);
                pinnedTogether(found, spread);
            } else if (rule.scope() == PackRule.Scope.DOMAIN) {
                pinnedApart(found, rule);
            }
        }
    }

    private void pinned(List<Infeasibility> found) {
        Map<Integer, List<Integer>> byServer = new TreeMap<>();
        for (int i = 0; i < problem.items().size(); i++) {
            if (problem.items().get(i).isPinned()) {
                int server = problem.items().get(i).current().getAsInt();
                byServer.computeIfAbsent(server, s -> new java.util.ArrayList<>()).add(i);
            }
        }
        byServer.forEach((server, items) -> pinned(found, server, items));
    }

    private void pinned(List<Infeasibility> found, int server, List<Integer> items) {
        PackServer place = problem.servers().get(server);
        for (int r = 0; r < model.resources; r++) {
            int resource = r;
            long asked =
                    items.stream()
                            .mapToLong(i -> problem.items().get(i).demand().get(resource))
                            .reduce(0, RuleReasons::plus);
            if (asked > place.usable().get(r)) {
                PackingResource name = problem.resources().get(r);
                String over = AmountText.asked(name, asked - place.usable().get(r));
                found.add(
                        new Infeasibility(
                                Kind.PINNED,
                                "server " + place.name(),
                                items,
                                name.name(),
                                "items pinned to it that ask for "
                                        + AmountText.asked(name, asked)
                                        + " of "
                                        + name.name(),
                                "at most " + AmountText.there(name, place.usable().get(r)),
                                "let items of "
                                        + over
                                        + " or more move away: "
                                        + InfeasibilityCheck.names(problem, items)));
            }
        }
    }

    static long plus(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** What a rule calls the place that a server is. */
    static String place(PackingProblem problem, PackRule rule, int server) {
        PackServer one = problem.servers().get(server);
        return rule.scope() == PackRule.Scope.SERVER ? one.name() : one.domain();
    }

    private static String count(long number, String more, PackRule rule) {
        String word = rule.scope() == PackRule.Scope.SERVER ? "server" : "failure domain";
        return number + more + " " + word + (number == 1 ? "" : "s");
    }

    private void places(List<Infeasibility> found, PackRule.Spread rule) {
        Set<String> places = new TreeSet<>();
        for (int item : rule.items()) {
            PackItem one = problem.items().get(item);
            for (int s = 0; s < model.servers; s++) {
                if (one.mayRunOn(problem.servers().get(s).attributes())) {
                    places.add(place(problem, rule, s));
                }
            }
        }
        long room = (long) places.size() * rule.most();
        if (rule.items().size() > room) {
            int wanted = -Math.floorDiv(-rule.items().size(), rule.most());
            int most = places.isEmpty() ? 0 : -Math.floorDiv(-rule.items().size(), places.size());
            found.add(
                    new Infeasibility(
                            Kind.SPREAD,
                            "rule " + rule.name(),
                            rule.items(),
                            "",
                            "%d items, at most %d in one place"
                                    .formatted(rule.items().size(), rule.most()),
                            "at most %d items, on %s that they may be on"
                                    .formatted(room, count(places.size(), "", rule)),
                            count(wanted - places.size(), " more", rule)
                                    + (most == 0 ? "" : ", or " + most + " in one place")));
        }
    }

    private void pinnedTogether(List<Infeasibility> found, PackRule.Spread rule) {
        Map<String, List<Integer>> byPlace = pins(rule);
        byPlace.forEach(
                (place, items) -> {
                    if (items.size() > rule.most()) {
                        found.add(
                                new Infeasibility(
                                        Kind.CONTRADICTION,
                                        "rule " + rule.name(),
                                        items,
                                        "",
                                        items.size() + " of its items pinned to " + place,
                                        "at most " + rule.most(),
                                        "let "
                                                + (items.size() - rule.most())
                                                + " of them move: "
                                                + InfeasibilityCheck.names(problem, items)));
                    }
                });
    }

    private void pinnedApart(List<Infeasibility> found, PackRule rule) {
        Map<String, List<Integer>> byPlace = pins(rule);
        if (byPlace.size() > 1) {
            found.add(
                    new Infeasibility(
                            Kind.CONTRADICTION,
                            "rule " + rule.name(),
                            rule.items(),
                            "",
                            "items pinned to " + String.join(", ", byPlace.keySet()),
                            "all in one failure domain",
                            "let those outside one of them move, or take them out of the rule"));
        }
    }

    private Map<String, List<Integer>> pins(PackRule rule) {
        return rule.items().stream()
                .filter(i -> problem.items().get(i).isPinned())
                .collect(
                        Collectors.groupingBy(
                                i ->
                                        place(
                                                problem,
                                                rule,
                                                problem.items().get(i).current().getAsInt()),
                                TreeMap::new,
                                Collectors.toList()));
    }
}
