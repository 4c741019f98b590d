package dev.stowage.policy.placement;

import dev.stowage.basis.PlainState;
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
final class Kubernetes implements PlacementPolicy, ServerScore, PlainState {
    private static final int LEAST_NODES = 100; // minFeasibleNodesToFind
    private static final int DEFAULT_PERCENT = 50;
    private static final int NODES_A_PERCENT = 125;
    private static final int LEAST_PERCENT = 5; // minFeasibleNodesPercentageToFind
    private static final double DOUBT = 1e-6; // far more than rounding makes of a per cent

    private final int least;
    private final int most;
    private final int balanced;
    private final int percent;
    private final double boundOfFull;
    private final double boundPerFree;
    private final double boundPerSkew;
    private transient long wholeMicroCores;
    private transient long wholeBytes;
    private transient double perMicroCore;
    private transient double perByte;
    private final transient PerCent cpu = new PerCent();
    private final transient PerCent memory = new PerCent();
    private final transient ScoreWindow window = new ScoreWindow();
    private long cpuMicroCores;
    private long memoryBytes;
    private double toBeat; // a node that can't score that, rounding aside, is not the best one
    private int gain; // by how much a node must be better than one that was scored before
    private int next; // nextStartNodeIndex

    Kubernetes(PolicySpec spec) {
        least = spec.parameter("least");
        most = spec.parameter("most");
        balanced = spec.parameter("balanced");
        percent = spec.parameter("percent");
        boundOfFull = 100.0 * (most + balanced);
        boundPerFree = 50.0 * (least - most);
        boundPerSkew = 50.0 * balanced;
    }

    @Override
    public int place(TaskView task, ClusterView cluster) {
        cpuMicroCores = task.cpuMicroCores();
        memoryBytes = task.memoryBytes();
        toBeat = -1;
        gain = 0;
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
        gain = 1; // nodes come in order of number: a later one must be better
        window.start(next, wanted);
        window.end = cluster.size();
        cluster.score(window, task, this);
        if (window.left > 0) { // past the last node: go on from the first, which wins ties
            toBeat = window.bestScore - DOUBT * 300;
            window.from = 0;
            window.end = next;
            cluster.score(window, task, this);
        }
        next = window.left > 0 ? next : window.from % cluster.size();
        return window.best;
    }

    @Override
    public double score(long freeMicroCores, long freeBytes, long microCores, long bytes) {
        long cpuLeft = freeMicroCores - cpuMicroCores;
        long memoryLeft = freeBytes - memoryBytes;
        if (microCores != wholeMicroCores || bytes != wholeBytes) {
            setWhole(microCores, bytes);
        }
        if (bound(cpuLeft, memoryLeft) < toBeat) {
            return -1;
        }
        return exact(cpuLeft, memoryLeft);
    }

    /** The weighted scores as kube-scheduler has them. */
    private double exact(long cpuLeft, long memoryLeft) {
        int resources = cpu.count() + memory.count();
        long sum = 0;
        if (least > 0) {
            sum += least * mean(cpu.of(cpuLeft) + memory.of(memoryLeft), resources);
        }
        if (most > 0) {
            long both = cpu.of(wholeMicroCores - cpuLeft) + memory.of(wholeBytes - memoryLeft);
            sum += most * mean(both, resources);
        }
        if (balanced > 0) {
            sum += balanced * balance(cpuLeft, memoryLeft, resources);
        }
        toBeat = Math.max(toBeat, sum + gain - DOUBT * 300);
        return sum;
    }

    private void setWhole(long microCores, long bytes) {
        wholeMicroCores = microCores;
        wholeBytes = bytes;
        cpu.setWhole(microCores);
        memory.setWhole(bytes);
        boolean hasBoth = cpu.count() + memory.count() == 2;
        perMicroCore = hasBoth ? cpu.fractionOf(1) : Double.NaN;
        perByte = hasBoth ? memory.fractionOf(1) : Double.NaN;
    }

    /** The weighted scores before they are rounded down; NaN if the node lacks a resource. */
    private double bound(long cpuLeft, long memoryLeft) {
        double freeCpu = cpuLeft * perMicroCore;
        double freeMemory = memoryLeft * perByte;
        return boundOfFull
                + boundPerFree * (freeCpu + freeMemory)
                - boundPerSkew * Math.abs(freeCpu - freeMemory);
    }

