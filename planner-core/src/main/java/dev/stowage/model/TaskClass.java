package dev.stowage.model;

/**
 * What a job is for: throughput ({@link #BATCH}) or the latency of someone who waits ({@link
 * #USER_FACING}).
 */
public enum TaskClass {
    BATCH("batch"),
    USER_FACING("user-facing");

    private final String label;

    TaskClass(String label) {
        this.label = label;
    }

    /** As people write it: {@code batch}, {@code user-facing}. */
    public String label() {
        return label;
    }
}
