/**
 * How jobs of a trace, kept as prototypes, are dealt to new arrivals: in order of time, with their
 * sessions, at their own distances. Start at {@link dev.stowage.workload.prototype.Dealer}. Must
 * not import {@code dev.stowage.workload.synthesis} or {@code dev.stowage.workload.fit}.
 */
@NullMarked
package dev.stowage.workload.prototype;

import org.jspecify.annotations.NullMarked;
