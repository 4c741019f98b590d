/**
 * A placement as it is written to {@code placement.json} and read again. Start at {@link
 * dev.stowage.packing.placement.PlacementPlan}. Must not import {@code dev.stowage.packing.search}.
 */
@NullMarked
package dev.stowage.packing.placement;

import org.jspecify.annotations.NullMarked;
