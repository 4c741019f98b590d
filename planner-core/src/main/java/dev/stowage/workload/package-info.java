/**
 * A workload model and its file: the parameters of each class, the arrivals, and what goes together
 * with what. Start at {@link dev.stowage.workload.WorkloadModel}. Must not import {@code
 * dev.stowage.workload.fit}, {@code dev.stowage.workload.prototype} or {@code
 * dev.stowage.workload.synthesis}.
 *
 * <p>Source: the Tracy model, thesis (Sfakianakis 2023), chapter 3.
 */
@NullMarked
package dev.stowage.workload;

import org.jspecify.annotations.NullMarked;
