/**
 * The report of a sweep: verdict, what decides, how much is enough, a table of any figure over any
 * two settings, the best of any two figures, and what changed. Start at {@link
 * dev.stowage.report.sweep.SweepPage}. Pure functions of a result.
 */
@NullMarked
package dev.stowage.report.sweep;

import org.jspecify.annotations.NullMarked;
