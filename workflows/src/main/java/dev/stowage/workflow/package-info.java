/**
 * What a program does with the product as a library: {@link Ingest} files, {@link Fit} a model,
 * {@link Synth} a workload from it, {@link Compare} two workloads, {@link Simulate} a run, {@link
 * Plan} capacity, {@link Forecast} demand. Each is a record of options with a {@code run} that
 * gives a typed result; long work tells a {@link dev.stowage.basis.Progress}, and stops where
 * {@link dev.stowage.basis.Progress#until} says so. The command line calls the same.
 *
 * <p>Start with {@code examples/library}. {@code docs/api.md} lists every type that these show; no
 * other type is promised to stay. Must not import {@code dev.stowage.cli}.
 */
@NullMarked
package dev.stowage.workflow;

import org.jspecify.annotations.NullMarked;
