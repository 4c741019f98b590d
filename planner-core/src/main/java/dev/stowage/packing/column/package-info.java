/**
 * Column generation: how often each set of items that fits on a server is used, as a linear
 * programme whose sets are found as they are needed; the bound from it, packings by rounding, and
 * proofs by branch and price. Start at {@link dev.stowage.packing.column.ColumnSearch}. Must not
 * import {@code dev.stowage.packing.search}.
 */
@NullMarked
package dev.stowage.packing.column;

import org.jspecify.annotations.NullMarked;
