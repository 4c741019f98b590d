package dev.stowage.packing.heuristic;

import dev.stowage.packing.PackingOptions;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * What a search may spend: work, which is the same on every machine and at every load, steps, or
 * time. Work is counted in looks: a place that is looked at for an item.
 */
public final class Budget {
    /** Why a search ended before it met its target. */
    public enum End {
        NONE,
        WORK,
        STEPS,
        TIME
    }

    /** The clock is read once in so many steps. */
    private static final int MASK = 63;

    private final long startNanos = System.nanoTime();
    private final long mostNanos;
    private final long mostWork;
    private final long mostSteps;
    private long work;
    private long steps;
    private End end = End.NONE;

    /** A budget; {@link Long#MAX_VALUE} stands for no limit. */
    public Budget(long mostWork, long mostSteps, long mostNanos) {
        this.mostWork = mostWork;
        this.mostSteps = mostSteps;
        this.mostNanos = mostNanos;
    }

    public static Budget of(PackingOptions options) {
        return new Budget(
                orNone(options.workLimit()),
                orNone(options.stepLimit()),
                options.solveTime().map(time -> time.toNanos()).orElse(Long.MAX_VALUE));
    }

    private static long orNone(OptionalLong limit) {
        return limit.orElse(Long.MAX_VALUE);
    }

    /** True if one more step may be made, which it counts. */
    boolean allowsStep() {
        if (steps >= mostSteps) {
            end = End.STEPS;
        } else if (work >= mostWork) {
            end = End.WORK;
        } else if ((steps & MASK) == 0 && leftNanos() <= 0) {
            end = End.TIME;
        } else {
            steps++;
            return true;
        }
        return false;
    }

    /** Counts looks. */
    public void spend(long looks) {
        work += looks;
    }

    /**
     * True if a share of work or time is gone, {@code more} looks counted too. The time of a search
     * with a step limit doesn't count here: steps decide what it comes to.
     */
    public boolean isGone(double share, long more) {
        return (mostWork < Long.MAX_VALUE && work + more > share * mostWork)
                || (isTimed() && mostSteps == Long.MAX_VALUE && spentNanos() > share * mostNanos);
    }

    /** What is left of it, up to a share. */
    public Budget part(double share) {
        return new Budget(
                part(mostWork, leftWork(), share),
                part(mostSteps, leftSteps(), share),
                part(mostNanos, leftNanos(), share));
    }

    /** The same with so much work at most where only steps would end it. */
    public Budget orWork(long looks) {
        return hasWork() || isTimed() ? this : new Budget(looks, mostSteps, mostNanos);
    }

    private static long part(long most, long left, double share) {
        return most == Long.MAX_VALUE ? most : (long) (share * left);
    }

    /** True from when a share of what is left now is gone, or all of it. */
    public BooleanSupplier after(double share) {
        long workThen = work + part(mostWork, leftWork(), share);
        long nanosThen = isTimed() ? spentNanos() + (long) (share * leftNanos()) : 0;
        return () ->
                isEmpty()
                        || (hasWork() && work > workThen)
                        || (isTimed() && spentNanos() > nanosThen);
    }

    /** Counts what a part of it spent. */
    public void count(Budget part) {
        work += part.work;
        steps += part.steps;
        end = part.end == End.NONE ? end : part.end;
    }

    /** Counts steps that were made elsewhere, and what they cost. */
    public void count(long moreSteps, long moreWork) {
        steps += moreSteps;
        work += moreWork;
        end =
                steps >= mostSteps
                        ? End.STEPS
                        : work >= mostWork ? End.WORK : leftNanos() <= 0 ? End.TIME : end;
    }

    public boolean isTimed() {
        return mostNanos < Long.MAX_VALUE;
    }

    public boolean hasWork() {
        return mostWork < Long.MAX_VALUE;
    }

    public boolean isEmpty() {
        return leftSteps() <= 0 || leftWork() <= 0 || leftNanos() <= 0;
    }

    private long spentNanos() {
        return System.nanoTime() - startNanos;
    }

    public long leftNanos() {
        return isTimed() ? mostNanos - spentNanos() : Long.MAX_VALUE;
    }

    public long leftSteps() {
        return mostSteps - steps;
    }

    public long leftWork() {
        return mostWork - work;
    }

    public long steps() {
        return steps;
    }

    /** What ended it last. */
    public End end() {
        return end;
    }
}
