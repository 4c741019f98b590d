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
        if (!Objects.equals(asked, written)) {
            found.add(what + ": asked " + asked + ", written " + written);
        }
    }

    private void server(PackServer asked, PlacementPlan.Server written) {
        String place = "server " + asked.name();
        same(place, asked.name(), written.name());
        same(place + ": domain", asked.domain(), written.domain());
        same(place + ": capacity", asked.capacity(), written.capacity());
        same(place + ": usable", asked.usable(), written.usable());
        same(place + ": attributes", asked.attributes(), written.attributes());
        if (!PlacementGate.isSame(asked.cost(), written.cost())) {
            found.add(place + ": costs " + asked.cost() + ", written " + written.cost());
        }
    }

    private void item(PackItem asked, PlacementPlan.Item written) {
        String place = "item " + asked.name();
        String from =
                asked.current().isPresent()
                        ? problem.servers().get(asked.current().getAsInt()).name()
                        : null;
        same(place, asked.name(), written.name());
        same(place + ": demand", asked.demand(), written.demand());
        same(place + ": from", from, written.from());
        same(place + ": pinned", asked.isPinned(), written.isPinned());
        same(place + ": bytes", asked.moveBytes(), written.moveBytes());
        same(
                place + ": needs",
                asked.predicates(),
                PlacementConstraints.parse(written.needs()).predicates());
    }

    private void rule(PackRule asked, PlacementPlan.Rule written) {
        String place = "rule " + asked.name();
        same(place, asked.name(), written.name());
        same(
                place + ": items",
                asked.items().stream().map(i -> problem.items().get(i).name()).toList(),
                written.items());
        boolean isServer = asked.scope() == PackRule.Scope.SERVER;
        same(place + ": scope", isServer ? "server" : "domain", written.scope());
        same(
                place + ": kind",
                asked instanceof PackRule.Spread spread ? "spread " + spread.most() : "together 0",
                written.kind() + " " + written.most());
    }
}
