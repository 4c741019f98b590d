/**
 * The traces of virtual machines of Bitbrains. Start at {@link
 * dev.stowage.ingest.bitbrains.BitbrainsFormat}. Must not import other formats.
 */
@NullMarked
package dev.stowage.ingest.bitbrains;

import org.jspecify.annotations.NullMarked;
