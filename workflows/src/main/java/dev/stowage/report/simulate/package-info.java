/**
 * The reports of a run, of replications and of alternatives compared. Start at {@link
 * dev.stowage.report.simulate.RunPage}. Pure functions of results.
 */
@NullMarked
package dev.stowage.report.simulate;

import org.jspecify.annotations.NullMarked;
