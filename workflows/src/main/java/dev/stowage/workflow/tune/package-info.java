/**
 * A day of a server's settings, tuned. Start at {@link dev.stowage.workflow.tune.TuneResult}.
 * Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.tune;

import org.jspecify.annotations.NullMarked;
