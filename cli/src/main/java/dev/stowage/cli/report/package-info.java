/**
 * Reports: one self-contained HTML file for a plan or a fit, and the answer in words. Start at
 * {@link dev.stowage.cli.report.PlanReport}. Pure functions of results; must not import commands or
 * scenario files, read clocks or print.
 */
@NullMarked
package dev.stowage.cli.report;

import org.jspecify.annotations.NullMarked;
