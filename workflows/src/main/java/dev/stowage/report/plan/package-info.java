/**
 * The report of a plan. Start at {@link dev.stowage.report.plan.PlanReport}. Pure functions of
 * results.
 */
@NullMarked
package dev.stowage.report.plan;

import org.jspecify.annotations.NullMarked;