    private static long mean(long sum, int resources) {
        return resources == 2 ? sum >> 1 : sum;
    }

    /**
     * 100 less the standard deviation of the two allocated fractions, that is half of their
     * distance, in per cent, rounded down. Divides only where the rounding is in doubt.
     */
    private long balance(long cpuLeft, long memoryLeft, int resources) {
        if (resources < 2) {
            return 100;
        }
        double about = 100 - 50 * Math.abs(cpu.fractionOf(cpuLeft) - memory.fractionOf(memoryLeft));
        if (Math.abs(about - Math.rint(about)) > DOUBT) {
            return (long) about;
        }
        double distance =
                Math.abs(
                        FreeRange.allocatedShare(cpuLeft, cpu.whole())
                                - FreeRange.allocatedShare(memoryLeft, memory.whole()));
        return (long) ((1 - distance / 2) * 100);
    }

    @Override
    public double upperBound(FreeRange range) {
        long lowestCpu = range.lowestMicroCores - cpuMicroCores;
        long highestCpu = range.highestMicroCores - cpuMicroCores;
        long lowestMemory = range.lowestBytes - memoryBytes;
        long highestMemory = range.highestBytes - memoryBytes;
        if (range.isMixed()) {
            return mixedUpperBound(range, lowestCpu, highestCpu, lowestMemory, highestMemory);
        }
        setWhole(range.lowestCapacityMicroCores, range.lowestCapacityBytes);
        int resources = cpu.count() + memory.count();
        long sum = 0;
        if (least > 0) {
            sum += least * mean(cpu.of(highestCpu) + memory.of(highestMemory), resources);
        }
        if (most > 0) {
            long both = cpu.of(cpu.whole() - lowestCpu) + memory.of(memory.whole() - lowestMemory);
            sum += most * mean(both, resources);
        }
        if (balanced > 0) {
            double apart =
                    Math.max(
                            cpu.fractionOf(lowestCpu) - memory.fractionOf(highestMemory),
                            memory.fractionOf(lowestMemory) - cpu.fractionOf(highestCpu));
            sum += balanced * highestBalance(resources < 2 ? 0 : apart);
        }
        return sum;
    }

    /** For fractions at least that far apart; may be below 0, then they may be equal. */
    private static long highestBalance(double apart) {
        return (long) Math.min(100, 100 - 50 * apart + DOUBT);
    }

    /** Where capacities differ a little: from shares, and generous by one point a score. */
    private double mixedUpperBound(
            FreeRange range,
            long lowestCpu,
            long highestCpu,
            long lowestMemory,
            long highestMemory) {
        double cpuLow =
                FreeRange.lowestShare(
                        highestCpu,
                        range.lowestCapacityMicroCores,
                        range.highestCapacityMicroCores);
        double cpuHigh =
                FreeRange.highestShare(
                        lowestCpu, range.lowestCapacityMicroCores, range.highestCapacityMicroCores);
        double memoryLow =
                FreeRange.lowestShare(
                        highestMemory, range.lowestCapacityBytes, range.highestCapacityBytes);
        double memoryHigh =
                FreeRange.highestShare(
                        lowestMemory, range.lowestCapacityBytes, range.highestCapacityBytes);
        boolean hasBoth = range.lowestCapacityMicroCores > 0 && range.lowestCapacityBytes > 0;
        int resources = hasBoth ? 2 : 1;
        double freeShares = resources - cpuLow - memoryLow; // a resource that lacks has share 0
        return least * (100 * freeShares / resources + 1)
                + most * (100 * (cpuHigh + memoryHigh) / resources + 1)
                + balanced
                        * (100
                                - 50
                                        * (hasBoth
                                                ? apart(cpuLow, cpuHigh, memoryLow, memoryHigh)
                                                : 0));
    }

    private static double apart(double aLow, double aHigh, double bLow, double bHigh) {
        return Math.max(0, Math.max(aLow - bHigh, bLow - aHigh) - DOUBT);
    }
}
