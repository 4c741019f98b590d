/**
 * A packing problem in primitive arrays, and the state of a packing in the making. Start at {@link
 * dev.stowage.packing.model.PackModel}. Hot: no allocation for each unit that is tried.
 */
@NullMarked
package dev.stowage.packing.model;

import org.jspecify.annotations.NullMarked;
