/**
 * Canaries: small parts of an input of an approximate job, on which its variants are profiled, and
 * which of them a new input is like. Start at {@link dev.stowage.policy.canary.CanaryChoice}.
 * Imports of the product only {@code dev.stowage.basis} and {@code dev.stowage.stats}.
 */
@NullMarked
package dev.stowage.policy.canary;

import org.jspecify.annotations.NullMarked;
