package dev.stowage.workflow.tune;

import dev.stowage.sim.energy.EnergyManager;
import dev.stowage.sim.energy.LatencyTarget;
import dev.stowage.sim.energy.Objective;
import dev.stowage.sim.energy.Trials;
import org.jspecify.annotations.Nullable;

/**
 * How a day is tuned.
 *
 * @param manager who sets what
 * @param replications with other noise each
 * @param seed of all random numbers
 * @param servers alike, with the same load each
 * @param usdPerKwh price of energy; null if no money is asked for
 */
public record TuneChoice(
        EnergyManager manager,
        Objective objective,
        LatencyTarget target,
        Trials.Settings trials,
        int replications,
        long seed,
        int servers,
        @Nullable Double usdPerKwh) {}
