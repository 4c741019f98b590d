/**
 * The public virtual-machine traces of Azure. Start at {@link
 * dev.stowage.ingest.azure.Azure2017Format}. Must not import other formats.
 */
@NullMarked
package dev.stowage.ingest.azure;

import org.jspecify.annotations.NullMarked;
