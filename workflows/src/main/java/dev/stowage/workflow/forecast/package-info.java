/**
 * When capacity runs out, from the history of a demand. Start at {@link
 * dev.stowage.workflow.forecast.ForecastRun}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.forecast;

import org.jspecify.annotations.NullMarked;
