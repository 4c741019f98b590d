/**
 * How many servers each manager needs for a fleet. Start at {@link
 * dev.stowage.workflow.fleet.FleetResult}.
 */
@NullMarked
package dev.stowage.workflow.fleet;

import org.jspecify.annotations.NullMarked;
