package dev.stowage.words;

/** Estimates of the time of work that has not begun, in words. */
public final class Estimates {
    private Estimates() {}

    /** {@code About 12 s on 2 threads}. */
    public static String about(double seconds, int threads) {
        return "About "
                + Figures.seconds(Math.ceil(seconds))
                + " on "
                + threads
                + (threads == 1 ? " thread" : " threads");
    }
}
