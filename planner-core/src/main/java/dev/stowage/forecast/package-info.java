/**
 * Demand in the future: exponential smoothing of the past, how far such forecasts were off before,
 * when capacity runs out, and which servers to buy when. Start at {@link
 * dev.stowage.forecast.ForecastStudy}; what comes out is a {@link
 * dev.stowage.forecast.DemandForecast}.
 */
@NullMarked
package dev.stowage.forecast;

import org.jspecify.annotations.NullMarked;
