package dev.stowage.workflow.compare;

import dev.stowage.similarity.ReplayFigures;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.words.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A replay from which waiting can be compared: on typical servers on which tasks of both sides
 * wait, and no more than a quarter of either side's never start. Where that is not so at the usual
 * load, others are tried, nearest first.
 *
 * @param cluster the servers
 * @param pair what they made of both sides
 */
record TellingReplay(TypicalCluster cluster, ReplayPair pair) {
    private static final List<Double> HIGHER = List.of(0.7, 0.8, 0.9, 1.0);
    private static final List<Double> LOWER =
            Stream.concat(
                            Stream.of(0.5, 0.4, 0.3, 0.2, 0.1),
                            Stream.iterate(0.05, load -> load > 1e-6, load -> load / 2))
                    .toList();

    private static final String CALM = ", and where no more do nothing waited on one side or both";

    /** Halvings between two loads, at most. */
    private static final int TURNS = 8;

    private static final double MOST_WAITING = 0.25;

    /** Finds one; else one on which fewer wait; the first that was tried if there is none. */
    static TellingReplay of(ReplayedSides sides, TypicalCluster.Choice choice) {
        TellingReplay usual = on(sides, choice.at(TypicalCluster.LOAD));
        if (usual.isTelling()) {
            return usual;
        }
        String usually =
                "; at "
                        + Figures.share(TypicalCluster.LOAD)
                        + (usual.isTooFull()
                                ? " more than a quarter of the tasks never started"
                                : " nothing waited on one side or both");
        Optional<TellingReplay> other =
                usual.isTooFull() ? onMore(sides, choice) : onFewer(sides, choice);
        return other.map(found -> found.and(usually + (found.isTelling() ? "" : CALM)))
                .orElseGet(
                        () ->
                                usual.and(
                                        usually
                                                + ", and at no other load that was tried was it"
                                                + " better"));
    }

    private static Optional<TellingReplay> onFewer(
            ReplayedSides sides, TypicalCluster.Choice choice) {
        return Stream.concat(
                        HIGHER.stream().map(choice::at),
                        Stream.concat(Stream.of(TypicalCluster.LOAD), HIGHER.stream())
                                .map(choice::small))
                .map(cluster -> on(sides, cluster))
                .filter(TellingReplay::isTelling)
                .findFirst();
    }

    /** Loads as long as too many of the tasks never start, then between the last two. */
    private static Optional<TellingReplay> onMore(
            ReplayedSides sides, TypicalCluster.Choice choice) {
        double full = TypicalCluster.LOAD;
        for (double load : LOWER) {
            TellingReplay replay = on(sides, choice.at(load));
            if (!replay.isTooFull()) {
                return Optional.of(replay.orBetween(full, load, sides, choice));
            }
            full = load;
        }
        return Optional.empty();
    }

    /**
     * This one, of the load {@code calm}, if it is telling; else one with fewer servers that is.
     */
    private TellingReplay orBetween(
            double full, double calm, ReplayedSides sides, TypicalCluster.Choice choice) {
        TellingReplay best = this;
        double tooFull = full;
        double calmest = calm;
        for (int turn = 0; turn < TURNS && !best.isTelling(); turn++) {
            double middle = (tooFull + calmest) / 2;
            TellingReplay replay = on(sides, choice.at(middle));
            if (replay.isTooFull()) {
                tooFull = middle;
            } else {
                calmest = middle;
                best = replay;
            }
        }
        return best;
    }

    private TellingReplay and(String further) {
        TypicalCluster named = cluster.and(further);
        return new TellingReplay(named, pair.because(named.because()));
    }

    private static TellingReplay on(ReplayedSides sides, TypicalCluster cluster) {
        return new TellingReplay(cluster, sides.on(cluster));
    }

    private boolean isTelling() {
        return !isTooFull() && pair.first().pendingP99() > 0 && pair.second().pendingP99() > 0;
    }

    private boolean isTooFull() {
        return isTooFull(pair.first()) || isTooFull(pair.second());
    }

    private static boolean isTooFull(ReplayFigures side) {
        return side.waiting() > MOST_WAITING * side.tasks();
    }
}
