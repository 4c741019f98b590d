package dev.stowage.sim;

import dev.stowage.basis.CountedRandom;
import dev.stowage.basis.Seeds;
import dev.stowage.policy.admission.AdmissionPolicies;
import dev.stowage.policy.admission.AdmissionPolicy;
import dev.stowage.policy.placement.PlacementPolicies;
import dev.stowage.policy.placement.PlacementPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The policies of one run, made for it.
 *
 * @param streams by name, the random streams whose draws are counted; empty if nobody asked
 */
record RunPolicies(
        PlacementPolicy placement,
        AdmissionPolicy admission,
        RandomGenerator queueRandom,
        Map<String, CountedRandom> streams) {
    /** Those that a spec names, each with its own random stream. */
    static RunPolicies of(SimulationSpec spec) {
        Map<String, CountedRandom> streams = new LinkedHashMap<>();
        return new RunPolicies(
                PlacementPolicies.registry()
                        .create(spec.placement(), stream("placement", spec, streams)),
                AdmissionPolicies.registry()
                        .create(spec.admission(), stream("admission", spec, streams)),
                stream("queue", spec, streams),
                streams);
    }

    /** Draws are counted only for checkpoints. */
    private static RandomGenerator stream(
            String name, SimulationSpec spec, Map<String, CountedRandom> streams) {
        RandomGenerator stream = Seeds.stream(spec.seed(), name, spec.replication());
        if (spec.checkpointing().isEmpty()) {
            return stream;
        }
        CountedRandom counted = new CountedRandom(stream);
        streams.put(name, counted);
        return counted;
    }
}
