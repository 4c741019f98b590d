package dev.stowage.stats;

import java.util.Locale;

/** How the bins of a histogram are laid out. */
public enum BinRule {
    /** Logarithmic where positive values span more than three decades, else linear. */
    AUTO,
    /** Equally wide. */
    LINEAR,
    /** Equally wide on the logarithm; linear still where a value is negative or a time stamp. */
    LOGARITHMIC;

    /** As spelled on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
