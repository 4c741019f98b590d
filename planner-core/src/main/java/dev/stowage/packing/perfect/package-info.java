/**
 * Perfect packings: servers that are alike and have no room to spare in some resource, so that each
 * has to be filled to the last unit of it. Start at {@link
 * dev.stowage.packing.perfect.PerfectPacking}. Must not import {@code dev.stowage.packing.search}.
 */
@NullMarked
package dev.stowage.packing.perfect;

import org.jspecify.annotations.NullMarked;
