/**
 * Samples of a trace that keep its load: start with {@link dev.stowage.ingest.sample.SampledTrace}.
 * Must not import {@code dev.stowage.ingest.format}: it knows traces and no sources.
 */
@NullMarked
package dev.stowage.ingest.sample;

import org.jspecify.annotations.NullMarked;
