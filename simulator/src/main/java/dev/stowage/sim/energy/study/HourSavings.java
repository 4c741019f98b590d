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
import java.util.List;

/**
 * What tuning saves in the best hour of a day that meets its target, after its trials. What was
 * published as "up to" is such an hour.
 *
 * @param linux share of Linux's power
 * @param fastest the same of the cores alone, against cores that always run at the highest
 *     frequency with the least delay: how far the platform's own power and the frequencies that
 *     ondemand finds account for the difference
 */
record HourSavings(double linux, double fastest) {
    static HourSavings of(
            EnergyModel model,
            EnergyModel tunedModel,
            LatencyTarget target,
            double[] loads,
            long seed) {
        EnergyDay linuxDay =
                new EnergyDay(model, target, Objective.ENERGY, Trials.Settings.usual());
        EnergyDay tunedDay =
                new EnergyDay(tunedModel, target, Objective.ENERGY, Trials.Settings.usual());
        List<EnergyHour> linux = linuxDay.under(EnergyManager.LINUX, loads, seed);
        List<EnergyHour> tuned = tunedDay.under(EnergyManager.TUNED, loads, seed);
        double idle = model.platform().of(PlatformParameter.IDLE_WATTS);
        double least = model.platform().of(PlatformParameter.LEAST_ITR);
        double overLinux = Double.NEGATIVE_INFINITY;
        double overFastest = Double.NEGATIVE_INFINITY;
        for (int hour = 0; hour < loads.length; hour++) {
            if (tuned.get(hour).isMet()) {
                double watts = tuned.get(hour).operation().watts();
                OperatingPoint fast = model.at(loads[hour], model.platform().highestGhz(), least);
                overLinux = Math.max(overLinux, 1 - watts / linux.get(hour).operation().watts());
                overFastest = Math.max(overFastest, 1 - (watts - idle) / (fast.watts() - idle));
            }
        }
        return new HourSavings(overLinux, overFastest);
    }
}
