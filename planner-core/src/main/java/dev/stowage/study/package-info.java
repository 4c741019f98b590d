/**
 * What several runs say together: replications with intervals and a stopping rule, and comparisons
 * of alternatives under common random numbers. Start at {@link dev.stowage.study.ReplicationStudy}
 * and {@link dev.stowage.study.ComparisonStudy}. Knows runs only as functions to a {@link
 * dev.stowage.run.RunSummary}; imports neither the simulator nor the command line.
 */
@NullMarked
package dev.stowage.study;

import org.jspecify.annotations.NullMarked;
