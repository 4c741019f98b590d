package dev.stowage.model;

/**
 * What a job is for: throughput ({@link #BATCH}) or the latency of someone who waits ({@link
 * #USER_FACING}).
 */
public enum TaskClass {
    BATCH,
    USER_FACING
}
