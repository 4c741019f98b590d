/**
 * How many instances of a serverless function there are, and how large. Start at {@link
 * dev.stowage.policy.autoscale.Autoscaler} and {@link dev.stowage.policy.autoscale.Autoscalers},
 * the registry. What others' autoscalers decide is in rooms of its own, held to their code.
 */
@NullMarked
package dev.stowage.policy.autoscale;

import org.jspecify.annotations.NullMarked;
