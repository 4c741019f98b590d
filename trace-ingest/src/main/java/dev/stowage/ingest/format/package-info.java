/**
 * The seam of trace formats: what an ingest is asked, how a format is described, and what it
 * reports. Start at {@link dev.stowage.ingest.format.TraceFormat}. Must not import {@code
 * dev.stowage.ingest.source}.
 */
@NullMarked
package dev.stowage.ingest.format;

import org.jspecify.annotations.NullMarked;
