/**
 * The report of a forecast, and its answer in words. Start at {@link
 * dev.stowage.report.forecast.ForecastReport}. Pure functions of results.
 */
@NullMarked
package dev.stowage.report.forecast;

import org.jspecify.annotations.NullMarked;
