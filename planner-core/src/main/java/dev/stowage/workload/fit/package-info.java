/**
 * From the observations of a trace to a workload model. Start at {@link
 * dev.stowage.workload.fit.ModelFitter}. Knows no trace format.
 */
@NullMarked
package dev.stowage.workload.fit;

import org.jspecify.annotations.NullMarked;
