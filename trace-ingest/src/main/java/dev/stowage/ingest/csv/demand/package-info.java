/** A demand over time, and what moves it, in the user's own CSV. */
@NullMarked
package dev.stowage.ingest.csv.demand;

import org.jspecify.annotations.NullMarked;
