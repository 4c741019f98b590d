/**
 * Profiles of applications from runs that a user measured, or from the sandbox. Start at {@link
 * dev.stowage.workflow.profile.MeasuredProfiles}. Neither parses arguments nor prints or exits.
 */
@NullMarked
package dev.stowage.workflow.profile;

import org.jspecify.annotations.NullMarked;
