package dev.stowage.similarity;

/**
 * Both sides, each replayed on the same servers.
 *
 * @param servers how they are written
 * @param chosenBecause why these servers; empty if the user said so
 * @param gpusLeftOut why what tasks ask of GPUs was left out; empty if it was not
 * @param othersLeftOut what else tasks ask for that is not replayed, in words; empty if nothing
 * @param window what was replayed
 * @param first what became of the first side
 * @param second what became of the second
 * @param secondJobShare share of the jobs of the second side that were replayed, in (0, 1]
 */
public record ReplayPair(
        String servers,
        String chosenBecause,
        String gpusLeftOut,
        String othersLeftOut,
        ReplayWindow window,
        ReplayFigures first,
        ReplayFigures second,
        double secondJobShare) {
    /** The same with another reason for these servers. */
    public ReplayPair because(String other) {
        return new ReplayPair(
                servers, other, gpusLeftOut, othersLeftOut, window, first, second, secondJobShare);
    }
}
