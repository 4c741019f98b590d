/**
 * Rows that are too many for memory: sorted in runs on disk. Start at {@link
 * dev.stowage.ingest.spill.RowSorter}. Knows no tables and no formats.
 */
@NullMarked
package dev.stowage.ingest.spill;

import org.jspecify.annotations.NullMarked;
