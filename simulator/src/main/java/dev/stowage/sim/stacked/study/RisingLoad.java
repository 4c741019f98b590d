package dev.stowage.sim.stacked.study;

import dev.stowage.sim.stacked.Colocation;
import dev.stowage.sim.stacked.PimCloudRun;
import dev.stowage.sim.stacked.StackedManager;
import dev.stowage.sim.stacked.StackedModel;
import dev.stowage.sim.stacked.StackedService;
import java.util.List;

/**
 * Figure 11: the load of one service rises after 10 s, is at its peak from 20 to 30 s and falls,
 * beside another one whose load stays. The text has these times and no loads; ours are 0.3 for the
 * constant one, the largest that PIMCloud's rule holds beside it for the peak, 0.2 before the rise
 * and after the peak, and half way between from 10 to 20 s.
 *
 * @param peak largest load of the rising service, as a share of what it holds alone
 * @param isHeldByDefault true if both meet their targets at the peak where all share all cores
 * @param metSeconds seconds after the start of the peak from which on, to its end, the controller
 *     keeps the median of five readings of the rising service within its target; 10 if it does not
 */
record RisingLoad(double peak, boolean isHeldByDefault, double metSeconds) {
    private static final double OTHER = 0.3;
    private static final double LOW = 0.2;
    private static final double RISE = 10;
    private static final double PEAK = 20;
    private static final double FALL = 30;
    private static final double SECONDS = 40;
    private static final int WINDOW = 5;

    /** The first service rises, the second one is the one of less preference and stays. */
    static RisingLoad of(
            StackedModel model, StackedService rising, StackedService other, long seed) {
        Colocation mix = new Colocation(model, List.of(rising, other));
        double most = Colocation.STEP;
        for (double load = most; load <= 1 + 1e-9; load += Colocation.STEP) {
            most = mix.largestLast(StackedManager.PIMCLOUD, load) >= OTHER - 1e-9 ? load : most;
        }
        double peak = most;
        PimCloudRun run =
                PimCloudRun.of(
                        model,
                        mix.services(),
                        at -> new double[] {rising(at, peak), OTHER},
                        SECONDS,
                        true,
                        seed);
        return new RisingLoad(
                peak,
                mix.largestLast(StackedManager.DEFAULT, peak) >= OTHER - 1e-9,
                metSeconds(run));
    }

    private static double rising(double seconds, double peak) {
        return seconds < RISE || seconds >= FALL ? LOW : seconds < PEAK ? (LOW + peak) / 2 : peak;
    }

    private static double metSeconds(PimCloudRun run) {
        List<Double> readings =
                run.intervals().stream()
                        .filter(each -> each.seconds() > PEAK && each.seconds() <= FALL)
                        .map(each -> each.latencyOverTarget().get(0))
                        .toList();
        int last = 0;
        for (int i = 0; i + WINDOW <= readings.size(); i++) {
            long above = readings.subList(i, i + WINDOW).stream().filter(each -> each > 1).count();
            last = 2 * above > WINDOW ? i + WINDOW : last;
        }
        return last * (FALL - PEAK) / readings.size();
    }
}
