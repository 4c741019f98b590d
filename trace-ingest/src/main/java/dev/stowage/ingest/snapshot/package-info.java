/**
 * A moment of a trace, and the measured use of what runs in it. Start at {@link
 * dev.stowage.ingest.snapshot.TraceSnapshot}. Knows no formats.
 */
@NullMarked
package dev.stowage.ingest.snapshot;

import org.jspecify.annotations.NullMarked;
