/**
 * What one simulation run gives back and writes while it goes on. Start at {@link
 * dev.stowage.run.RunSummary}. Knows nothing of how a run is simulated.
 */
@NullMarked
package dev.stowage.run;

import org.jspecify.annotations.NullMarked;
