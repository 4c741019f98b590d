/**
 * Published workloads whose rows list whole tasks. Start at {@link
 * dev.stowage.ingest.archive.ArchiveFormats}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.archive;

import org.jspecify.annotations.NullMarked;
