/**
 * What is common to traces that come as files of rows: how their tables are described, found among
 * the inputs, read in chunks on all cores and taken by the builders of a family's canonical tables.
 */
@NullMarked
package dev.stowage.ingest.source;

import org.jspecify.annotations.NullMarked;
