/**
 * What no packing of all items can cost less than: dual feasible functions, conflicts, and linear
 * programmes over them, rounded the safe way. Start at {@link
 * dev.stowage.packing.bound.PackingBounds}.
 */
@NullMarked
package dev.stowage.packing.bound;

import org.jspecify.annotations.NullMarked;
