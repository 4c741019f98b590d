/**
 * What replicas of services were measured to use: when, how much, with which course, and whether
 * that can be. Start at {@link dev.stowage.rightsizing.evidence.MeasuredUse}. Must not import
 * {@code dev.stowage.rightsizing.replay}.
 */
@NullMarked
package dev.stowage.rightsizing.evidence;

import org.jspecify.annotations.NullMarked;
