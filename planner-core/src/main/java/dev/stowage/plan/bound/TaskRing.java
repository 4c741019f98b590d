package dev.stowage.plan.bound;

/** The latest tasks in order of submit, as columns; the oldest leaves when the next one arrives. */
final class TaskRing {
    private final long[] submit;
    private final long[] duration;
    private final Columns asked;
    private int oldest;
    private int size;

    TaskRing(int capacity, int resources) {
        submit = new long[capacity];
        duration = new long[capacity];
        asked = new Columns(resources, capacity);
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == submit.length;
    }

    void add(long submitMicros, long durationMicros, long[] amounts) {
        int slot = (oldest + size++) % submit.length;
        submit[slot] = submitMicros;
        duration[slot] = durationMicros;
        asked.set(slot, amounts);
    }

    long submitMicros() {
        return submit[oldest];
    }

    long durationMicros() {
        return duration[oldest];
    }

    /** Fills {@code amounts} with what the oldest task asks for. */
    void asked(long[] amounts) {
        asked.get(oldest, amounts);
    }

    void removeOldest() {
        oldest = (oldest + 1) % submit.length;
        size--;
    }
}
