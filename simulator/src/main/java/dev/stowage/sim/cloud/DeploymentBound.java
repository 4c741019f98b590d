package dev.stowage.sim.cloud;

import java.util.OptionalDouble;

/**
 * What any deployment costs at least.
 *
 * @param usd no deployment over the same places costs less, USD
 * @param optimumUsd the cheapest deployment that exists, USD; empty if only the bound is known
 * @param method how it was found, in words
 */
public record DeploymentBound(double usd, OptionalDouble optimumUsd, String method) {
    /** How far a cost is above the bound, as a share of it; 0 for a demand of nothing. */
    public double gap(double costUsd) {
        return usd > 0 ? Math.max(0, costUsd / usd - 1) : 0;
    }
}
