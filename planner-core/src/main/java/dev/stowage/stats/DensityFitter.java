package dev.stowage.stats;

import dev.stowage.stats.density.Degenerate;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.Parametric;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the density of a parameter: all {@link Family families} by maximum likelihood, a fit in
 * pieces, a generalised Pareto tail, families of counts, atoms with a density for the rest, and a
 * kernel density are measured against the sample, and the criterion decides. Deterministic. The
 * cost does not depend on the number of observations.
 *
 * <p>Exceptions: one value only is a constant. Fewer than {@value #MIN_OBSERVATIONS} observations,
 * and levels (whole numbers whose values in between mean nothing), stay empirical. Magnitudes and
 * counts that take few values (at most {@value #FEW}, each {@value #REPEATS} times on average), as
 * requests do, stay empirical too: any smooth density would smear them. So it would a value that
 * holds much of the mass: where there are such atoms, only densities that keep them are chosen.
 * With the published rule the last two do not hold, and nothing but the thirteen families and the
 * kernel density is chosen.
 *
 * <p>Source: thesis (Sfakianakis 2023), section 3.2.
 */
public final class DensityFitter {
    /** With fewer observations no family is tried. */
    public static final int MIN_OBSERVATIONS = 30;

    /** Magnitudes and counts with at most so many distinct values are not smoothed. */
    static final int FEW = 200;

    /** Number of observations a distinct value must have on average for that. */
    static final int REPEATS = 10;

    /** An empirical density is written into a file and need not be longer than this. */
    static final int EMPIRICAL_POINTS = 512;

    /** Observations that differ by less, relative to their size, are the same. */
    private static final double SAME = 1e-11;

    /** The published rule takes a kernel density above this distance. */
    private static final double PAPER_LIMIT = 0.5;

    private static final String FAR = "no family is nearer to the histogram than " + PAPER_LIMIT;

    /** Draws are cut to the observed range; a density with less inside it can't be drawn from. */
    private static final double MIN_INSIDE = 0.01;

    private final FitSettings settings;
    private final Criterion criterion;

    public DensityFitter(FitSettings settings) {
        this.settings = settings;
        this.criterion = settings.criterion();
    }

    /** The density of a sample with at least one observation. */
    public DensityFit fit(Sample sample, Support support) {
        if (sample.count() == 0) {
            throw new IllegalArgumentException("sample is empty, expected an observation");
        }
        double magnitude = Math.max(Math.abs(sample.min()), Math.abs(sample.max()));
        if (sample.max() - sample.min() <= SAME * magnitude) {
            Degenerate one = new Degenerate(sample.min());
            return new DensityFit("all observations are equal", one, List.of(), null);
        }
        Histogram histogram = Histogram.of(sample, support, settings.bins());
        if (sample.count() < MIN_OBSERVATIONS) {
            String note = "fewer than " + MIN_OBSERVATIONS + " observations";
            return empirical(sample, histogram, note);
        }
        if (support.kind() == Support.Kind.LEVEL) {
            return empirical(sample, histogram, "levels are not interpolated");
        }
        List<Integer> atoms = AtomSearch.atoms(sample);
        List<Candidate> candidates =
                new Candidates(sample, support, histogram, settings).all(atoms);
        candidates.sort(Comparator.comparingDouble(c -> Candidates.rank(c, criterion)));
        return choose(candidates, sample, support, histogram);
    }

    private static DensityFit empirical(Sample sample, Histogram histogram, String note) {
        Empirical density = Empirical.of(sample.compressed(EMPIRICAL_POINTS));
        return new DensityFit(note, density, List.of(), histogram);
    }

    private DensityFit choose(
            List<Candidate> sorted, Sample sample, Support support, Histogram histogram) {
        boolean isPaper = criterion == Criterion.PAPER;
        String name = isPaper ? "" : prescribed(sorted, sample, support);
        Candidate best = null;
        Candidate kernel = null;
        for (Candidate candidate : sorted) {
            boolean isPrescribed = name.isEmpty() || candidate.name().equals(name);
            kernel = candidate.name().equals(Candidate.KDE) ? candidate : kernel;
            if (best == null
                    && isPrescribed
                    && competes(candidate, !name.isEmpty())
                    && isUsable(candidate, sample)) {
                best = candidate;
            }
        }
        boolean isFar = best == null || (isPaper && Candidates.rank(best, criterion) > PAPER_LIMIT);
        Candidate chosen = isFar ? kernel : best;
        if (chosen == null || chosen.density() == null) {
            throw new IllegalStateException("no candidate left, not even a kernel density");
        }
        String note = isFar && isPaper ? FAR : note(chosen, sample);
        return new DensityFit(note, chosen.density(), sorted, histogram);
    }

    /** The only kind of density that suits the sample, if it is a matter of kind. */
    private static String prescribed(List<Candidate> sorted, Sample sample, Support support) {
        boolean isFew =
                support.kind() != Support.Kind.POSITION
                        && sample.size() <= FEW
                        && sample.count() >= (long) REPEATS * sample.size();
        if (isFew) {
            return Candidate.EMPIRICAL;
        }
        boolean hasAtoms =
                sorted.stream().anyMatch(c -> c.name().equals(Candidate.ATOMS) && c.isConverged());
        return hasAtoms ? Candidate.ATOMS : "";
    }

    /** The observations themselves are always nearest, so they compete only where they must. */
    private boolean competes(Candidate candidate, boolean isPrescribed) {
        if (criterion == Criterion.PAPER) {
            return candidate.density() instanceof Parametric;
        }
        return isPrescribed || !candidate.name().equals(Candidate.EMPIRICAL);
    }

    private static String note(Candidate chosen, Sample sample) {
        return switch (chosen.name()) {
            case Candidate.EMPIRICAL ->
                    "only " + sample.size() + " distinct values, which are drawn as they are";
            case Candidate.ATOMS -> "frequent values are drawn as they are";
            default -> "";
        };
    }

    private boolean isUsable(Candidate candidate, Sample sample) {
        Density density = candidate.density();
        return density != null
                && Candidates.rank(candidate, criterion) < Double.POSITIVE_INFINITY
                && density.cdf(sample.max()) - density.cdfBelow(sample.min()) >= MIN_INSIDE;
    }
}
