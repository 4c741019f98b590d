package dev.stowage.policy.placement;

/**
 * Chooses a server for a task. One object serves one run; it may own private state. Not
 * thread-safe.
 */
public interface PlacementPolicy {
    /**
     * The server to put {@code task} on, or {@link ClusterView#NONE} only if no server fits. The
     * server must fit.
     *
     * <p>Must not scan all servers when an index of the view can answer.
     */
    int place(TaskView task, ClusterView cluster);

    /**
     * How much speaks for a server that fits, for people who ask why; the larger the better, NaN if
     * the policy does not compare servers by a figure. Asked right after {@link #place} for the
     * same task, before it is put anywhere.
     */
    default double preference(int server, TaskView task, ClusterView cluster) {
        return this instanceof ServerScore score ? cluster.score(server, score) : Double.NaN;
    }
}
