/**
 * Price lists of other forms to our catalogue. Start at {@link
 * dev.stowage.catalog.imports.CatalogueImport}. Knows neither traces nor the simulator.
 */
@NullMarked
package dev.stowage.catalog.imports;

import org.jspecify.annotations.NullMarked;
