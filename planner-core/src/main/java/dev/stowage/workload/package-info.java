/**
 * From the parameters of a trace to a workload model, and from the model to a synthetic workload.
 * Start at {@link dev.stowage.workload.WorkloadModel}. Imports {@code dev.stowage.model} and {@code
 * dev.stowage.stats}; knows no trace format.
 *
 * <p>Source: the Tracy model, thesis (Sfakianakis 2023), chapter 3.
 */
@NullMarked
package dev.stowage.workload;

import org.jspecify.annotations.NullMarked;
