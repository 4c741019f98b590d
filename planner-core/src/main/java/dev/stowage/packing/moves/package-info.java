/**
 * Exact search where only few items may move: all that can be done with so many moves. Start at
 * {@link dev.stowage.packing.moves.MoveTree}.
 */
@NullMarked
package dev.stowage.packing.moves;

import org.jspecify.annotations.NullMarked;
