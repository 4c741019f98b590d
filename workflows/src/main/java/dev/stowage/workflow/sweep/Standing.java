package dev.stowage.workflow.sweep;

/**
 * How far a sweep is.
 *
 * @param done cells that are there, failed ones among them
 * @param running cells that are being answered
 * @param failed cells without an answer
 * @param all cells of the sweep
 * @param secondsLeft estimate of the time left; NaN if nothing was computed yet
 */
public record Standing(int done, int running, int failed, int all, double secondsLeft) {}
