/** What is known of a setting that nobody knows for sure, as a file writes it. */
@NullMarked
package dev.stowage.scenario.uncertain;

import org.jspecify.annotations.NullMarked;
