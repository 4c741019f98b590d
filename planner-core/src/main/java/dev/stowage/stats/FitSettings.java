package dev.stowage.stats;

/**
 * What a {@link DensityFitter} goes by.
 *
 * @param criterion what decides between candidates
 * @param bandwidth rule for kernel densities
 * @param bins how histograms are laid out
 */
public record FitSettings(Criterion criterion, Bandwidth bandwidth, BinRule bins) {
    /** Least distance, improved Sheather-Jones, automatic bins. */
    public static final FitSettings DEFAULT =
            new FitSettings(Criterion.DISTANCE, Bandwidth.ISJ, BinRule.AUTO);

    /** The same with another criterion. */
    public FitSettings with(Criterion other) {
        return new FitSettings(other, bandwidth, bins);
    }
}
