package dev.stowage.packing.column;

import dev.stowage.packing.heuristic.Construction;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.List;

/** A packing from patterns: each on a server of its place, and what is left where it fits best. */
final class Rounding {
    private final PatternSpace space;
    private final PackState state;
    private final int[] nextUnit;
    private final int[] nextServer;

    Rounding(PatternSpace space, long maxMoves) {
        this.space = space;
        this.state = new PackState(space.model, maxMoves);
        this.nextUnit = new int[space.types];
        this.nextServer = new int[space.places.count()];
        for (int unit = 0; unit < space.model.units; unit++) {
            int pin = space.model.pin[unit];
            if (pin != PackModel.NONE && state.fits(unit, pin)) {
                state.put(unit, pin);
            }
        }
    }

    /** What patterns, each used once, come to; not each rule may let all of it in. */
    PackState of(List<Pattern> patterns) {
        patterns.forEach(this::put);
        Construction.complete(state);
        return state;
    }

    private void put(Pattern pattern) {
        int[] servers = space.places.servers[pattern.place()];
        if (nextServer[pattern.place()] == servers.length) {
            return;
        }
        int server = servers[nextServer[pattern.place()]++];
        for (int i = 0; i < pattern.types().length; i++) {
            int type = pattern.types()[i];
            int[] units = space.unitsOf[type];
            int wanted = pattern.counts()[i] * (units.length / space.copies[type]);
            for (int put = 0; put < wanted && nextUnit[type] < units.length; put++) {
                int unit = units[nextUnit[type]++];
                if (state.fits(unit, server)) {
                    state.put(unit, server);
                }
            }
        }
    }
}
