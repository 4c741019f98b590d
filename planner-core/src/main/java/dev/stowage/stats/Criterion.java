package dev.stowage.stats;

import java.util.Locale;

/** What decides between candidate densities. Every criterion picks the candidate with the least. */
public enum Criterion {
    /** Normalised L2 distance to the histogram; all compete. */
    DISTANCE,
    /** Kolmogorov-Smirnov statistic; all compete. */
    KS,
    /** Wasserstein-1 distance over the standard deviation; all compete. */
    WASSERSTEIN,
    /** Largest likelihood; all compete, whatever their number of parameters. */
    LIKELIHOOD,
    /** Akaike's information criterion; all compete. */
    AIC,
    /** Bayesian information criterion; all compete. */
    BIC,
    /**
     * The published rule: the single family with the least normalised L2 distance, and kernel
     * density only if that distance is above 0.5. Source: thesis (Sfakianakis 2023), section 3.2.
     */
    PAPER;

    /** As spelled on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }
}
