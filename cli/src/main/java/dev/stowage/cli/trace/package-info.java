/**
 * Commands that make, fit, compare and show traces and workloads. Start at {@link
 * dev.stowage.cli.trace.IngestCommand}.
 */
@NullMarked
package dev.stowage.cli.trace;

import org.jspecify.annotations.NullMarked;
