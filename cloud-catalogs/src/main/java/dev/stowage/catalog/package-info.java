/** Provider catalogues: VM types and prices. */
@NullMarked
package dev.stowage.catalog;

import org.jspecify.annotations.NullMarked;
