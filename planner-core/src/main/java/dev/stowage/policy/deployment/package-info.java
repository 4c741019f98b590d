/**
 * Which virtual machines to rent. Start at {@link dev.stowage.policy.deployment.AlwaysOn}. A policy
 * decides over offers and a demand; it doesn't know where prices come from.
 */
@NullMarked
package dev.stowage.policy.deployment;

import org.jspecify.annotations.NullMarked;
