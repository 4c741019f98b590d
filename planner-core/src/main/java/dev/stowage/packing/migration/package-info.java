/**
 * The moves from one placement to another, in an order in which no server is ever given more than
 * it has. Start at {@link dev.stowage.packing.migration.MigrationPlanner}. Must not import {@code
 * dev.stowage.packing.search}.
 */
@NullMarked
package dev.stowage.packing.migration;

import org.jspecify.annotations.NullMarked;
