/**
 * What a history of demand is: buckets that follow the clock, outliers, shifts of the level, a
 * yearly cycle. Start at {@link dev.stowage.forecast.history.BucketSeries}. Must not import {@code
 * dev.stowage.forecast.ets}.
 */
@NullMarked
package dev.stowage.forecast.history;

import org.jspecify.annotations.NullMarked;
