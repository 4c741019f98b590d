package dev.stowage.packing.search;

import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.optaplanner.core.api.domain.solution.PlanningEntityCollectionProperty;
import org.optaplanner.core.api.domain.solution.PlanningScore;
import org.optaplanner.core.api.domain.solution.PlanningSolution;
import org.optaplanner.core.api.domain.solution.ProblemFactCollectionProperty;
import org.optaplanner.core.api.domain.valuerange.ValueRangeProvider;
import org.optaplanner.core.api.score.buildin.hardmediumsoftlong.HardMediumSoftLongScore;

/** A problem with its packing, as local search sees it: the planning solution. */
@PlanningSolution
public final class LocalPlan {
    @ValueRangeProvider @ProblemFactCollectionProperty private final List<LocalServer> servers;
    @ProblemFactCollectionProperty private final List<LocalMember> members;
    @PlanningEntityCollectionProperty private final List<LocalUnit> units;

    /** The same places as the units have, for moves to ask what fits; one for all copies. */
    private final PackState mirror;

    /** Steps of the search; one for all copies. */
    private final AtomicLong steps;

    @PlanningScore private @Nullable HardMediumSoftLongScore score;

    /** For OptaPlanner, which fills the copies that it makes. */
    @SuppressWarnings("NullAway")
    private LocalPlan() {
        this.servers = null;
        this.members = null;
        this.units = null;
        this.mirror = null;
        this.steps = null;
    }

    LocalPlan(PackState start, long maxMoves) {
        PackModel model = start.model;
        this.servers = new ArrayList<>();
        for (int server = 0; server < model.servers; server++) {
            servers.add(new LocalServer(model, server));
        }
        this.members = new ArrayList<>();
        this.units = new ArrayList<>();
        for (int unit = 0; unit < model.units; unit++) {
            int place = start.serverOf[unit];
            LocalServer server = place == PackModel.NONE ? null : servers.get(place);
            units.add(new LocalUnit(model, unit, maxMoves, server));
            for (int i = 0; i < model.rulesOf[unit].length; i++) {
                int rule = model.rulesOf[unit][i];
                members.add(
                        new LocalMember(
                                rule,
                                unit,
                                model.weightsOf[unit][i],
                                model.most[rule],
                                model.isByDomain[rule]));
            }
        }
        this.mirror = start.copy();
        this.steps = new AtomicLong();
    }

    List<LocalServer> servers() {
        return servers;
    }

    List<LocalUnit> units() {
        return units;
    }

    PackState mirror() {
        return mirror;
    }

    AtomicLong steps() {
        return steps;
    }

    @Nullable HardMediumSoftLongScore score() {
        return score;
    }

    /** Server of each unit, or NONE. */
    int[] places() {
        return units.stream()
                .mapToInt(
                        u -> {
                            LocalServer server = u.server();
                            return server == null ? PackModel.NONE : server.number();
                        })
                .toArray();
    }
}
