/**
 * Purchases over several dates: which servers of which kind are there at each, so that all dates
 * together are the cheapest. Start at {@link dev.stowage.plan.stages.StagedSearch}. Must not import
 * {@code dev.stowage.sim} or {@code dev.stowage.cli}.
 */
@NullMarked
package dev.stowage.plan.stages;

import org.jspecify.annotations.NullMarked;
