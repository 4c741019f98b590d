/**
 * The report of a fitted model. Start at {@link dev.stowage.report.fit.FitPage}. Pure functions of
 * results.
 */
@NullMarked
package dev.stowage.report.fit;

import org.jspecify.annotations.NullMarked;
