/**
 * Rows of price lists on their way to a catalogue: drafts of offers, what goes with them, and what
 * is left out. Start at {@link dev.stowage.catalog.gather.Gathering}. Must not import {@code
 * dev.stowage.catalog.imports}.
 */
@NullMarked
package dev.stowage.catalog.gather;

import org.jspecify.annotations.NullMarked;
