/**
 * How many VMs to commit to for a term. Start at {@link
 * dev.stowage.policy.commitment.CommitmentPlan}.
 */
@NullMarked
package dev.stowage.policy.commitment;

import org.jspecify.annotations.NullMarked;
