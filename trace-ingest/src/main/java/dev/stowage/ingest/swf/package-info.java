/**
 * The Standard Workload Format of the Parallel Workloads Archive: {@code SwfFormat}. Must not
 * import other formats.
 */
@NullMarked
package dev.stowage.ingest.swf;

import org.jspecify.annotations.NullMarked;
