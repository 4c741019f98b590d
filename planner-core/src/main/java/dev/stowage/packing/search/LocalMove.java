package dev.stowage.packing.search;

import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.heuristic.move.AbstractMove;

/** Units that get other servers, all at once: a change, a swap, or servers that are refilled. */
public final class LocalMove extends AbstractMove<LocalPlan> {
    private final List<LocalUnit> units;
    private final List<@Nullable LocalServer> to;

    LocalMove(List<LocalUnit> units, List<@Nullable LocalServer> to) {
        this.units = units;
        this.to = to;
    }

    @Override
    public boolean isMoveDoable(ScoreDirector<LocalPlan> director) {
        return !units.isEmpty();
    }

    @Override
    protected LocalMove createUndoMove(ScoreDirector<LocalPlan> director) {
        List<@Nullable LocalServer> from = new ArrayList<>();
        for (LocalUnit unit : units) {
            from.add(unit.server());
        }
        return new LocalMove(units, from);
    }

    @Override
    protected void doMoveOnGenuineVariables(ScoreDirector<LocalPlan> director) {
        PackState mirror = director.getWorkingSolution().mirror();
        for (LocalUnit unit : units) {
            if (unit.server() != null) {
                mirror.remove(unit.number());
            }
        }
        for (int i = 0; i < units.size(); i++) {
            LocalUnit unit = units.get(i);
            LocalServer server = to.get(i);
            director.beforeVariableChanged(unit, "server");
            unit.moveTo(server);
            director.afterVariableChanged(unit, "server");
            if (server != null) {
                mirror.put(unit.number(), server.number());
            }
        }
    }

    @Override
    public Collection<?> getPlanningEntities() {
        return units;
    }

    @Override
    public Collection<?> getPlanningValues() {
        return to;
    }
}
