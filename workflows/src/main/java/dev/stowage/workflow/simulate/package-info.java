/**
 * Runs, replications and comparisons of a workload that a user named. Start at {@link
 * dev.stowage.workflow.simulate.StudyRun}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.simulate;

import org.jspecify.annotations.NullMarked;
