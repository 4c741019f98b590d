/**
 * What a sweep says: its table, its checks, what changed since an earlier one, and the files. Start
 * at {@link dev.stowage.workflow.sweep.result.SweepResult}. Neither parses arguments nor prints or
 * exits.
 */
@NullMarked
package dev.stowage.workflow.sweep.result;

import org.jspecify.annotations.NullMarked;
