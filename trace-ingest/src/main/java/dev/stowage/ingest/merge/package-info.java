/**
 * Several canonical traces merged into one, as clusters side by side. Start at {@link
 * dev.stowage.ingest.merge.TraceMerge}. Knows no trace format.
 */
@NullMarked
package dev.stowage.ingest.merge;

import org.jspecify.annotations.NullMarked;
