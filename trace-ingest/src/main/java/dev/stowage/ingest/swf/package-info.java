/**
 * The Standard Workload Format of the Parallel Workloads Archive: {@code SwfAssembly}. Knows no
 * other format.
 */
@NullMarked
package dev.stowage.ingest.swf;

import org.jspecify.annotations.NullMarked;
