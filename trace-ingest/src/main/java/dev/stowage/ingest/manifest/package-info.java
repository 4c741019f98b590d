/**
 * What a canonical trace holds and where it comes from, as {@code manifest.json} says. Start at
 * {@link dev.stowage.ingest.manifest.TraceManifest}.
 */
@NullMarked
package dev.stowage.ingest.manifest;

import org.jspecify.annotations.NullMarked;
