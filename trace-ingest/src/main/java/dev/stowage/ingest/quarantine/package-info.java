/**
 * Rows that are not used, and the books that account for every row. Start at {@link
 * dev.stowage.ingest.quarantine.Quarantine}. Knows no formats.
 */
@NullMarked
package dev.stowage.ingest.quarantine;

import org.jspecify.annotations.NullMarked;
