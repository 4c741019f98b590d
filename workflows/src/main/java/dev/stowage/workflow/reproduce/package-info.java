/**
 * Published experiments made anew: which studies there are, and their answers as JSON. Start at
 * {@link dev.stowage.workflow.reproduce.Studies}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.reproduce;

import org.jspecify.annotations.NullMarked;
