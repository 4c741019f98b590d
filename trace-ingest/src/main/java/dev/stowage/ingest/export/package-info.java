/**
 * Canonical traces written back in public formats. Start at {@link
 * dev.stowage.ingest.export.ExportFormats}; what a format can't hold is counted by {@link
 * dev.stowage.ingest.export.Departures}. Reads the canonical tables, and no trace format.
 */
@NullMarked
package dev.stowage.ingest.export;

import org.jspecify.annotations.NullMarked;
