package dev.stowage.sim.node;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.model.node.ServiceParameter;
import dev.stowage.model.node.ServiceProfile;
import java.util.IdentityHashMap;

/**
 * The largest load of a service beside a stressor of one resource: the interference study of
 * PARTIES, Tables 3 and 4. The service runs on its reference cores with the whole cache.
 */
public final class StressTable {
    private static final double SLICE_SECONDS = 0.024; // eight threads of 3 ms each; ours
    private static final double MOST_LOAD = 1.3;
    private static final double SWAPPED_GB = 0.1; // less is not swapped; ours
    private static final double STORAGE_CACHE_BANDWIDTH = 0.02; // ours

    /** What is stressed, in the order of Table 4. */
    public enum Stressor {
        HYPERTHREAD,
        CPU,
        POWER,
        LLC_CAPACITY,
        LLC_BANDWIDTH,
        MEMORY_BANDWIDTH,
        MEMORY_CAPACITY,
        DISK_BANDWIDTH,
        NETWORK_BANDWIDTH
    }

    private final NodeProfile node;
    private final IdentityHashMap<ServiceProfile, ServiceModel> models = new IdentityHashMap<>();

    /** On a node. */
    public StressTable(NodeProfile node) {
        this.node = node;
    }

    /** The largest load as a share, above 1 where the stressor leaves room. */
    public double largestLoad(ServiceProfile service, Stressor stressor) {
        ServiceModel model = models.computeIfAbsent(service, this::model);
        double factor = factor(service, stressor);
        double extra = extraSeconds(service, stressor);
        double low = 0;
        double high = MOST_LOAD;
        for (int step = 0; step < 40; step++) {
            double middle = (low + high) / 2;
            double rho = model.utilisation(middle, factor, model.referenceCores);
            boolean isMet =
                    rho < 1
                            && model.percentile(factor, factor, rho, model.referenceCores) + extra
                                    <= model.targetSeconds;
            low = isMet ? middle : low;
            high = isMet ? high : middle;
        }
        double gbps = service.of(ServiceParameter.NETWORK);
        return stressor == Stressor.NETWORK_BANDWIDTH && gbps > 0
                ? Math.min(low, node.of(NodeParameter.STRESS_NETWORK_GBPS) / gbps)
                : low;
    }

    private ServiceModel model(ServiceProfile service) {
        int cores = service.parameters().whole(ServiceParameter.REFERENCE_CORES);
        int most = Math.max(node.whole(NodeParameter.CORES), cores);
        return new ServiceModel(service, node, ErlangWait.upTo(most));
    }

    /** As the table prints it: the largest step of 10 % that is met, in per cent. */
    public int cell(ServiceProfile service, Stressor stressor) {
        return (int) Math.min(100, Math.floor(largestLoad(service, stressor) * 10 + 1e-9) * 10);
    }

    private double factor(ServiceProfile service, Stressor stressor) {
        double cpu = service.of(ServiceParameter.CYCLES_SHARE);
        double lost = service.of(ServiceParameter.CACHE_GROWTH);
        double exposed = ServiceModel.exposed(service, node);
        double system =
                node.of(NodeParameter.BANDWIDTH_SYSTEM_WEIGHT)
                        * ServiceModel.systemGrowth(service, node);
        boolean isStorage = service.of(ServiceParameter.CACHED_DATA_GB) > 0;
        return 1
                + switch (stressor) {
                    case HYPERTHREAD -> cpu;
                    case CPU ->
                            cpu
                                    * (node.of(NodeParameter.SIBLING_GROWTH)
                                            + ServiceModel.systemGrowth(service, node));
                    case POWER -> cpu * (1 / (1 - node.of(NodeParameter.STRESS_TURBO_LOSS)) - 1);
                    case LLC_CAPACITY -> lost;
                    case LLC_BANDWIDTH ->
                            node.of(NodeParameter.STRESS_CACHE_CACHE) * lost
                                    + (isStorage ? STORAGE_CACHE_BANDWIDTH : 0)
                                    + cpu
                                            * (node.of(NodeParameter.STRESS_CACHE_COMMON)
                                                    + system
                                                    + node.of(NodeParameter.STRESS_CACHE_MISSES)
                                                            * exposed);
                    case MEMORY_BANDWIDTH ->
                            node.of(NodeParameter.STRESS_MEMORY_CACHE) * lost
                                    + cpu
                                            * (node.of(NodeParameter.BANDWIDTH_GROWTH)
                                                    + system
                                                    + node.of(NodeParameter.BANDWIDTH_MISS_GROWTH)
                                                            * exposed);
                    case MEMORY_CAPACITY ->
                            isStorage ? node.of(NodeParameter.STRESS_MEMORY_FACTOR) - 1 : 0;
                    case DISK_BANDWIDTH ->
                            isStorage ? node.of(NodeParameter.STRESS_DISK_FACTOR) - 1 : 0;
                    case NETWORK_BANDWIDTH -> node.of(NodeParameter.STRESS_NETWORK_GROWTH);
                };
    }

    private double extraSeconds(ServiceProfile service, Stressor stressor) {
        return switch (stressor) {
            case HYPERTHREAD -> SLICE_SECONDS;
            case MEMORY_CAPACITY ->
                    service.of(ServiceParameter.RESIDENT_GB) > SWAPPED_GB
                                    && service.of(ServiceParameter.CACHED_DATA_GB) == 0
                            ? node.of(NodeParameter.SWAP_SECONDS)
                            : 0;
            default -> 0;
        };
    }
}
