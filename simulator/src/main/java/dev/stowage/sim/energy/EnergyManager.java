package dev.stowage.sim.energy;

import java.util.Locale;

/** Who sets the delay of interrupts and the frequency. */
public enum EnergyManager {
    LINUX("ondemand and the driver's dynamic delay"),
    DVFS_ONLY("the tuner sets the frequency, the driver the delay"),
    ITR_ONLY("the tuner sets the delay, ondemand the frequency"),
    GRID("the best of 340 pairs, by trials of all"),
    TUNED("the tuner sets both"),
    PENALISED("the paper's tuner sets both: it is told the value of equation 4 alone"),
    ORACLE("the best of all pairs that the model knows of, without trials");

    private final String description;

    EnergyManager(String description) {
        this.description = description;
    }

    /** One line. */
    public String description() {
        return description;
    }

    /** As on the command line. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
