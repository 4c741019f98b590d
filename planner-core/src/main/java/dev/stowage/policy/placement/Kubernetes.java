package dev.stowage.policy.placement;

import dev.stowage.policy.PolicySpec;

/**
 * The node that kube-scheduler's resource scores choose: the highest weighted sum of {@code
 * NodeResourcesFit} with the strategies LeastAllocated and MostAllocated (CPU and memory of equal
 * weight) and {@code NodeResourcesBalancedAllocation}, each a whole number from 0 to 100, computed
 * as kube-scheduler does: division of integers rounds down, a resource that the node lacks does not
 * count. Ties go to the lowest number, where kube-scheduler draws one.
 *
 * <p>{@code percent} is {@code percentageOfNodesToScore}: nodes are looked at in turn, from where
 * the last placement stopped, until that share of all nodes, but at least 100, fits; the best of
 * those is taken. 0 is kube-scheduler's default, 50 less one for each 125 nodes, at least 5. 100
 * scores all nodes, through the index.
 *
 * <p>Source: Kubernetes 1.30, pkg/scheduler/framework/plugins/noderesources ({@code
 * least_allocated.go}, {@code most_allocated.go}, {@code balanced_allocation.go}) and
 * pkg/scheduler/schedule_one.go ({@code findNodesThatPassFilters}, {@code numFeasibleNodesToFind}).
 * Not modelled: its default requests (0.1 cores, 200 MiB) of a container that asks for nothing.
 */
final class Kubernetes implements PlacementPolicy, ServerScore {
    private static final int LEAST_NODES = 100; // minFeasibleNodesToFind
    private static final int DEFAULT_PERCENT = 50;
    private static final int NODES_A_PERCENT = 125;
    private static final int LEAST_PERCENT = 5; // minFeasibleNodesPercentageToFind
    private static final long EXACT_IN_DOUBLE = (1L << 53) / 100;

    private final int least;
    private final int most;
    private final int balanced;
    private final int percent;
    private long cpuMicroCores;
    private long memoryBytes;
    private int next; // nextStartNodeIndex

    Kubernetes(PolicySpec spec) {
        least = spec.parameter("least");
        most = spec.parameter("most");
        balanced = spec.parameter("balanced");
        percent = spec.parameter("percent");
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        cpuMicroCores = task.cpuMicroCores();
        memoryBytes = task.memoryBytes();
        int wanted = nodesToFind(cluster.size());
        return wanted == cluster.size()
                ? cluster.best(task, this)
                : bestOfNext(wanted, task, cluster);
    }

    private int nodesToFind(int nodes) {
        int share =
                percent > 0
                        ? percent
                        : Math.max(LEAST_PERCENT, DEFAULT_PERCENT - nodes / NODES_A_PERCENT);
        return nodes < LEAST_NODES || share >= 100
                ? nodes
                : (int) Math.max(LEAST_NODES, (long) nodes * share / 100);
    }

    private int bestOfNext(int wanted, TaskView task, ClusterView cluster) {
        int best = ClusterView.NONE;
        double bestScore = -1;
        int start = next;
        int end = cluster.size();
        int from = start;
        for (int found = 0; found < wanted; found++) {
            int server = from < end ? cluster.firstFitFrom(from, task) : ClusterView.NONE;
            if (end != start && (server == ClusterView.NONE || server >= end)) {
                end = start; // went past the last node: go on from the first
                server = start > 0 ? cluster.firstFit(task) : ClusterView.NONE;
            }
            if (server == ClusterView.NONE || server >= end) {
                return best; // looked at all of them: the next one starts here again
            }
            double score = cluster.score(server, this);
            if (score > bestScore || (score == bestScore && server < best)) {
                best = server;
                bestScore = score;
            }
            from = server + 1;
        }
        next = from % cluster.size();
        return best;
    }

    @Override
    public double score(
            long freeMicroCores, long freeBytes, long capacityMicroCores, long capacityBytes) {
        long cpuLeft = freeMicroCores - cpuMicroCores;
        long memoryLeft = freeBytes - memoryBytes;
        int resources = (capacityMicroCores == 0 ? 0 : 1) + (capacityBytes == 0 ? 0 : 1);
        long sum = 0;
        if (least > 0 && resources > 0) {
            sum +=
                    least
                            * ((percent(cpuLeft, capacityMicroCores)
                                            + percent(memoryLeft, capacityBytes))
                                    / resources);
        }
        if (most > 0 && resources > 0) {
            sum +=
                    most
                            * ((percent(capacityMicroCores - cpuLeft, capacityMicroCores)
                                            + percent(capacityBytes - memoryLeft, capacityBytes))
                                    / resources);
        }
        if (balanced > 0) {
            double distance =
                    resources < 2
                            ? 0
                            : Math.abs(
                                    FreeRange.allocatedShare(cpuLeft, capacityMicroCores)
                                            - FreeRange.allocatedShare(memoryLeft, capacityBytes));
            sum += balanced * balance(distance);
        }
        return sum;
    }

    @Override
    public double upperBound(FreeRange range) {
        long lowestCpu = range.lowestMicroCores - cpuMicroCores;
        long highestCpu = range.highestMicroCores - cpuMicroCores;
        long lowestMemory = range.lowestBytes - memoryBytes;
        long highestMemory = range.highestBytes - memoryBytes;
        long cpu = range.lowestCapacityMicroCores;
        long memory = range.lowestCapacityBytes;
        long largestCpu = range.highestCapacityMicroCores;
        long largestMemory = range.highestCapacityBytes;
        int resources = (cpu == 0 ? 0 : 1) + (memory == 0 ? 0 : 1);
        boolean isMixed = cpu != largestCpu || memory != largestMemory;
        long sum = 0;
        if (least > 0 && resources > 0) {
            long both = percent(highestCpu, cpu) + percent(highestMemory, memory);
            sum += least * (both / resources + (isMixed ? 1 : 0));
        }
        if (most > 0 && resources > 0) {
            long both =
                    percent(largestCpu - lowestCpu, largestCpu)
                            + percent(largestMemory - lowestMemory, largestMemory);
            sum += most * (both / resources + (isMixed ? 1 : 0));
        }
        if (balanced > 0) {
            double apart =
                    resources < 2
                            ? 0
                            : Math.max(
                                    FreeRange.lowestShare(highestCpu, cpu, largestCpu)
                                            - FreeRange.highestShare(
                                                    lowestMemory, memory, largestMemory),
                                    FreeRange.lowestShare(highestMemory, memory, largestMemory)
                                            - FreeRange.highestShare(lowestCpu, cpu, largestCpu));
            sum += balanced * balance(Math.max(0, apart));
        }
        return sum;
    }

    /** Of two fractions this far apart; their standard deviation is half of that. */
    private static long balance(double distance) {
        return (long) ((1 - distance / 2) * 100);
    }

    /** Whole per cent, rounded down; exact where the product does not overflow. */
    private static long percent(long part, long whole) {
        if (whole <= EXACT_IN_DOUBLE) { // the quotient of exact doubles never rounds up to a whole
            return whole == 0 ? 0 : (long) ((double) (part * 100) / whole);
        }
        return whole <= Long.MAX_VALUE / 100
                ? part * 100 / whole
                : (long) Math.min(100, (double) part / whole * 100);
    }
}
