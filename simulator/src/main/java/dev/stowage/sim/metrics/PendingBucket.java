package dev.stowage.sim.metrics;

/**
 * Tasks that waited from {@code fromSeconds} (inclusive) to {@code toSeconds} (exclusive; the first
 * bucket, of tasks that did not wait at all, goes from 0 to 0).
 *
 * @param fromSeconds shortest wait, s
 * @param toSeconds limit of the wait, s
 * @param tasks how many tasks
 */
public record PendingBucket(double fromSeconds, double toSeconds, long tasks) {}
