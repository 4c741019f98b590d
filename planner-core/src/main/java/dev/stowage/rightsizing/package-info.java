/**
 * New requests for services from what their replicas were measured to use, with the evidence, as an
 * option before packing. Start at {@link dev.stowage.rightsizing.RightSizing}; the rule is {@link
 * dev.stowage.rightsizing.evidence.SizingOptions}. Where measurements come from is somebody else's
 * matter: {@link dev.stowage.rightsizing.evidence.MeasuredUse}.
 */
@NullMarked
package dev.stowage.rightsizing;

import org.jspecify.annotations.NullMarked;
