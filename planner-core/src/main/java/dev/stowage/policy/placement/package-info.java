/**
 * On which server a task is put. Start at {@link dev.stowage.policy.placement.PlacementPolicy} and
 * {@link dev.stowage.policy.placement.PlacementPolicies}, the registry.
 */
@NullMarked
package dev.stowage.policy.placement;

import org.jspecify.annotations.NullMarked;
