package dev.stowage.policy.node;

/**
 * Nobody decides: all services share one pool with the best-effort jobs. Source: Chen et al.,
 * ASPLOS 2019, section 5 ("Unmanaged").
 */
final class Unmanaged implements NodeManager {
    @Override
    public void start(NodeSetup setup, Allocation allocation) {
        for (int owner = 0; owner < allocation.owners(); owner++) {
            allocation.putIntoPool(owner);
        }
    }

    @Override
    public void decide(NodeObservation seen, Allocation allocation) {
        // nobody does
    }
}
