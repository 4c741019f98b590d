package dev.stowage.policy.autoscale.knative;

/**
 * What the autoscaler wants now.
 *
 * @param pods wanted number of pods
 * @param excessBurstCapacity requests that the ready pods could take beyond the wanted burst; below
 *     0 the activator stays in the path
 */
public record KpaDecision(int pods, int excessBurstCapacity) {}
