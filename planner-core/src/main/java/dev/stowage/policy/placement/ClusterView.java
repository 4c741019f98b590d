package dev.stowage.policy.placement;

/**
 * The servers of a cluster, read-only, with the questions that policies ask, answered by indexes
 * that the cluster keeps. Servers are numbered from 0; one that is down fits nothing.
 *
 * <p>"Load" of a server is its dominant share: the maximum over resources of allocated / capacity
 * as a double.
 */
public interface ClusterView {
    /** No server. */
    int NONE = -1;

    /** Number of servers, up or down. */
    int size();

    /**
     * True if the server is up, the task fits on it now and the server is one that its constraints
     * allow. O(1). "Fits" means just that everywhere here.
     */
    boolean fits(int server, TaskView task);

    /** Load of a server before placement, in [0, 1]; 0 if it is down. O(1). */
    double dominantShare(int server);

    /** Load of a server that fits if the task were placed there, in [0, 1]. O(1). */
    double dominantShareWith(int server, TaskView task);

    /** Score of a server that is up. O(1). */
    double score(int server, ServerScore score);

    /**
     * Scores the servers that fit, from the window's next one on, until as many as it wants are
     * scored or it ends. O(servers looked at), sets of servers that don't fit left out.
     */
    default void score(ScoreWindow window, TaskView task, ServerScore score) {
        while (window.left > 0 && window.from < window.end) {
            int server = firstFitFrom(window.from, task);
            if (server == NONE || server >= window.end) {
                window.from = window.end;
                return;
            }
            window.offer(server, score(server, score));
            window.left--;
            window.from = server + 1;
        }
    }

    /** The lowest-numbered server that fits, or {@link #NONE}. */
    int firstFit(TaskView task);

    /**
     * The lowest-numbered server of at least {@code from} that fits, or {@link #NONE}; does not
     * wrap around.
     */
    int firstFitFrom(int from, TaskView task);

    /** The most loaded server that fits, ties to the lowest number, or {@link #NONE}. */
    int mostLoadedFit(TaskView task);

    /** The least loaded server that fits, ties to the lowest number, or {@link #NONE}. */
    int leastLoadedFit(TaskView task);

    /**
     * The server of the highest score among those that fit, ties to the lowest number, or {@link
     * #NONE}. Exact; looks only at sets of servers whose bound beats the best server found.
     */
    int best(TaskView task, ServerScore score);

    /** Number of servers that fit now. May cost O(number of servers that fit). */
    int countFits(TaskView task);

    /**
     * The {@code k}-th (from 0, by number) of the servers that fit; {@code k} below {@link
     * #countFits}.
     */
    int fit(int k, TaskView task);
}
