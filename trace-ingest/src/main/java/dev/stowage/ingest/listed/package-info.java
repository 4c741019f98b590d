/**
 * Sources that list tasks and machines, one record each, and fit into memory: what their readers
 * find is gathered, sorted and written here. Start at {@link
 * dev.stowage.ingest.listed.ListedFormat}. Knows no format.
 */
@NullMarked
package dev.stowage.ingest.listed;

import org.jspecify.annotations.NullMarked;
