/**
 * Application profiles: how the performance of an application depends on its slice of a server,
 * fitted to measurements; which slice meets a target, and which slices use a server best. Start at
 * {@link dev.stowage.profile.ApplicationProfile} and {@link dev.stowage.profile.ProfileFitter}.
 *
 * <p>Source: Sfakianakis 2023, sections 2.1 to 2.4 (QuMan). Must not import {@code
 * dev.stowage.sim}.
 */
@NullMarked
package dev.stowage.profile;

import org.jspecify.annotations.NullMarked;
