package dev.stowage.policy.placement;

import dev.stowage.basis.PlainState;

/** The next server that fits, from the one after the last used on, starting at server 0. */
final class RoundRobin implements PlacementPolicy, PlainState {
    private int next;

    @Override
    public int place(TaskView task, ClusterView cluster) {
        int server = cluster.firstFitFrom(next, task);
        if (server == ClusterView.NONE && next > 0) {
            server = cluster.firstFit(task);
        }
        if (server != ClusterView.NONE) {
            next = server + 1 == cluster.size() ? 0 : server + 1;
        }
        return server;
    }
}
