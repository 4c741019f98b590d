package dev.stowage.workflow.node;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.NodeProfile;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.scenario.NodeScenario;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.study.NodeStudy.ManagerResult;
import dev.stowage.stats.output.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A manager in {@code node.json}.
 *
 * @param manager spelling that can be given again
 * @param effectiveUtilisation mean over time of the sum of loads, while all targets are met
 * @param againstBest difference from the best; null for the best, or with one replication
 * @param services one by one
 * @param converged replications in which all targets were met for two seconds
 * @param convergenceSeconds mean start of those; null if there are none
 * @param bestEffortCores mean work of best-effort jobs, cores
 * @param watts mean power; its parameters are ours
 * @param changes intervals of the first replication after which the allocation was changed
 * @param moveAsked service that the manager asked to move away, or null
 * @param pooledReadings readings of the first replication with too few requests of their own
 * @param approximateJobs what became of them in the first replication
 * @param timeline intervals of the first replication
 * @param frontier the largest loads; null if they were not asked for
 */
public record ManagerView(
        String manager,
        NodeResult.Mean effectiveUtilisation,
        NodeResult.@Nullable FromBest againstBest,
        List<ServiceResult> services,
        long converged,
        @Nullable Double convergenceSeconds,
        double bestEffortCores,
        double watts,
        int changes,
        @Nullable String moveAsked,
        long pooledReadings,
        List<NodeRun.JobOutcome> approximateJobs,
        Timeline timeline,
        @Nullable FrontierView frontier) {

    /** Its name, without parameters. */
    @JsonIgnore
    String name() {
        return manager.replaceFirst("\\[.*", "");
    }

    /** A service: the share of time that it is above its target. */
    public record ServiceResult(
            String service, @Nullable Double violationShare, double unreadShare) {}

    /**
     * The intervals of a run.
     *
     * @param endSeconds of each
     * @param tenants services, then approximate jobs, then the pool
     * @param bestEffortCores work of best-effort jobs
     * @param watts power
     * @param isChanged true if anything of the allocation is another than in the interval before
     */
    public record Timeline(
            List<Double> endSeconds,
            List<Tenant> tenants,
            List<Double> bestEffortCores,
            List<Double> watts,
            List<Boolean> isChanged) {}

    /**
     * A tenant over time; loads and latencies of jobs and of the pool are empty, and so are the
     * variants of all but approximate jobs.
     *
     * @param load shares of the largest
     * @param latencyOverTarget as read; null without a reading
     * @param cores its own, as all resources are; 0 while it is in the pool
     * @param variant that an approximate job runs; 0 is precise
     */
    public record Tenant(
            String name,
            List<Double> load,
            List<@Nullable Double> latencyOverTarget,
            List<Integer> cores,
            List<Integer> ways,
            List<Integer> memoryGb,
            List<Double> diskMBps,
            List<Double> networkGbps,
            List<Double> ghz,
            List<Integer> variant) {}

    static ManagerView of(
            NodeScenario scenario, ManagerResult result, @Nullable FrontierView frontier) {
        NodeRun run = result.first();
        List<ServiceResult> services = new ArrayList<>();
        for (int i = 0; i < run.services().size(); i++) {
            services.add(
                    new ServiceResult(
                            run.services().get(i),
                            result.violationShare(i),
                            result.unreadShare(i)));
        }
        Difference difference = result.againstBest();
        return new ManagerView(
                result.manager().toString(),
                new NodeResult.Mean(
                        result.effectiveUtilisation().mean(),
                        result.effectiveUtilisation().lower(),
                        result.effectiveUtilisation().upper()),
                difference == null
                        ? null
                        : new NodeResult.FromBest(
                                difference.mean(),
                                difference.more(),
                                difference.less(),
                                difference.isSignificant()),
                services,
                result.converged(),
                result.convergenceSeconds(),
                result.batchSpeed(),
                result.watts(),
                run.summary().changes(),
                run.summary().moveAsked(),
                run.summary().pooledReadings(),
                run.jobs(),
                timeline(scenario, run),
                frontier);
    }

    private static Timeline timeline(NodeScenario scenario, NodeRun run) {
        List<Tenant> tenants = new ArrayList<>();
        for (int i = 0; i < run.services().size(); i++) {
            int service = i;
            tenants.add(
                    tenant(
                            scenario,
                            run,
                            run.services().get(i),
                            i,
                            column(run, each -> each.loads()[service]),
                            latencies(run, service)));
        }
        for (int i = 0; i < run.jobs().size(); i++) {
            int owner = run.services().size() + i;
            tenants.add(
                    tenant(scenario, run, run.jobs().get(i).job(), owner, List.of(), List.of()));
        }
        tenants.add(tenant(scenario, run, "pool", Allocation.POOL, List.of(), List.of()));
        return new Timeline(
                column(run, NodeRun.Interval::endSeconds),
                tenants,
                column(run, NodeRun.Interval::batchSpeed),
                column(run, NodeRun.Interval::watts),
                IntStream.range(0, run.intervals().size())
                        .mapToObj(i -> i > 0 && isChanged(run, i))
                        .toList());
    }

    private static boolean isChanged(NodeRun run, int interval) {
        return !run.intervals()
                .get(interval)
                .allocation()
                .equals(run.intervals().get(interval - 1).allocation());
    }

    private static Tenant tenant(
            NodeScenario scenario,
            NodeRun run,
            String name,
            int owner,
            List<Double> loads,
            List<@Nullable Double> latencies) {
        NodeProfile node = scenario.node();
        double diskStep = node.of(NodeParameter.DISK) / node.of(NodeParameter.DISK_STEPS);
        boolean isJob = owner >= run.services().size();
        return new Tenant(
                name,
                loads,
                latencies,
                units(run, NodeResource.CORES, owner),
                units(run, NodeResource.WAYS, owner),
                units(run, NodeResource.MEMORY, owner),
                amounts(run, NodeResource.DISK, owner, diskStep),
                amounts(run, NodeResource.NETWORK, owner, node.of(NodeParameter.NETWORK_STEP)),
                column(run, each -> node.frequenciesGhz().get(each.allocation().level(owner))),
                isJob
                        ? run.intervals().stream()
                                .map(each -> each.allocation().variant(owner))
                                .toList()
                        : List.of());
    }

    private static List<@Nullable Double> latencies(NodeRun run, int service) {
        List<@Nullable Double> latencies = new ArrayList<>();
        for (NodeRun.Interval each : run.intervals()) {
            double latency = each.latencyOverTarget()[service];
            latencies.add(Double.isNaN(latency) ? null : latency);
        }
        return latencies;
    }

    private static List<Integer> units(NodeRun run, NodeResource resource, int owner) {
        return run.intervals().stream()
                .map(each -> each.allocation().units(resource, owner))
                .toList();
    }

    private static List<Double> amounts(
            NodeRun run, NodeResource resource, int owner, double step) {
        return column(run, each -> step * each.allocation().units(resource, owner));
    }

    private static List<Double> column(NodeRun run, ToDoubleFunction<NodeRun.Interval> value) {
        return run.intervals().stream().mapToDouble(value).boxed().toList();
    }
}
