/**
 * The user's own tasks as CSV. Start at {@link dev.stowage.ingest.csv.CsvWorkload}. Must not import
 * other formats.
 */
@NullMarked
package dev.stowage.ingest.csv;

import org.jspecify.annotations.NullMarked;
