/**
 * A workload with more jobs, other seasons or other times, as a forecast has it. Start at {@link
 * dev.stowage.workload.growth.Demand}. Must not import {@code dev.stowage.workload.fit} or {@code
 * dev.stowage.workload.synthesis}.
 */
@NullMarked
package dev.stowage.workload.growth;

import org.jspecify.annotations.NullMarked;
