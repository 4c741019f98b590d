package dev.stowage.forecast.ets;

/** How the error of a model enters its values, and with it the season. */
public enum Errors {
    /** By amounts: level, season and error are added. */
    ADDITIVE,
    /** By per cent: the level is multiplied by the effect of the season and by one plus error. */
    RELATIVE
}
