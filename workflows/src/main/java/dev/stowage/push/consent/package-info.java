/**
 * What a person has to accept of a plan before it is carried out, as the plan itself says that it
 * is incomplete or not known to be safe. Start at {@link dev.stowage.push.consent.PlanConsent}.
 */
@NullMarked
package dev.stowage.push.consent;

import org.jspecify.annotations.NullMarked;
