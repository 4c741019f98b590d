/**
 * Provider catalogues: VM types and prices. Start at {@link dev.stowage.catalog.Catalogues}. Knows
 * neither traces nor the simulator.
 */
@NullMarked
package dev.stowage.catalog;

import org.jspecify.annotations.NullMarked;
