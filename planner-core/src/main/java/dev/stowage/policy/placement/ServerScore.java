package dev.stowage.policy.placement;

/**
 * What a policy maximises over the servers that fit the task at hand, which it knows. A function of
 * what is free on a server and of its capacity alone, so that the cluster's index can bound it for
 * many servers at once. Finite, never NaN.
 */
public interface ServerScore {
    /**
     * Score of a server with that much free before the task is placed. Once it has given a higher
     * score for the same task it may give any lower value instead, which spares the rest.
     */
    double score(long freeMicroCores, long freeBytes, long capacityMicroCores, long capacityBytes);

    /**
     * At least the score of every server in the range, to the last bit: computed by the same
     * operations at the corners where each is largest, because rounding keeps the order. A bound
     * that is too low loses servers; one that is too high costs time.
     */
    double upperBound(FreeRange range);
}
