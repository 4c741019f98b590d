/**
 * One question asked many times: cells of a product of settings, each computed once, compared with
 * an earlier night. Start at {@link dev.stowage.workflow.sweep.SweepRun}. Neither parses arguments
 * nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.sweep;

import org.jspecify.annotations.NullMarked;
