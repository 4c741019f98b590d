/**
 * The user's own tasks as CSV. Start at {@link dev.stowage.ingest.csv.CsvWorkload}. Knows no other
 * format.
 */
@NullMarked
package dev.stowage.ingest.csv;

import org.jspecify.annotations.NullMarked;
