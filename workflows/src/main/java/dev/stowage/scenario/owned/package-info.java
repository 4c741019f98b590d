/**
 * Servers that are there already, as files that a scenario names say: an inventory as CSV, or the
 * machine table of a trace. Start at {@link dev.stowage.scenario.owned.Inventory}.
 */
@NullMarked
package dev.stowage.scenario.owned;

import org.jspecify.annotations.NullMarked;
