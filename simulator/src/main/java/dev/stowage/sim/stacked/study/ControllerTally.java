package dev.stowage.sim.stacked.study;

import dev.stowage.sim.stacked.Colocation;
import dev.stowage.sim.stacked.Division;
import dev.stowage.sim.stacked.PimCloudRun;
import dev.stowage.sim.stacked.StackedManager;
import dev.stowage.sim.stacked.StackedModel;
import dev.stowage.sim.stacked.StackedService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The controller under constant loads that some division by the rule holds. */
final class ControllerTally {
    private static final double STEP = 0.1;
    private static final double SECONDS = 40;
    private static final int WINDOW = 5;
    private static final double SETTLED = 25;

    /** Share of readings above the target that the scatter of readings explains. */
    private static final double RARELY = 0.05;

    private final StackedModel model;
    private final long seed;
    private final List<Double> changedSeconds = new ArrayList<>();
    private final List<Double> metSeconds = new ArrayList<>();
    private int held;
    private int met;
    private int broken;
    private int undone;
    private int longestUndone;

    ControllerTally(StackedModel model, long seed) {
        this.model = model;
        this.seed = seed;
    }

    /** Every service at the same share of its largest load, and of two also each at its own. */
    void add(List<StackedService> services) {
        Colocation mix = new Colocation(model, services);
        int size = mix.services().size();
        for (double first = STEP; first < 1; first += STEP) {
            double[] others = new double[size - 1];
            Arrays.fill(others, size == 2 ? first : first / (size - 1));
            double most = mix.largestLast(StackedManager.PIMCLOUD, others);
            for (double last = STEP; last <= most + 1e-9; last += size == 2 ? STEP : 2 * STEP) {
                double[] loads = Arrays.copyOf(others, size);
                loads[size - 1] = last;
                run(mix.services(), loads);
            }
        }
    }

    private void run(List<StackedService> services, double[] loads) {
        PimCloudRun run = PimCloudRun.of(model, services, at -> loads, SECONDS, true, seed);
        changedSeconds.add(run.changedSeconds());
        metSeconds.add(metSeconds(run));
        boolean holds = run.isFeasible();
        for (int i = 0; i < loads.length; i++) {
            holds &= run.violations(i, SETTLED) <= RARELY;
        }
        held += holds ? 1 : 0;
        met += run.isMet() ? 1 : 0;
        broken +=
                (int)
                        run.intervals().stream()
                                .filter(each -> !Division.followsRule(each.division()))
                                .count();
        undone += run.failed().size();
        longestUndone =
                Math.max(longestUndone, run.failed().isEmpty() ? 0 : Collections.max(run.failed()));
    }

    /**
     * When the median of five readings is within the target of every service; infinite if never.
     */
    private static double metSeconds(PimCloudRun run) {
        List<PimCloudRun.Interval> all = run.intervals();
        for (int last = WINDOW - 1; last < all.size(); last++) {
            List<PimCloudRun.Interval> window = all.subList(last - WINDOW + 1, last + 1);
            boolean isMet = true;
            for (int i = 0; i < window.get(0).division().size(); i++) {
                int service = i;
                long above =
                        window.stream()
                                .map(each -> each.latencyOverTarget().get(service))
                                .filter(each -> each == null || each > 1)
                                .count();
                isMet &= 2 * above < WINDOW;
            }
            if (isMet) {
                return all.get(last).seconds();
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Seconds until no target is violated, at most, of the loads that come to that. */
    double latestMet() {
        return metSeconds.stream().filter(Double::isFinite).reduce(Math::max).orElse(Double.NaN);
    }

    /** The same in the median. */
    double medianMet() {
        return median(metSeconds);
    }

    /** Loads of which no target is violated within so many seconds. */
    int metWithin(double seconds) {
        return (int) metSeconds.stream().filter(each -> each <= seconds).count();
    }

    /** Loads that were tried. */
    int possible() {
        return changedSeconds.size();
    }

    /** Of these, those that the controller came to hold, by its readings. */
    int held() {
        return held;
    }

    /** The same without the noise of readings: at the end every target is met in the model. */
    int met() {
        return met;
    }

    /** Intervals in which the rule did not hold. */
    int broken() {
        return broken;
    }

    /** Removals that were undone. */
    int undone() {
        return undone;
    }

    /** Intervals that the longest of these lasted. */
    int longestUndone() {
        return longestUndone;
    }

    /** Seconds until the last change, at most. */
    double slowest() {
        return Collections.max(changedSeconds);
    }

    /** Of the loads, those with the last change within so many seconds. */
    int within(double seconds) {
        return (int) changedSeconds.stream().filter(each -> each <= seconds).count();
    }

    /** Seconds until the last change, in the median. */
    double median() {
        return median(changedSeconds);
    }

    private static double median(List<Double> seconds) {
        List<Double> sorted = seconds.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
