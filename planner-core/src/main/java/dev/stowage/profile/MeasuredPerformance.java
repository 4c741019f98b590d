package dev.stowage.profile;

import java.util.List;

/**
 * A fit as far as runs tell (ours). It counts on the part of a slice that {@link Evidence#told}
 * leaves, and
 *
 * <ul>
 *   <li>is no more than a run reached that had no less of anything;
 *   <li>where it is above what a run reached by more than 0.05, it is lowered in the proportion of
 *       what is beyond, and the less the nearer a slice is to the whole server in each resource,
 *       but not below what a run reached that had no more of anything;
 *   <li>is with a part of what no run varied no more than a run reached with as much;
 *   <li>falls in proportion at least with less of a resource than any run had.
 * </ul>
 *
 * @param of the fit
 * @param known what the runs tell apart
 * @param runs behind it; empty if only the other two were handed on
 */
public record MeasuredPerformance(Performance of, Evidence known, List<Run> runs)
        implements Performance {
    /** By so much a fit may be above a run, as noise of 5 % may have it (ours). */
    private static final double TOLERATED = 0.05;

    /**
     * A run.
     *
     * @param pi performance index that it reached
     * @param kept share that is kept of what the fit says there, 1 if that is no more
     */
    public record Run(Slice slice, double pi, double kept) {}

    public MeasuredPerformance {
        runs = List.copyOf(runs);
        if (known.equals(Evidence.FULL)) {
            throw new IllegalArgumentException("nothing is unknown");
        }
    }

    /** The function itself if nothing is unknown. */
    static Performance of(Performance function, Evidence known, List<Sample> samples) {
        if (known.equals(Evidence.FULL)) {
            return function;
        }
        MeasuredPerformance fit = new MeasuredPerformance(function, known, List.of());
        return new MeasuredPerformance(function, known, samples.stream().map(fit::beside).toList());
    }

    private Run beside(Sample sample) {
        double fitted = fitted(known.told(sample.slice()));
        double tolerated = sample.pi() + TOLERATED;
        return new Run(sample.slice(), sample.pi(), fitted > tolerated ? tolerated / fitted : 1);
    }

    @Override
    public double at(double cpu, double memory, double ssd) {
        Slice slice = new Slice(cpu, memory, ssd);
        double told = told(slice);
        if (known.covers(slice)) {
            return told;
        }
        Slice had = known.had();
        double left =
                Math.min(
                        part(cpu, had.cpu()),
                        Math.min(part(memory, had.memory()), part(ssd, had.ssd())));
        return Math.min(told, left * told(known.raised(slice)));
    }

    private static double part(double share, double had) {
        return share < had ? share / had : 1;
    }

    private double told(Slice slice) {
        Slice part = known.told(slice);
        double fitted = fitted(part);
        double lowered = Math.max(fitted * kept(part), mostOfSmaller(slice));
        return Math.min(Math.min(lowered, leastOfLarger(part)), reachedWith(slice));
    }

    private double fitted(Slice part) {
        return of.at(known.withAllUnvaried(part));
    }

    /** Share of the fit that is left beside all runs. */
    private double kept(Slice slice) {
        double least = 1;
        for (Run run : runs) {
            if (run.kept() < least) {
                least = Math.min(least, 1 - (1 - run.kept()) * (1 - way(run.slice(), slice)));
            }
        }
        return least;
    }

    /** How far a slice is on the way from a run to the whole server, in the resource of least. */
    private double way(Slice run, Slice slice) {
        double least = 1;
        for (int r = 0; r < Slice.DIMENSIONS; r++) {
            double from = run.share(r);
            if (from < 1 && !known.unvaried().contains(r)) {
                least = Math.min(least, Math.max(0, (slice.share(r) - from) / (1 - from)));
            }
        }
        return least;
    }

    /** The least index of a run that had no less of anything; 1 if there is none. */
    private double leastOfLarger(Slice slice) {
        double least = 1;
        for (Run run : runs) {
            if (run.pi() < least && run.slice().covers(slice, SAME)) {
                least = run.pi();
            }
        }
        return least;
    }

    /** The most of a run that had no more of anything; 0 if there is none. */
    private double mostOfSmaller(Slice slice) {
        double most = 0;
        for (Run run : runs) {
            if (run.pi() > most && slice.covers(run.slice(), SAME)) {
                most = run.pi();
            }
        }
        return most;
    }

    /** The most that a run reached with no more of what none varied. */
    private double reachedWith(Slice slice) {
        double reached = 1;
        for (int r : known.unvaried()) {
            double share = Math.max(slice.share(r), known.had().share(r)) + SAME;
            double most = runs.isEmpty() ? 1 : 0;
            for (Run run : runs) {
                most = run.slice().share(r) <= share ? Math.max(most, run.pi()) : most;
            }
            reached = Math.min(reached, most);
        }
        return reached;
    }

    /**
     * Runs on no more of anything say at least how much it is, whatever the fit says. Where the fit
     * leaves it open by more than {@link #TOLD} runs alone are the bound: the least of those on no
     * less of anything.
     */
    @Override
    public double most(double cpu, double memory, double ssd) {
        Slice slice = new Slice(cpu, memory, ssd);
        Slice larger = known.atMost(slice);
        double bound = leastOfLarger(slice);
        double fitted = Math.min(of.most(larger.cpu(), larger.memory(), larger.ssd()), bound);
        boolean isTold = fitted - at(slice) <= TOLD;
        return Math.max(mostOfSmaller(slice), isTold ? fitted : bound);
    }

    @Override
    public PerformanceForm form() {
        return of.form();
    }

    @Override
    public List<Double> parameters() {
        return of.parameters();
    }

    @Override
    public Evidence evidence() {
        return known;
    }
}
