/**
 * Where everything goes: a packing problem from a snapshot or a file, its solution, and the moves
 * to get there. Start at {@link dev.stowage.workflow.pack.PackRun}. Neither parses arguments nor
 * prints or exits.
 */
@NullMarked
package dev.stowage.workflow.pack;

import org.jspecify.annotations.NullMarked;
