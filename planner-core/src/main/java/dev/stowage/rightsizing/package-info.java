/**
 * New requests for services from what their replicas were measured to use, with the evidence, as an
 * option before packing. Start at {@link dev.stowage.rightsizing.RightSizing}; the rule is {@link
 * dev.stowage.rightsizing.SizingOptions}. Where measurements come from is somebody else's matter:
 * {@link dev.stowage.rightsizing.MeasuredUse}.
 */
@NullMarked
package dev.stowage.rightsizing;

import org.jspecify.annotations.NullMarked;
