package dev.stowage.ingest.lifecycle;

/** What happens to a task or job in a cluster trace. */
public enum LifecycleEvent {
    SUBMIT(0),
    SCHEDULE(1),
    EVICT(2),
    FAIL(3),
    FINISH(4),
    KILL(5),
    LOST(6),
    UPDATE_PENDING(7),
    UPDATE_RUNNING(8),
    /** Held back by a batch scheduler: it waits still. */
    QUEUE(9),
    /** No longer held back: it waits still. */
    ENABLE(10);

    private static final LifecycleEvent[] ALL = values();

    private final int code;

    LifecycleEvent(int code) {
        this.code = code;
    }

    /** Its number, from 0; up to 8 also its code in the Google trace of 2011. */
    public int code() {
        return code;
    }

    /** The event of that number. */
    public static LifecycleEvent of(int code) {
        return ALL[code];
    }

    /** True if it ends an attempt. */
    public boolean isEnd() {
        return this == EVICT || this == FAIL || this == FINISH || this == KILL || this == LOST;
    }
}
