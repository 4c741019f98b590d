/**
 * What an ingest does beside reading: several traces made one, and parts kept until it is done.
 * Start at {@link dev.stowage.workflow.ingest.MergedIngest}. Neither parses arguments nor prints or
 * exits.
 */
@NullMarked
package dev.stowage.workflow.ingest;

import org.jspecify.annotations.NullMarked;
