package dev.stowage.sim.energy.study;

import dev.stowage.sim.energy.EnergyLibrary;
import dev.stowage.study.published.Claims;
import dev.stowage.study.published.Reproduction;
import dev.stowage.study.published.ReproductionStudy;

/** What was measured of tuned interrupts and frequencies, and what the model makes of it. */
public final class EnergyReproduction {
    private EnergyReproduction() {}

    /** As a study of {@code reproduce}: whole days, 100 seeds of the tuner. */
    public static ReproductionStudy study() {
        return new ReproductionStudy(
                "energy",
                "Interrupt delay and frequency tuned by Bayesian optimisation",
                seed -> run(EnergyLibrary.shipped(), 100, 24, seed));
    }

    /**
     * Runs everything.
     *
     * @param seeds of the tuner
     * @param hours of the day
     */
    public static Reproduction run(EnergyLibrary library, int seeds, int hours, long seed) {
        EnergySetup setup = new EnergySetup(library, seeds, hours, seed);
        Claims claims = new Claims("energy");
        new LoopClaims(setup, claims).answer();
        new DayClaims(setup, claims).answer();
        new TunerClaims(setup, claims).answer();
        return claims.reproduction();
    }
}
