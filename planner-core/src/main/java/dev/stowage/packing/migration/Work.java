package dev.stowage.packing.migration;

import org.jspecify.annotations.Nullable;

/** What the search for an order may spend: looks, the same on every machine. */
final class Work {
    private final @Nullable Work whole;
    private final long most;
    private long spent;
    private int cuts;

    Work(long most) {
        this(most, null);
    }

    private Work(long most, @Nullable Work whole) {
        this.most = most;
        this.whole = whole;
    }

    /** Some of it, and no more than is left. */
    Work part(long most) {
        return new Work(Math.min(most, this.most - spent), this);
    }

    /** Counts a place that is looked at for a unit. */
    void look() {
        look(1);
    }

    /** Counts so many. */
    void look(long looks) {
        spent += looks;
        if (whole != null) {
            whole.look(looks);
        }
    }

    /** True, and a cut, if nothing is left. */
    boolean isSpent() {
        if (spent >= most) {
            cuts++;
        }
        return spent >= most;
    }

    /** Counts something that is not searched though there is work for it. */
    void giveUp() {
        cuts++;
    }

    /** How often a search was cut short; what failed without a cut is shown not to be. */
    int cuts() {
        return cuts;
    }
}
