/**
 * From events to records: pairs submit, schedule and end events of tasks and jobs. Start at {@link
 * dev.stowage.ingest.lifecycle.Lifecycles}. Knows no trace format and no files.
 */
@NullMarked
package dev.stowage.ingest.lifecycle;

import org.jspecify.annotations.NullMarked;
