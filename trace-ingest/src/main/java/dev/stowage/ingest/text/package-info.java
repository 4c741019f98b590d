/**
 * Text files as bytes: plain, gzip or zstd, split into blocks of whole lines and into fields
 * without an object a row. Start at {@link dev.stowage.ingest.text.LineBlocks}. Knows nothing of
 * traces and imports nothing of the product but its vocabulary.
 */
@NullMarked
package dev.stowage.ingest.text;

import org.jspecify.annotations.NullMarked;
