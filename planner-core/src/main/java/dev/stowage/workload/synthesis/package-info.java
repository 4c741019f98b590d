/**
 * From a workload model to a synthetic workload: the generators by name, and how each draws jobs
 * and tasks. Start at {@link dev.stowage.workload.synthesis.Generators}.
 */
@NullMarked
package dev.stowage.workload.synthesis;

import org.jspecify.annotations.NullMarked;
