package dev.stowage.plan;

import org.jspecify.annotations.Nullable;

/**
 * How sure the answer is: the Student t interval of the deciding metric, the one that comes closest
 * to its bound.
 *
 * @param level confidence level of the two-sided interval, in (0, 1)
 * @param replications independent replications that were run at the answer
 * @param metric deciding metric
 * @param mean its mean over the replications
 * @param halfWidth half of the width of its interval; null with one replication: a single run says
 *     nothing about its own spread; null too if the mean is infinite
 * @param tightEnough true if the half-width is within the precision that was asked for; null
 *     without a half-width
 */
public record Confidence(
        double level,
        int replications,
        String metric,
        double mean,
        @Nullable Double halfWidth,
        @Nullable Boolean tightEnough) {}
