/**
 * Fast packings: which server takes an item, in which order, and ruin and recreate. Start at {@link
 * dev.stowage.packing.heuristic.Construction}. Must not import {@code dev.stowage.packing.bound} or
 * {@code dev.stowage.packing.search}.
 */
@NullMarked
package dev.stowage.packing.heuristic;

import org.jspecify.annotations.NullMarked;
