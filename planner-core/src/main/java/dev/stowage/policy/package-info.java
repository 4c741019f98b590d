/**
 * What all decision policies share: how they are named, parameterised and listed. Start at {@link
 * dev.stowage.policy.PolicyRegistry}. A policy decides over a read-only view: no clock, no queue,
 * no I/O, no static state.
 */
@NullMarked
package dev.stowage.policy;

import org.jspecify.annotations.NullMarked;
