package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyHour;
import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.OperatingPoint;
import dev.stowage.sim.energy.PlatformParameter;
import dev.stowage.sim.energy.Trials;

/**
 * What is saved on a service of Tailbench at a share of the largest load that the highest frequency
 * holds, as shares of power.
 *
 * @param tuned against Linux, after 40 trials
 * @param best the same of the best of all pairs
 * @param fastest the best of all pairs against the highest frequency with the least delay
 * @param isLinuxMet true if Linux meets the target
 * @param isMet true if the tuned setting does
 */
record Tailbench(double tuned, double best, double fastest, boolean isLinuxMet, boolean isMet) {
    private static final Trials.Settings FORTY = new Trials.Settings(40, 5, 10, 0.01, 0.02);

    static Tailbench of(EnergyModel model, double share, long seed) {
        boolean isImgDnn = model.service().name().equals("imgdnn");
        LatencyTarget target = new LatencyTarget(99, isImgDnn ? 5_000 : 10_000);
        EnergyDay day = new EnergyDay(model, target, Objective.ENERGY, FORTY);
        double least = model.platform().of(PlatformParameter.LEAST_ITR);
        double load = share * peak(model, target, least);
        EnergyHour linux = day.hour(EnergyManager.LINUX, load, seed);
        EnergyHour tuned = day.hour(EnergyManager.TUNED, load, seed);
        double best = day.oracle(load).watts();
        double watts = linux.operation().watts();
        double fastest = model.at(load, model.platform().highestGhz(), least).watts();
        return new Tailbench(
                1 - tuned.operation().watts() / watts,
                1 - best / watts,
                1 - best / fastest,
                linux.isMet(),
                tuned.isMet());
    }

    /** Largest load, in steps of 2 %, at the highest frequency and the least delay. */
    private static double peak(EnergyModel model, LatencyTarget target, double least) {
        double peak = 0;
        for (double load = 500; load < 500_000; load *= 1.02) {
            OperatingPoint point = model.at(load, model.platform().highestGhz(), least);
            if (point.percentileMicros(target.percentile() / 100.0) <= target.micros()) {
                peak = load;
            }
        }
        if (peak == 0) {
            throw new IllegalStateException(model.service().name() + " holds no load");
        }
        return peak;
    }
}
