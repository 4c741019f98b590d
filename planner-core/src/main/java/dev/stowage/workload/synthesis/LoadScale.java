package dev.stowage.workload.synthesis;

import dev.stowage.basis.InputException;
import dev.stowage.model.Workload;
import dev.stowage.workload.WorkloadModel;
import java.util.Locale;

/**
 * Finds the factor on arrival times (W_SAT) that makes a workload offer the load wanted.
 *
 * <p>The load is what tasks that never wait would keep busy inside the window, on average. With the
 * factor W it is about {@code a + b / W}: a is what has no end. Two factors give a and b, and so
 * the next one; a few rounds do. Each round reads the workload once.
 */
public final class LoadScale {
    private static final String PLACE = "--load";

    private static final double CLOSE = 1e-3;

    /** Good enough where the load goes in steps, because jobs do. */
    private static final double NEAR = 0.015;

    private static final double EXTREME = 1e5;
    private static final int ROUNDS = 16;
    private static final int HALVINGS = 40; // of ten decades

    private final WorkloadModel model;
    private final double cores;
    private final double wantedCores;

    private LoadScale(WorkloadModel model, double load, double cores) {
        this.model = model;
        this.cores = cores;
        this.wantedCores = load * cores;
    }

    /**
     * The options with the factor that makes the mean load {@code load} of {@code cores}; the
     * factor that they have is where the search starts.
     *
     * @param load share of the cores, above 0
     * @param cores cores of the cluster, above 0
     * @throws InputException if no factor makes it so
     */
    public static SynthOptions solve(
            WorkloadModel model, SynthOptions options, double load, double cores) {
        LoadScale search = new LoadScale(model, load, cores);
        double scale = options.arrivalScale();
        double reached = search.meanCores(options, scale);
        if (!(reached > 0)) {
            throw InputException.at(
                    PLACE, text(load), "tasks that ask for CPU time", "No task asks for CPU time.");
        }
        double best = scale;
        double bestReached = reached;
        double before = Double.NaN;
        double reachedBefore = Double.NaN;
        for (int round = 0; round < ROUNDS; round++) {
            if (search.error(reached) < CLOSE) {
                return options.withArrivalScale(scale);
            }
            double next = search.next(scale, reached, before, reachedBefore);
            if (!(next > options.arrivalScale() / EXTREME
                    && next < options.arrivalScale() * EXTREME)) {
                break;
            }
            before = scale;
            reachedBefore = reached;
            scale = next;
            reached = search.meanCores(options, scale);
            if (search.error(reached) < search.error(bestReached)) {
                best = scale;
                bestReached = reached;
            }
        }
        if (search.error(bestReached) < NEAR) {
            return options.withArrivalScale(best);
        }
        return search.bisected(options, load);
    }

    private double error(double reached) {
        return Math.abs(reached / wantedCores - 1);
    }

    private double next(double scale, double reached, double before, double reachedBefore) {
        double proportional = scale * reached / wantedCores;
        double slope = (reached - reachedBefore) / (1 / scale - 1 / before);
        double constant = reached - slope / scale;
        double line = slope / (wantedCores - constant);
        boolean isUsable = slope > 0 && line > scale / 20 && line < scale * 20;
        return isUsable ? line : proportional;
    }

    /**
     * The same where the line does not lead there: by halving from one extreme to the other.
     *
     * @throws InputException if the load lies outside of what they reach, or in a step
     */
    private SynthOptions bisected(SynthOptions options, double load) {
        double low = options.arrivalScale() / EXTREME; // of the factor; the load is high
        double high = options.arrivalScale() * EXTREME;
        double most = meanCores(options, low);
        double least = meanCores(options, high);
        String range = text(least / cores) + " to " + text(most / cores);
        if (wantedCores <= least) {
            throw refused(load, range, "Tasks that have no end keep that busy: take fewer jobs.");
        }
        if (wantedCores >= most) {
            throw refused(load, range, "The tasks together don't ask for more: take more jobs.");
        }
        double best = low;
        double bestReached = most;
        for (int halving = 0; halving < HALVINGS && error(bestReached) >= CLOSE; halving++) {
            double middle = Math.sqrt(low * high);
            double reached = meanCores(options, middle);
            if (error(reached) < error(bestReached)) {
                best = middle;
                bestReached = reached;
            }
            if (reached > wantedCores) {
                low = middle;
            } else {
                high = middle;
            }
        }
        if (error(bestReached) < NEAR) {
            return options.withArrivalScale(best);
        }
        throw refused(
                load,
                range + " in steps, the nearest " + text(bestReached / cores),
                "The jobs are few and long: take more jobs.");
    }

    private static InputException refused(double load, String range, String remedy) {
        return InputException.at(
                PLACE,
                text(load),
                "a load that a factor on arrival times reaches: " + range,
                remedy);
    }

    private static String text(double load) {
        return String.format(Locale.ROOT, "%.4g", load);
    }

    private double meanCores(SynthOptions options, double scale) {
        Workload workload = Generators.generate(model, options.withArrivalScale(scale));
        return MeanLoad.of(workload, model.windowSeconds() * scale).cores();
    }
}
