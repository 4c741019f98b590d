package dev.stowage.policy.autoscale.kubernetes;

/**
 * What a container should request, and the range within which it is left alone.
 *
 * @param target wanted
 * @param lower below this a pod is evicted to be made larger
 * @param upper above this a pod is evicted to be made smaller
 */
public record Recommendation(Amount target, Amount lower, Amount upper) {
    /** CPU in thousandths of a core, and memory. */
    public record Amount(long cpuMilli, long memoryBytes) {}
}
