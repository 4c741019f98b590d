package dev.stowage.run;

/**
 * Where a run writes a series of a chosen resolution while it goes on, so that memory does not
 * depend on the number of rows. Called on the thread of the simulation.
 */
@FunctionalInterface
public interface SeriesLog {
    /** The next rows, in order of time; all calls have the same step and columns. */
    void rows(TimeSeries block);
}
