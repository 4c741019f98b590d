package dev.stowage.forecast.ets;

/** How the level of a series goes on. */
public enum Trend {
    /** It stays where it is, but for chance. */
    NONE("N"),
    /** By the same amount in each bucket, which never changes: smoothing with drift. */
    STEADY("A0"),
    /** By an amount in each bucket that is learnt from the errors. */
    ADDITIVE("A"),
    /** By less and less. */
    DAMPED("Ad");

    private final String letter;

    Trend(String letter) {
        this.letter = letter;
    }

    /** As in {@code ETS(A,Ad,N)}. */
    String letter() {
        return letter;
    }
}
