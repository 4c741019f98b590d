package dev.stowage.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the density of a parameter: all {@link Family families} by maximum likelihood and a kernel
 * density are measured against the histogram, and the criterion decides. Deterministic. After one
 * sort of the observations the cost does not depend on their number.
 *
 * <p>Fewer than {@value #MIN_OBSERVATIONS} observations and levels (whole numbers whose values in
 * between mean nothing) stay empirical; one value only is a constant. Magnitudes that take few
 * values (at most {@value #ATOMS}, each {@value #REPEATS} times on average), as requests do, stay
 * empirical too unless the published rule is asked for: any continuous density would smear them.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.
 */
public final class DensityFitter {
    /** With fewer observations no family is tried. */
    public static final int MIN_OBSERVATIONS = 30;

    /** Name of the kernel density among the candidates. */
    public static final String KDE = "kde";

    /** Magnitudes with at most so many distinct values are not smoothed. */
    static final int ATOMS = 200;

    /** Number of observations a distinct value must have on average for that. */
    static final int REPEATS = 10;

    /** Observations that differ by less, relative to their size, are the same. */
    private static final double SAME = 1e-11;

    /** The published rule takes a kernel density above this distance. */
    private static final double PAPER_LIMIT = 0.5;

    /** Weighted points that likelihoods and scores are summed over. */
    private static final int POINTS = 2000;

    /** An empirical density is written into a file and need not be longer than this. */
    private static final int EMPIRICAL_POINTS = 512;

    /** Draws are cut to the observed range; a density with less inside it can't be drawn from. */
    private static final double MIN_INSIDE = 0.01;

    private final Criterion criterion;
    private final Bandwidth bandwidth;

    public DensityFitter(Criterion criterion, Bandwidth bandwidth) {
        this.criterion = criterion;
        this.bandwidth = bandwidth;
    }

    /** The density of a sample with at least one observation. */
    public DensityFit fit(Sample sample, Support support) {
        if (sample.count() == 0) {
            throw new IllegalArgumentException("sample is empty, expected an observation");
        }
        double magnitude = Math.max(Math.abs(sample.min()), Math.abs(sample.max()));
        if (sample.max() - sample.min() <= SAME * magnitude) {
            return new DensityFit(
                    DensityFit.Method.CONSTANT,
                    "all observations are equal",
                    new Degenerate(sample.min()),
                    List.of(),
                    null);
        }
        Histogram histogram = Histogram.of(sample, support);
        if (sample.count() < MIN_OBSERVATIONS) {
            String note = "fewer than " + MIN_OBSERVATIONS + " observations";
            return empirical(sample, histogram, note);
        }
        if (support.kind() == Support.Kind.LEVEL) {
            return empirical(sample, histogram, "levels are not interpolated");
        }
        List<Candidate> candidates = new ArrayList<>(families(sample, support, histogram));
        candidates.add(kernel(sample, support, histogram));
        candidates.sort(Comparator.comparingDouble(this::rank));
        if (isAtomic(sample, support) && criterion != Criterion.PAPER) {
            String note = "only " + sample.size() + " distinct values, which are drawn as they are";
            return new DensityFit(
                    DensityFit.Method.EMPIRICAL, note, Empirical.of(sample), candidates, histogram);
        }
        return choose(candidates, sample, histogram);
    }

    private static boolean isAtomic(Sample sample, Support support) {
        return support.kind() == Support.Kind.MAGNITUDE
                && sample.size() <= ATOMS
                && sample.count() >= (long) REPEATS * sample.size();
    }

    private static DensityFit empirical(Sample sample, Histogram histogram, String note) {
        return new DensityFit(
                DensityFit.Method.EMPIRICAL,
                note,
                Empirical.of(sample.compressed(EMPIRICAL_POINTS)),
                List.of(),
                histogram);
    }

    /** The candidates of all families, in their order. */
    static List<Candidate> families(Sample sample, Support support, Histogram histogram) {
        Sample compressed = sample.compressed(POINTS);
        Scoring scoring = new Scoring(compressed, histogram, support);
        double resolution = support.isWhole() ? 1 : sample.resolution();
        List<Candidate> candidates = new ArrayList<>();
        for (Family family : Family.values()) {
            Estimate estimate = MaximumLikelihood.fit(family, compressed, resolution);
            Parametric density = estimate.density();
            String name = family.spelling();
            if (density == null) {
                candidates.add(new Candidate(name, null, null, false, estimate.note()));
                continue;
            }
            Scores scores = scoring.score(density);
            boolean isUsable = Double.isFinite(scores.distance());
            String note = estimate.isConverged() ? estimate.note() : "the optimiser gave up";
            candidates.add(
                    new Candidate(
                            name,
                            density,
                            isUsable ? scores : null,
                            estimate.isConverged() && isUsable,
                            note));
        }
        return candidates;
    }

    private Candidate kernel(Sample sample, Support support, Histogram histogram) {
        KernelDensity density = KernelEstimator.estimate(sample, support, bandwidth);
        Scoring scoring = new Scoring(sample.compressed(POINTS), histogram, support);
        return new Candidate(KDE, density, scoring.score(density), true, "");
    }

    private double rank(Candidate candidate) {
        Scores scores = candidate.scores();
        if (scores == null || !candidate.isConverged()) {
            return Double.POSITIVE_INFINITY;
        }
        double figure = scores.by(criterion);
        return Double.isNaN(figure) ? Double.POSITIVE_INFINITY : figure;
    }

    private DensityFit choose(List<Candidate> sorted, Sample sample, Histogram histogram) {
        Candidate best = null;
        Candidate kernel = null;
        for (Candidate candidate : sorted) {
            boolean isKernel = candidate.name().equals(KDE);
            kernel = isKernel ? candidate : kernel;
            boolean competes = !isKernel || criterion != Criterion.PAPER;
            if (best == null && competes && isUsable(candidate, sample)) {
                best = candidate;
            }
        }
        boolean isFar = best == null || (criterion == Criterion.PAPER && rank(best) > PAPER_LIMIT);
        Candidate chosen = isFar ? kernel : best;
        if (chosen == null || chosen.density() == null) {
            throw new IllegalStateException("no candidate left, not even a kernel density");
        }
        boolean isKernel = chosen.name().equals(KDE);
        return new DensityFit(
                isKernel ? DensityFit.Method.KDE : DensityFit.Method.FAMILY,
                criterion == Criterion.PAPER && isKernel
                        ? "no family is nearer to the histogram than " + PAPER_LIMIT
                        : "",
                chosen.density(),
                sorted,
                histogram);
    }

    private boolean isUsable(Candidate candidate, Sample sample) {
        Density density = candidate.density();
        return density != null
                && rank(candidate) < Double.POSITIVE_INFINITY
                && density.cdf(sample.max()) - density.cdf(sample.min()) >= MIN_INSIDE;
    }
}
