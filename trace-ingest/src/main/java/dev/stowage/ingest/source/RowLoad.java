package dev.stowage.ingest.source;

/**
 * The columns of a table that say what a row asks for, and for how long.
 *
 * @param cpu what each asks for, in any one unit
 * @param count how many a row stands for; negative if one
 * @param from when it begins; negative if at 0
 * @param to when it ends
 */
public record RowLoad(int cpu, int count, int from, int to) {}
