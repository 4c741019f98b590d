package dev.stowage.rightsizing.evidence;

import dev.stowage.policy.autoscale.kubernetes.Recommendation.Amount;
import dev.stowage.policy.autoscale.kubernetes.VerticalRecommender;
import dev.stowage.policy.autoscale.kubernetes.VpaSettings;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the recommender of Kubernetes' vertical pod autoscaler would say of each service, with its
 * defaults, if each measurement were a sample of a replica of one container.
 *
 * <p>Hot: one call a measurement, in order of their start; memory grows with the replicas.
 */
final class RecommenderUse {
    private static final long MICRO_CORES_PER_MILLI = 1_000;

    private final @Nullable VerticalRecommender[] byService;
    private @Nullable VerticalRecommender[] byReplica = new VerticalRecommender[64];

    RecommenderUse(int services) {
        byService = new VerticalRecommender[services];
    }

    void add(UseRow row) {
        VerticalRecommender replica = replica(row);
        if (row.cpuMicroCores >= 0) {
            replica.addCpu(row.startMicros, row.cpuMicroCores / MICRO_CORES_PER_MILLI);
        }
        if (row.memoryBytes >= 0) {
            replica.addMemory(row.startMicros, row.memoryBytes);
        }
        if (row.outOfMemoryKills > 0) {
            replica.outOfMemory(row.startMicros, Math.max(0, row.memoryBytes));
        }
    }

    private VerticalRecommender replica(UseRow row) {
        if (row.replica >= byReplica.length) {
            byReplica = Arrays.copyOf(byReplica, Math.max(2 * byReplica.length, row.replica + 1));
        }
        VerticalRecommender known = byReplica[row.replica];
        if (known == null) {
            VerticalRecommender first = byService[row.service];
            known = first == null ? new VerticalRecommender(VpaSettings.DEFAULT) : first.replica();
            byService[row.service] = first == null ? known : first;
            byReplica[row.replica] = known;
        }
        return known;
    }

    /** Its target for one replica; null if nothing was measured. */
    @Nullable Amount target(int service) {
        VerticalRecommender recommender = byService[service];
        return recommender == null ? null : recommender.recommend().target();
    }
}
