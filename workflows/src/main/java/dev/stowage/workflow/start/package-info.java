/** First contact: what a user's files are, and the first scenario and commands for them. */
@NullMarked
package dev.stowage.workflow.start;

import org.jspecify.annotations.NullMarked;
