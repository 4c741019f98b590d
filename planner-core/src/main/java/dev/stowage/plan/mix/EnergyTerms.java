package dev.stowage.plan.mix;

import dev.stowage.basis.Check;
import dev.stowage.model.PowerModel;

/**
 * How the energy of servers counts. Every server is taken to be on at all times, at the same use of
 * its CPU: so what a mix takes is a sum over its servers, and does not depend on where tasks are
 * put.
 *
 * @param usdPerKWh price of energy, USD, at least 0
 * @param pue power of the whole building over that of its servers, at least 1
 * @param use share of the CPU that is used, in [0, 1]
 * @param gramsPerKWh CO2 that a kWh causes, g, at least 0
 */
public record EnergyTerms(double usdPerKWh, double pue, double use, double gramsPerKWh) {
    /** Hours of a month: a twelfth of 8,760. */
    private static final double HOURS = 730;

    private static final double PER_THOUSAND = 1e-3;

    public EnergyTerms {
        Check.notNegative("usdPerKWh", usdPerKWh);
        Check.notNegative("gramsPerKWh", gramsPerKWh);
        if (!(pue >= 1)) {
            throw new IllegalArgumentException("pue = " + pue + ", expected at least 1");
        }
        if (!(use >= 0 && use <= 1)) {
            throw new IllegalArgumentException("use = " + use + ", expected 0 to 1");
        }
    }

    /** Power of a server and of what the building takes for it, W. */
    public double watts(PowerModel power) {
        return power.watts(use) * pue;
    }

    /** Energy of a server in a month, with what the building takes for it, kWh. */
    public double monthlyKWh(PowerModel power) {
        return watts(power) * HOURS * PER_THOUSAND;
    }

    /** What that costs, USD. */
    public double monthlyUsd(PowerModel power) {
        return monthlyKWh(power) * usdPerKWh;
    }

    /** CO2 that it causes, kg. */
    public double monthlyKilograms(PowerModel power) {
        return monthlyKWh(power) * gramsPerKWh * PER_THOUSAND;
    }
}
