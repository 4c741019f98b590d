/**
 * Parquet files as typed columns: the only package that imports Parquet. Start at ColumnFile. Knows
 * nothing of traces.
 */
@NullMarked
package dev.stowage.ingest.parquet;

import org.jspecify.annotations.NullMarked;
