package dev.stowage.sim.skynet;

/**
 * Limit cycles: amounts of an application that go up and down again and again while its load stands
 * still. A change counts as a turn if it goes the other way than the one before, within half a
 * minute; so many turns in a row are a cycle, and a jump or a burst of the load begins anew.
 */
final class Cycles {
    /** Turns that measurement noise does not make by itself. */
    private static final int TURNS = 4;

    private static final int MEMORY_SECONDS = 30;

    private final byte[] turns; // by application; stays at TURNS for good
    private final boolean[] wasUp;
    private final int[] last; // second of the last change
    private final double[] load; // at the last change

    Cycles(int applications) {
        turns = new byte[applications];
        wasUp = new boolean[applications];
        last = new int[applications];
        load = new double[applications];
    }

    /** Notes a change of the CPU of an application under a load. */
    void change(int second, int application, boolean isUp, double loadNow) {
        if (turns[application] == TURNS) {
            return;
        }
        boolean isAtRest =
                load[application] == loadNow && second - last[application] <= MEMORY_SECONDS;
        if (!isAtRest) {
            turns[application] = 0;
        } else if (isUp != wasUp[application]) {
            turns[application]++;
        }
        wasUp[application] = isUp;
        last[application] = second;
        load[application] = loadNow;
    }

    /** Applications that were seen in a cycle. */
    int seen() {
        int seen = 0;
        for (byte count : turns) {
            seen += count == TURNS ? 1 : 0;
        }
        return seen;
    }
}
