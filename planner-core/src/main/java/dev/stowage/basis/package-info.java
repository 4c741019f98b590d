/**
 * What every room stands on: bad input and how it is said, argument checks, exact decimal text,
 * random streams by name, state that a checkpoint keeps, and progress. Start at {@link
 * dev.stowage.basis.InputException} and {@link dev.stowage.basis.Seeds}. Imports nothing else of
 * the product.
 */
@NullMarked
package dev.stowage.basis;

import org.jspecify.annotations.NullMarked;
