package dev.stowage.stats;

import dev.stowage.stats.density.Atomic;
import dev.stowage.stats.density.CountFamily;
import dev.stowage.stats.density.Density;
import dev.stowage.stats.density.Empirical;
import dev.stowage.stats.density.Family;
import dev.stowage.stats.density.KernelDensity;
import dev.stowage.stats.density.Piecewise;
import dev.stowage.stats.likelihood.CountLikelihood;
import dev.stowage.stats.likelihood.Estimate;
import dev.stowage.stats.likelihood.MaximumLikelihood;
import dev.stowage.stats.sample.Sample;
import dev.stowage.stats.sample.Support;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The densities that are tried on one sample, with their scores. The sample is compressed once, so
 * that the cost of all does not depend on its size.
 */
public final class Candidates {
    /** Weighted points that likelihoods and scores are summed over. */
    static final int POINTS = 2000;

    private final Sample sample;
    private final Sample compressed;
    private final Support support;
    private final FitSettings settings;
    private final double resolution;
    private final Scoring scoring;

    Candidates(Sample sample, Support support, Histogram histogram, FitSettings settings) {
        this.sample = sample;
        this.compressed = sample.compressed(POINTS);
        this.support = support;
        this.settings = settings;
        this.resolution = support.isWhole() ? 1 : sample.resolution();
        this.scoring = new Scoring(compressed, histogram, support, resolution);
    }

    /** All that are in question for the kind of values that the sample has, in a fixed order. */
    List<Candidate> all(List<Integer> atoms) {
        List<Candidate> all = new ArrayList<>(smooth());
        if (support.kind() == Support.Kind.COUNT) {
            all.addAll(counts());
        }
        if (support.kind() != Support.Kind.POSITION) {
            all.add(paretoTail(all));
        }
        if (!atoms.isEmpty()) {
            all.add(atomic(atoms));
        }
        if (sample.size() <= DensityFitter.EMPIRICAL_POINTS) {
            all.add(scored(Candidate.EMPIRICAL, Empirical.of(sample), true, ""));
        }
        return all;
    }

    /** Families, fit in pieces and kernel density. */
    private List<Candidate> smooth() {
        List<Candidate> smooth = new ArrayList<>(families());
        smooth.add(pieces());
        KernelDensity kernel = KernelEstimator.estimate(sample, support, settings.bandwidth());
        smooth.add(scored(Candidate.KDE, kernel, true, ""));
        return smooth;
    }

    /** The thirteen families, in their order. */
    List<Candidate> families() {
        List<Candidate> candidates = new ArrayList<>();
        for (Family family : Family.values()) {
            Estimate found = MaximumLikelihood.fit(family, compressed, resolution);
            candidates.add(
                    scored(family.spelling(), found.density(), found.isConverged(), found.note()));
        }
        return candidates;
    }

    private List<Candidate> counts() {
        List<Candidate> candidates = new ArrayList<>();
        double origin = Double.isFinite(support.low()) ? support.low() : sample.min();
        for (CountFamily family : CountFamily.values()) {
            CountLikelihood.Found found = CountLikelihood.fit(family, compressed, origin);
            candidates.add(
                    scored(family.spelling(), found.density(), found.isConverged(), found.note()));
        }
        return candidates;
    }

    private Candidate pieces() {
        PieceSearch.Found found = PieceSearch.fit(compressed, resolution);
        return found == null
                ? new Candidate(Candidate.PIECEWISE, null, null, false, "one piece is as good")
                : scored(Candidate.PIECEWISE, found.density(), true, "");
    }

    private Candidate paretoTail(List<Candidate> others) {
        Piecewise splice =
                best(others).map(body -> ParetoTail.splice(compressed, density(body))).orElse(null);
        return splice == null
                ? new Candidate(Candidate.PARETO_TAIL, null, null, false, "no tail to be fitted")
                : scored(Candidate.PARETO_TAIL, splice, true, "");
    }

    /** The atoms, and the best smooth density for what is left. */
    private Candidate atomic(List<Integer> atoms) {
        List<Double> values = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (int i : atoms) {
            values.add(sample.value(i));
            shares.add(sample.weight(i) / sample.count());
        }
        Density rest = rest(sample.without(atoms));
        if (rest == null) {
            return new Candidate(Candidate.ATOMS, null, null, false, "nothing fits the rest");
        }
        return scored(Candidate.ATOMS, Atomic.of(values, shares, rest), true, "");
    }

    private @Nullable Density rest(Sample rest) {
        if (rest.size() < 2 || rest.count() < DensityFitter.MIN_OBSERVATIONS) {
            return Empirical.of(rest);
        }
        Histogram histogram = Histogram.of(rest, support, settings.bins());
        Candidates ofRest = new Candidates(rest, support, histogram, settings);
        return ofRest.best(ofRest.smooth()).map(Candidates::density).orElse(null);
    }

    private Candidate scored(
            String name, @Nullable Density density, boolean isConverged, String note) {
        if (density == null) {
            return new Candidate(name, null, null, false, note);
        }
        Scores scores = scoring.score(density);
        boolean isUsable = Double.isFinite(scores.distance());
        return new Candidate(
                name,
                density,
                isUsable ? scores : null,
                isConverged && isUsable,
                isConverged ? note : "the optimiser gave up");
    }

    private Optional<Candidate> best(List<Candidate> candidates) {
        return candidates.stream()
                .filter(c -> rank(c, settings.criterion()) < Double.POSITIVE_INFINITY)
                .min(Comparator.comparingDouble(c -> rank(c, settings.criterion())));
    }

    private static Density density(Candidate candidate) {
        Density density = candidate.density();
        if (density == null) {
            throw new IllegalArgumentException(candidate.name() + " has scores but no density");
        }
        return density;
    }

    /** The figure that the criterion looks at; infinity for what must not be chosen. */
    public static double rank(Candidate candidate, Criterion criterion) {
        Scores scores = candidate.scores();
        if (scores == null || !candidate.isConverged()) {
            return Double.POSITIVE_INFINITY;
        }
        double figure = scores.by(criterion);
        return Double.isNaN(figure) ? Double.POSITIVE_INFINITY : figure;
    }
}
