/**
 * The report of a placement, and its answer in words. Start at {@link
 * dev.stowage.report.placement.PlacementReport}. Pure functions of results.
 */
@NullMarked
package dev.stowage.report.placement;

import org.jspecify.annotations.NullMarked;
