package dev.stowage.packing.search;

import dev.stowage.packing.model.PackModel;
import org.jspecify.annotations.Nullable;
import org.optaplanner.core.api.domain.entity.PlanningEntity;
import org.optaplanner.core.api.domain.lookup.PlanningId;
import org.optaplanner.core.api.domain.variable.PlanningVariable;

/** Items that go together, as local search sees them: the planning entity. */
@PlanningEntity
public final class LocalUnit {
    @PlanningId private final int number;
    private final PackModel model;
    private final long maxMoves;

    /** Null while it has no place. */
    @PlanningVariable(nullable = true)
    private @Nullable LocalServer server;

    /** For OptaPlanner, which fills the copies that it makes. */
    @SuppressWarnings("NullAway")
    private LocalUnit() {
        this(null, 0, 0, null);
    }

    LocalUnit(PackModel model, int number, long maxMoves, @Nullable LocalServer server) {
        this.model = model;
        this.number = number;
        this.maxMoves = maxMoves;
        this.server = server;
    }

    int number() {
        return number;
    }

    PackModel model() {
        return model;
    }

    @Nullable LocalServer server() {
        return server;
    }

    void moveTo(@Nullable LocalServer other) {
        server = other;
    }

    /** Where it is; only asked of units that have a place. */
    LocalServer place() {
        if (server == null) {
            throw new IllegalStateException("unit " + number + " has no place");
        }
        return server;
    }

    /** How bad it is if it has no place: worse than any cost. */
    long missing() {
        return model.weight[number] * model.aboveAnyCost;
    }

    long moves() {
        return model.movesAt(number, place().number());
    }

    long maxMoves() {
        return maxMoves;
    }

    /** True if its server has what its items want, and is the one that they are pinned to. */
    boolean isAllowed() {
        return model.allowed[number].get(place().number());
    }

    /** Units that have to be in one domain, or -1. */
    int group() {
        return model.groupOf[number];
    }
}
