/**
 * The traces of virtual machines of Bitbrains. Start at {@link
 * dev.stowage.ingest.bitbrains.BitbrainsAssembly}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.bitbrains;

import org.jspecify.annotations.NullMarked;
