/**
 * Google cluster traces. Start at {@link dev.stowage.ingest.google.GoogleAssembly}. Knows no other
 * format.
 */
@NullMarked
package dev.stowage.ingest.google;

import org.jspecify.annotations.NullMarked;
