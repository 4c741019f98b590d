package dev.stowage.packing.placement;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether a placement as written is one of what was asked for: of it all, and of nothing else. */
final class AskedFor {
    private final PackingProblem problem;
    private final PlacementPlan plan;
    private final List<String> found = new ArrayList<>();

    AskedFor(PackRequest request, PlacementPlan plan) {
        this.problem = request.problem();
        this.plan = plan;
    }

    List<String> differences() {
        same("resources", problem.resources(), plan.resources());
        same("number of servers", problem.servers().size(), plan.servers().size());
        same("number of items", problem.items().size(), plan.items().size());
        same("number of rules", problem.rules().size(), plan.rules().size());
        if (found.isEmpty()) {
            for (int s = 0; s < plan.servers().size(); s++) {
                server(problem.servers().get(s), plan.servers().get(s));
            }
            for (int i = 0; i < plan.items().size(); i++) {
                item(problem.items().get(i), plan.items().get(i));
            }
            for (int r = 0; r < plan.rules().size(); r++) {
                rule(problem.rules().get(r), plan.rules().get(r));
            }
        }
        return found;
    }

    private void same(String what, @Nullable Object asked, @Nullable Object written) {
        same(what, "", "", asked, written);
    }

    /** The words are put together only where they are said: there are many items. */
    private void same(
            String kind,
            String name,
            String what,
            @Nullable Object asked,
            @Nullable Object written) {
        if (!Objects.equals(asked, written)) {
            found.add(kind + name + what + ": asked " + asked + ", written " + written);
        }
    }

    private void server(PackServer asked, PlacementPlan.Server written) {
        String name = asked.name();
        same("server ", name, "", name, written.name());
        same("server ", name, ": domain", asked.domain(), written.domain());
        same("server ", name, ": capacity", asked.capacity(), written.capacity());
        same("server ", name, ": usable", asked.usable(), written.usable());
        same("server ", name, ": attributes", asked.attributes(), written.attributes());
        if (!PlacementGate.isSame(asked.cost(), written.cost())) {
            found.add("server " + name + ": costs " + asked.cost() + ", written " + written.cost());
        }
    }

    private void item(PackItem asked, PlacementPlan.Item written) {
        String name = asked.name();
        String from =
                asked.current().isPresent()
                        ? problem.servers().get(asked.current().getAsInt()).name()
                        : null;
        same("item ", name, "", name, written.name());
        same("item ", name, ": demand", asked.demand(), written.demand());
        same("item ", name, ": from", from, written.from());
        same("item ", name, ": pinned", asked.isPinned(), written.isPinned());
        same("item ", name, ": bytes", asked.moveBytes(), written.moveBytes());
        if (!asked.predicates().isEmpty() || !written.needs().isEmpty()) {
            same(
                    "item ",
                    name,
                    ": needs",
                    asked.predicates(),
                    PlacementConstraints.parse(written.needs()).predicates());
        }
    }

    private void rule(PackRule asked, PlacementPlan.Rule written) {
        String name = asked.name();
        same("rule ", name, "", name, written.name());
        same(
                "rule ",
                name,
                ": items",
                asked.items().stream().map(i -> problem.items().get(i).name()).toList(),
                written.items());
        boolean isServer = asked.scope() == PackRule.Scope.SERVER;
        same("rule ", name, ": scope", isServer ? "server" : "domain", written.scope());
        same(
                "rule ",
                name,
                ": kind",
                asked instanceof PackRule.Spread spread ? "spread " + spread.most() : "together 0",
                written.kind() + " " + written.most());
    }
}
