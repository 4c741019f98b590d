/**
 * What is in a trace, counted. Start at {@link dev.stowage.ingest.inspection.TraceInspection}.
 * Knows no formats.
 */
@NullMarked
package dev.stowage.ingest.inspection;

import org.jspecify.annotations.NullMarked;
