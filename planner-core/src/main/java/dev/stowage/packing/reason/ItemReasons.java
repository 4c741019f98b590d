package dev.stowage.packing.reason;

import dev.stowage.model.AttributePredicate;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.Infeasibility;
import dev.stowage.packing.Infeasibility.Kind;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.model.PackModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Why an item, or items that have to be on one server, can't be placed even if all is empty. */
final class ItemReasons {
    private final PackModel model;

    ItemReasons(PackModel model) {
        this.model = model;
    }

    /** Adds a reason, if there is one that concerns this unit alone. */
    void addTo(List<Infeasibility> found, int unit) {
        if (model.allowed[unit].isEmpty()) {
            found.add(noServer(unit));
        } else if (brokenRule(unit) >= 0) {
            found.add(apartAndTogether(unit));
        } else if (!fitsSomewhere(unit)) {
            found.add(tooLarge(unit));
        }
    }

    private List<Integer> items(int unit) {
        return IntStream.of(model.itemsOf[unit]).boxed().toList();
    }

    private String place(int unit) {
        String names = InfeasibilityCheck.names(model.problem, items(unit));
        return model.itemsOf[unit].length == 1 ? "item " + names : "items " + names;
    }

    private Infeasibility noServer(int unit) {
        List<Integer> items = items(unit);
        List<String> pins =
                items.stream()
                        .map(i -> model.problem.items().get(i))
                        .filter(PackItem::isPinned)
                        .map(i -> model.problem.servers().get(i.current().getAsInt()).name())
                        .distinct()
                        .toList();
        String wanted =
                items.stream()
                        .flatMap(i -> model.problem.items().get(i).predicates().stream())
                        .map(ItemReasons::text)
                        .distinct()
                        .collect(Collectors.joining(", "));
        if (pins.size() > 1) {
            return contradiction(
                    unit,
                    "items that have to be together and are pinned to " + String.join(", ", pins),
                    "one server",
                    "pin them to one server, or let them be apart");
        }
        if (pins.size() == 1) {
            return contradiction(
                    unit,
                    "a pin to server " + pins.get(0) + ", which has not: " + wanted,
                    "a server that has what is asked for",
                    "take the pin away, or ask for less");
        }
        return new Infeasibility(
                Kind.NO_SUCH_SERVER,
                place(unit),
                items,
                "",
                wanted,
                "attributes that some server has",
                "a server with " + wanted + ", or an item that doesn't ask for it");
    }

    private static String text(AttributePredicate predicate) {
        return predicate.name() + predicate.operator().symbol() + predicate.value();
    }

    private Infeasibility contradiction(int unit, String found, String expected, String change) {
        return new Infeasibility(
                Kind.CONTRADICTION, place(unit), items(unit), "", found, expected, change);
    }

    private int brokenRule(int unit) {
        for (int i = 0; i < model.rulesOf[unit].length; i++) {
            int rule = model.rulesOf[unit][i];
            if (model.weightsOf[unit][i] > model.most[rule]) {
                return i;
            }
        }
        return -1;
    }

    private Infeasibility apartAndTogether(int unit) {
        int i = brokenRule(unit);
        int rule = model.rulesOf[unit][i];
        String name = RuleReasons.spread(model, rule).name();
        return contradiction(
                unit,
                model.weightsOf[unit][i] + " items that have to be on one server",
                "at most " + model.most[rule] + " in one place, as rule " + name + " says",
                "let them be apart, or let rule "
                        + name
                        + " have "
                        + model.weightsOf[unit][i]
                        + " in one place");
    }

    private boolean fitsSomewhere(int unit) {
        return model.allowed[unit].stream().anyMatch(s -> lacking(unit, s).length == 0);
    }

    private int[] lacking(int unit, int server) {
        return IntStream.range(0, model.resources)
                .filter(r -> demand(unit, r) > usable(server, r))
                .toArray();
    }

    private long demand(int unit, int resource) {
        return model.demand[unit * model.resources + resource];
    }

    private long usable(int server, int resource) {
        return model.usable[server * model.resources + resource];
    }

    /** Against the server where the least is missing, as a share of what it has. */
    private Infeasibility tooLarge(int unit) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int server : model.allowed[unit].stream().toArray()) {
            double missing = 0;
            for (int r : lacking(unit, server)) {
                double has = Math.max(1, usable(server, r));
                missing += (demand(unit, r) - (double) usable(server, r)) / has;
            }
            if (missing < least) {
                least = missing;
                best = server;
            }
        }
        int server = best;
        int[] lacks = lacking(unit, server);
        String asked = amounts(lacks, r -> AmountText.asked(resource(r), demand(unit, r)));
        String has = amounts(lacks, r -> AmountText.there(resource(r), usable(server, r)));
        String type = model.problem.servers().get(server).type();
        return new Infeasibility(
                Kind.TOO_LARGE,
                place(unit),
                items(unit),
                resource(lacks[0]).name(),
                asked,
                "at most " + has + ", what the largest server for it (" + type + ") leaves usable",
                "a server with at least " + asked + " usable, or a request of at most " + has);
    }

    private PackingResource resource(int number) {
        return model.problem.resources().get(number);
    }

    private String amounts(int[] resources, java.util.function.IntFunction<String> text) {
        return Arrays.stream(resources)
                .mapToObj(r -> text.apply(r) + " of " + resource(r).name())
                .collect(Collectors.joining(" and "));
    }
}
