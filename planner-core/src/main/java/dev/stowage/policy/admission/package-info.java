/**
 * Whether a task is let in at submit. Start at {@link dev.stowage.policy.admission.AdmissionPolicy}
 * and {@link dev.stowage.policy.admission.AdmissionPolicies}, the registry.
 */
@NullMarked
package dev.stowage.policy.admission;

import org.jspecify.annotations.NullMarked;
