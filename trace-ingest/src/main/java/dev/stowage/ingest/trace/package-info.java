/**
 * A canonical trace on disk, read as a workload and written from one. Start at {@link
 * dev.stowage.ingest.trace.CanonicalTrace}. Knows no formats.
 */
@NullMarked
package dev.stowage.ingest.trace;

import org.jspecify.annotations.NullMarked;
