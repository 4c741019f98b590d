/** Trace formats to the canonical trace. Must not import the simulator. */
@NullMarked
package dev.stowage.ingest;

import org.jspecify.annotations.NullMarked;
