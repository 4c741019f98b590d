/** A fleet in a YAML file. Start at {@link dev.stowage.scenario.fleet.FleetScenario}. */
@NullMarked
package dev.stowage.scenario.fleet;

import org.jspecify.annotations.NullMarked;
