/**
 * Reports: one self-contained HTML file for a result, its text for a terminal, and the answer in
 * words. Start at {@link dev.stowage.report.plan.PlanReport}. Pure functions of results; they know
 * no commands and no scenario files, read no clocks and open no streams.
 */
@NullMarked
package dev.stowage.report;

import org.jspecify.annotations.NullMarked;
