package dev.stowage.stats;

import java.util.Locale;

/** How the bandwidth of a kernel density is chosen. */
public enum Bandwidth {
    /**
     * {@code 0.9 min(s, IQR / 1.34) n^(-1/5)}. Source: Silverman, Density Estimation, 1986,
     * equation 3.31.
     */
    SILVERMAN,
    /** {@code s n^(-1/5)}. Source: Scott, Multivariate Density Estimation, 1992. */
    SCOTT,
    /** Improved Sheather-Jones. Source: Botev, Grotowski, Kroese, Ann. Stat. 38(5), 2010. */
    ISJ;

    /** As spelled on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
