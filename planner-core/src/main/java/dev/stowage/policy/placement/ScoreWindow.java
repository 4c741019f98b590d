package dev.stowage.policy.placement;

/**
 * A search for the best of the first so many servers that fit, in order of number: where it stands,
 * how many are still to be scored, and the best of those that were. {@link ClusterView#score(
 * ScoreWindow, TaskView, ServerScore)} takes it on.
 *
 * <p>Hot: one object for all placements of a run, hence plain fields.
 */
public final class ScoreWindow {
    /** The next server to look at. */
    public int from;

    /** The first one not to look at. */
    public int end;

    /** Servers that are still to be scored. */
    public int left;

    /** The server of the highest score, ties to the lowest number, or {@link ClusterView#NONE}. */
    public int best;

    /** Its score. */
    public double bestScore;

    ScoreWindow() {}

    /** Starts again. */
    void start(int first, int wanted) {
        from = first;
        left = wanted;
        best = ClusterView.NONE;
        bestScore = Double.NEGATIVE_INFINITY;
    }

    /** Keeps a server if it is the best one so far. */
    public void offer(int server, double score) {
        if (score > bestScore || (score == bestScore && server < best)) {
            best = server;
            bestScore = score;
        }
    }
}
