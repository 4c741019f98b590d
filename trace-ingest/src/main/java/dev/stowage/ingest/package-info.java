/**
 * All trace formats by name, and how files are recognised. Start at {@link
 * dev.stowage.ingest.TraceFormats}. Must not import {@code dev.stowage.sim}.
 */
@NullMarked
package dev.stowage.ingest;

import org.jspecify.annotations.NullMarked;
