/**
 * What fuzzing feeds: {@link dev.stowage.ingest.fuzz.FuzzTarget} gives any bytes to a reader and
 * says what must hold then. {@code bench/fuzz/run} searches for bytes that break it; the build
 * replays those that were found.
 */
package dev.stowage.ingest.fuzz;
