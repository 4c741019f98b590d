/**
 * Skynet: applications are held to objectives by a control loop on each resource. Start at {@link
 * dev.stowage.policy.skynet.ResourceLoop}. Source: Sfakianakis, PhD thesis, 2023, chapter 3. No
 * clock: a step is a second.
 */
@NullMarked
package dev.stowage.policy.skynet;

import org.jspecify.annotations.NullMarked;
