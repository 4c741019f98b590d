package dev.stowage.workflow.compare;

import dev.stowage.similarity.ReplayFigures;
import dev.stowage.similarity.ReplayPair;
import dev.stowage.words.Figures;
import java.util.List;
import java.util.function.DoubleFunction;
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
    private static final List<Double> LOWER = List.of(0.5, 0.4, 0.3, 0.2, 0.1);
    private static final double MOST_WAITING = 0.25;

    /** Finds one; the first that was tried if there is none. */
    static TellingReplay of(ReplayedSides sides, TypicalCluster.Choice choice) {
        TellingReplay usual = on(sides, choice.at(TypicalCluster.LOAD));
        if (usual.isTelling()) {
            return usual;
        }
        boolean isTooFull = usual.isTooFull();
        String usually =
                "; at "
                        + Figures.share(TypicalCluster.LOAD)
                        + (isTooFull
                                ? " more than a quarter of the tasks never started"
                                : " nothing waited on one side or both");
        DoubleFunction<TypicalCluster> typical = choice::at;
        Stream<TypicalCluster> others =
                isTooFull
                        ? LOWER.stream().map(typical::apply)
                        : Stream.concat(
                                HIGHER.stream().map(typical::apply),
                                Stream.concat(Stream.of(TypicalCluster.LOAD), HIGHER.stream())
                                        .map(choice::small));
        return others.map(cluster -> on(sides, cluster.and(usually)))
                .filter(TellingReplay::isTelling)
                .findFirst()
                .orElseGet(
                        () ->
                                new TellingReplay(
                                        usual.cluster,
                                        usual.pair.because(
                                                usual.cluster.because()
                                                        + usually
                                                        + ", and at no other load was it"
                                                        + " better")));
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
