package dev.stowage.packing;

/** When a search ends: after so many steps, or when its time is over. */
final class Deadline {
    /** The clock is read once in so many steps. */
    private static final int MASK = 63;

    private final long endNanos;
    private final long mostSteps;
    private long steps;
    private boolean isTimed;

    Deadline(long nanos, long mostSteps) {
        this.endNanos = System.nanoTime() + nanos;
        this.mostSteps = mostSteps;
    }

    /** True if one more step may be made, which it counts. */
    boolean allowsStep() {
        if (steps >= mostSteps) {
            return false;
        }
        if ((steps & MASK) == 0 && leftNanos() <= 0) {
            isTimed = true;
            return false;
        }
        steps++;
        return true;
    }

    /** The end of a first part of it. */
    Deadline part(double fraction) {
        long steps = mostSteps == Long.MAX_VALUE ? mostSteps : (long) (fraction * leftSteps());
        return new Deadline((long) (fraction * leftNanos()), steps);
    }

    /** Counts steps that were made elsewhere, and whether the time ended them. */
    void count(long more, boolean endedByTime) {
        steps += more;
        isTimed |= endedByTime;
    }

    long leftNanos() {
        return endNanos - System.nanoTime();
    }

    long leftSteps() {
        return mostSteps - steps;
    }

    long steps() {
        return steps;
    }

    /** True if it was the time that ended it. */
    boolean isTimed() {
        return isTimed;
    }
}
