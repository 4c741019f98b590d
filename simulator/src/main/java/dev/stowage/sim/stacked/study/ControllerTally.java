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
    private static final double SETTLED = 25;

    /** Share of readings above the target that the scatter of readings explains. */
    private static final double RARELY = 0.05;

    private final StackedModel model;
    private final long seed;
    private final List<Double> changedSeconds = new ArrayList<>();
    private int held;
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
        boolean holds = run.isFeasible();
        for (int i = 0; i < loads.length; i++) {
            holds &= run.violations(i, SETTLED) <= RARELY;
        }
        held += holds ? 1 : 0;
        broken +=
                (int)
                        run.intervals().stream()
                                .filter(each -> !Division.followsRule(each.division()))
                                .count();
        undone += run.failed().size();
        longestUndone =
                Math.max(longestUndone, run.failed().isEmpty() ? 0 : Collections.max(run.failed()));
    }

    /** Loads that were tried. */
    int possible() {
        return changedSeconds.size();
    }

    /** Of these, those that the controller came to hold. */
    int held() {
        return held;
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
        List<Double> sorted = changedSeconds.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
