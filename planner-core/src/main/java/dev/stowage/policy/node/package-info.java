/**
 * Which tenant of a server gets which core, cache way, frequency and gigabyte. Start at {@link
 * dev.stowage.policy.node.NodeManager} and {@link dev.stowage.policy.node.NodeManagers}, the
 * registry. Managers see what can be measured on a server; only the oracle asks the model.
 */
@NullMarked
package dev.stowage.policy.node;

import org.jspecify.annotations.NullMarked;
