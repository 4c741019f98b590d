package dev.stowage.plan.mix;

import java.util.Locale;

/** What a mix is to have the least of. */
public enum Aim {
    /** USD a month. */
    COST,
    /** Electric power, with what the building takes, W. */
    POWER,
    /** CO2 a month, kg. */
    CARBON;

    /** As a scenario writes it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Of what a scenario writes. */
    public static Aim of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
