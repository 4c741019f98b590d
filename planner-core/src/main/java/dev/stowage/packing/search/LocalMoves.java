package dev.stowage.packing.search;

import dev.stowage.packing.heuristic.Refill;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.optaplanner.core.api.score.director.ScoreDirector;
import org.optaplanner.core.impl.heuristic.selector.move.factory.MoveIteratorFactory;

/**
 * Moves that break no hard rule: a unit to another server in use, two units for each other, and a
 * server or two emptied onto others. What doesn't fit is passed over before it costs a score.
 */
public final class LocalMoves implements MoveIteratorFactory<LocalPlan, LocalMove> {
    /** Draws until one fits, at most. */
    private static final int DRAWS = 200;

    /** Made once a phase: a step is too short to make it. */
    private @Nullable Refill refill;

    @Override
    public void phaseStarted(ScoreDirector<LocalPlan> director) {
        LocalPlan plan = director.getWorkingSolution();
        plan.mirror().become(plan.places());
        refill = null;
    }

    @Override
    public long getSize(ScoreDirector<LocalPlan> director) {
        LocalPlan plan = director.getWorkingSolution();
        return (long) plan.units().size() * plan.servers().size();
    }

    @Override
    public Iterator<LocalMove> createOriginalMoveIterator(ScoreDirector<LocalPlan> director) {
        throw new UnsupportedOperationException("moves are drawn at random");
    }

    @Override
    public Iterator<LocalMove> createRandomMoveIterator(
            ScoreDirector<LocalPlan> director, Random random) {
        director.getWorkingSolution().steps().incrementAndGet();
        if (refill == null) {
            refill = new Refill(director.getWorkingSolution().mirror(), random);
        }
        return new Draw(director.getWorkingSolution(), random, refill);
    }

    private static final class Draw implements Iterator<LocalMove> {
        private static final int NONE = PackModel.NONE;

        private final LocalPlan plan;
        private final PackState mirror;
        private final PackModel model;
        private final Random random;
        private final Refill refill;
        private @Nullable LocalMove next;

        Draw(LocalPlan plan, Random random, Refill refill) {
            this.plan = plan;
            this.mirror = plan.mirror();
            this.model = mirror.model;
            this.random = random;
            this.refill = refill;
        }

        /** False if nothing that fits was drawn: then there is hardly anything to move. */
        @Override
        public boolean hasNext() {
            for (int draw = 0; next == null && draw < DRAWS; draw++) {
                int kind = random.nextInt(8);
                next = kind == 0 ? refill() : kind < 4 ? change() : swap();
            }
            return next != null;
        }

        @Override
        public LocalMove next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            LocalMove move = next;
            next = null;
            return move;
        }

        private @Nullable LocalMove change() {
            int unit = random.nextInt(model.units);
            int other = random.nextInt(model.units);
            int from = mirror.serverOf[unit];
            int to = mirror.serverOf[other];
            if (model.pin[unit] != NONE || to == NONE || from == to) {
                return null;
            }
            if (from != NONE) {
                mirror.remove(unit);
            }
            boolean fits = mirror.fits(unit, to);
            if (from != NONE) {
                mirror.put(unit, from);
            }
            return fits ? move(new int[] {unit}, new int[] {to}) : null;
        }

        private @Nullable LocalMove swap() {
            int a = random.nextInt(model.units);
            int b = random.nextInt(model.units);
            int atA = mirror.serverOf[a];
            int atB = mirror.serverOf[b];
            if (atA == atB
                    || atA == NONE
                    || atB == NONE
                    || model.pin[a] != NONE
                    || model.pin[b] != NONE) {
                return null;
            }
            mirror.remove(a);
            mirror.remove(b);
            boolean fits = mirror.fits(a, atB);
            if (fits) {
                mirror.put(a, atB);
                fits = mirror.fits(b, atA);
                mirror.remove(a);
            }
            mirror.put(a, atA);
            mirror.put(b, atB);
            return fits ? move(new int[] {a, b}, new int[] {atB, atA}) : null;
        }

        private @Nullable LocalMove refill() {
            refill.apply();
            int[] units = new int[refill.size()];
            int[] to = new int[refill.size()];
            boolean isWorse = false;
            for (int i = 0; i < units.length; i++) {
                units[i] = refill.unit(i);
                to[i] = mirror.serverOf[units[i]];
                isWorse |= to[i] == NONE && refill.oldServer(i) != NONE;
            }
            refill.undo();
            return isWorse ? null : move(units, to);
        }

        private LocalMove move(int[] units, int[] to) {
            List<LocalUnit> moved = new ArrayList<>();
            List<@Nullable LocalServer> servers = new ArrayList<>();
            for (int i = 0; i < units.length; i++) {
                moved.add(plan.units().get(units[i]));
                servers.add(to[i] == NONE ? null : plan.servers().get(to[i]));
            }
            return new LocalMove(moved, servers);
        }
    }
}
