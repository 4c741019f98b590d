package dev.stowage.sim;

import dev.stowage.model.Seeds;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.admission.AdmissionPolicy;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;

/** The policies of one run, made for it. */
record RunPolicies(PlacementPolicy placement, AdmissionPolicy admission) {
    /** Those that a spec names, each with its own random stream. */
    static RunPolicies of(SimulationSpec spec) {
        return new RunPolicies(
                PlacementPolicies.registry()
                        .create(
                                spec.placement(),
                                Seeds.stream(spec.seed(), "placement", spec.replication())),
                AdmissionPolicies.registry()
                        .create(
                                spec.admission(),
                                Seeds.stream(spec.seed(), "admission", spec.replication())));
    }
}
