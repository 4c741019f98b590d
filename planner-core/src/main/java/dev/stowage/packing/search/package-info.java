/**
 * The search for the cheapest packing: heuristics, local search by OptaPlanner, bounds and reasons
 * put together. Start at {@link dev.stowage.packing.search.PackingSolver}. The only room that
 * imports OptaPlanner.
 */
@NullMarked
package dev.stowage.packing.search;

import org.jspecify.annotations.NullMarked;
