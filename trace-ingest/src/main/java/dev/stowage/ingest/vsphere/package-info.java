/**
 * What tools tell of a vSphere estate: RVTools and vROps. Start at {@link
 * dev.stowage.ingest.vsphere.RvToolsFormat}. Knows no other format.
 */
@NullMarked
package dev.stowage.ingest.vsphere;

import org.jspecify.annotations.NullMarked;
