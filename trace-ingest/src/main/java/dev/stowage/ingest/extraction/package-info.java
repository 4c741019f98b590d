/**
 * The observations that a workload model is fitted to, and those that two workloads are compared
 * by. Start at {@link dev.stowage.ingest.extraction.ParameterExtraction}. Knows no formats.
 */
@NullMarked
package dev.stowage.ingest.extraction;

import org.jspecify.annotations.NullMarked;
