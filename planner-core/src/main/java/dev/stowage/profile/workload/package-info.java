/**
 * Workloads whose tasks get slices by profiles in place of what they ask for. Start at {@link
 * dev.stowage.profile.workload.SlicedWorkload}. Must not import {@code dev.stowage.sim}.
 */
@NullMarked
package dev.stowage.profile.workload;

import org.jspecify.annotations.NullMarked;
