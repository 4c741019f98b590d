/**
 * What clouds rent: VM types, custom sizes, their offers in regions, commitments, spot prices, and
 * how time is charged. Start at {@link dev.stowage.model.cloud.VmCatalogue}. The data is in {@code
 * dev.stowage.catalog}. Imports of the product only {@code dev.stowage.model} and {@code
 * dev.stowage.basis}.
 */
@NullMarked
package dev.stowage.model.cloud;

import org.jspecify.annotations.NullMarked;
