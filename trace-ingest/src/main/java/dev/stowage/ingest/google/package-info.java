/**
 * Google cluster traces. Start at {@link dev.stowage.ingest.google.Google2011Format}. Must not
 * import other formats.
 */
@NullMarked
package dev.stowage.ingest.google;

import org.jspecify.annotations.NullMarked;
