/**
 * The tables of a canonical trace: their columns, and how rows are written. Start at {@link
 * dev.stowage.ingest.canonical.CanonicalTable}. Knows no trace format.
 */
@NullMarked
package dev.stowage.ingest.canonical;

import org.jspecify.annotations.NullMarked;
