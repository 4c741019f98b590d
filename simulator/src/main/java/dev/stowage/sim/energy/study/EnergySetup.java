package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyDay;
import dev.stowage.sim.energy.EnergyLibrary;
import dev.stowage.sim.energy.EnergyModel;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.RequestParameter;
import dev.stowage.sim.energy.Trials;

/**
 * What the claims are answered with.
 *
 * @param seeds of the tuner
 * @param hours of the day
 */
record EnergySetup(EnergyLibrary library, int seeds, int hours, long seed) {
    static final LatencyTarget P99_500 = new LatencyTarget(99, 500);
    static final LatencyTarget P90_500 = new LatencyTarget(90, 500);
    static final LatencyTarget P99_200 = new LatencyTarget(99, 200);
    static final String SERVER = "e5-2690";

    EnergyModel model(String platform, String service) {
        return library.model(platform, service);
    }

    static EnergyDay day(EnergyModel model, LatencyTarget target, Objective objective) {
        return new EnergyDay(model, target, objective, Trials.Settings.usual());
    }

    /** A day between 20 % of the peak at 3 h and the peak at 15 h; its shape is ours. */
    double[] loads(EnergyModel model) {
        double[] loads = new double[hours];
        for (int hour = 0; hour < hours; hour++) {
            double phase = 2 * Math.PI * (hour * 24.0 / hours - 3) / 24;
            loads[hour] = model.service().of(RequestParameter.PEAK) * (0.6 - 0.4 * Math.cos(phase));
        }
        return loads;
    }
}
