/**
 * The files that a run writes while it goes on. Start at {@link
 * dev.stowage.ingest.log.TaskLogFile}. Knows no formats.
 */
@NullMarked
package dev.stowage.ingest.log;

import org.jspecify.annotations.NullMarked;
