/**
 * Why items have no place, and the least change that would give them one. Start at {@link
 * dev.stowage.packing.reason.InfeasibilityCheck}.
 */
@NullMarked
package dev.stowage.packing.reason;

import org.jspecify.annotations.NullMarked;
