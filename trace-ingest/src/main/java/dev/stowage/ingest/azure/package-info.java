/**
 * The public virtual-machine traces of Azure. Start at {@link
 * dev.stowage.ingest.azure.AzureAssembly}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.azure;

import org.jspecify.annotations.NullMarked;
