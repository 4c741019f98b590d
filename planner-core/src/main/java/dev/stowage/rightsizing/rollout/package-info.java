/**
 * New requests week by week, the smallest risk first. Start at {@link
 * dev.stowage.rightsizing.rollout.Rollout}.
 */
@NullMarked
package dev.stowage.rightsizing.rollout;

import org.jspecify.annotations.NullMarked;
