package dev.stowage.sim.node.study;

import dev.stowage.basis.Check;
import dev.stowage.policy.PolicySpec;
import dev.stowage.sim.node.NodeRun;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.sim.node.NodeSpec;
import dev.stowage.stats.output.Difference;
import dev.stowage.stats.output.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Managers on the same node, loads and random numbers, and which serves the most load within all
 * targets.
 *
 * @param results one for each manager, in their order
 * @param best number of the one with the largest mean effective utilisation, ties to the first
 * @param level confidence level at which all differences hold together
 */
public record NodeStudy(List<ManagerResult> results, int best, double level) {

    /**
     * A manager over the replications.
     *
     * @param manager which
     * @param first the first replication, with its intervals
     * @param summaries of all replications
     * @param effectiveUtilisation mean and median over them
     * @param againstBest its effective utilisation less that of the best, replication by
     *     replication; null for the best itself and for one replication
     */
    public record ManagerResult(
            PolicySpec manager,
            NodeRun first,
            List<NodeRun.Summary> summaries,
            MedianInterval effectiveUtilisation,
            @Nullable Difference againstBest) {
        public ManagerResult {
            summaries = List.copyOf(summaries);
        }

        /**
         * Mean over the replications of the share of time that a service is above its target; null
         * if no replication had a reading of it.
         */
        public @Nullable Double violationShare(int service) {
            var read =
                    summaries.stream()
                            .mapToDouble(each -> each.violationShare().get(service))
                            .filter(each -> !Double.isNaN(each))
                            .average();
            return read.isPresent() ? read.getAsDouble() : null;
        }

        /** Mean over the replications of the share of time without a reading of a service. */
        public double unreadShare(int service) {
            return summaries.stream()
                    .mapToDouble(each -> each.unreadShare().get(service))
                    .average()
                    .orElseThrow();
        }

        /** Mean work of best-effort jobs, cores. */
        public double batchSpeed() {
            return summaries.stream()
                    .mapToDouble(NodeRun.Summary::batchSpeed)
                    .average()
                    .orElseThrow();
        }

        /** Mean power. */
        public double watts() {
            return summaries.stream()
                    .mapToDouble(NodeRun.Summary::meanWatts)
                    .average()
                    .orElseThrow();
        }

        /** Mean time to convergence of those that converged; null if none did. */
        public @Nullable Double convergenceSeconds() {
            double[] times =
                    summaries.stream()
                            .filter(each -> each.convergenceSeconds() != null)
                            .mapToDouble(each -> value(each.convergenceSeconds()))
                            .toArray();
            return times.length == 0
                    ? null
                    : IntStream.range(0, times.length)
                            .mapToDouble(i -> times[i])
                            .average()
                            .orElseThrow();
        }

        /** Replications that met all targets for two seconds. */
        public long converged() {
            return summaries.stream().filter(each -> each.convergenceSeconds() != null).count();
        }

        private static double value(@Nullable Double present) {
            if (present == null) {
                throw new IllegalStateException("filtered before");
            }
            return present;
        }
    }

    public NodeStudy {
        results = List.copyOf(results);
    }

    /**
     * Runs all managers.
     *
     * @param replications of each, at least 1
     * @param level confidence level of all intervals together
     */
    public static NodeStudy of(
            NodeSpec spec, List<PolicySpec> managers, int replications, long seed, double level) {
        Check.positive("replications", replications);
        NodeSimulation simulation = new NodeSimulation(spec);
        List<NodeRun> first = new ArrayList<>();
        List<List<NodeRun.Summary>> summaries = new ArrayList<>();
        for (PolicySpec manager : managers) {
            List<NodeRun.Summary> own = new ArrayList<>();
            for (int replication = 0; replication < replications; replication++) {
                NodeRun run = simulation.run(manager, seed, replication);
                if (replication == 0) {
                    first.add(run);
                }
                own.add(run.summary());
            }
            summaries.add(own);
        }
        return together(managers, first, summaries, level);
    }

    private static NodeStudy together(
            List<PolicySpec> managers,
            List<NodeRun> first,
            List<List<NodeRun.Summary>> summaries,
            double level) {
        List<double[]> values =
                summaries.stream()
                        .map(
                                each ->
                                        each.stream()
                                                .mapToDouble(NodeRun.Summary::effectiveUtilisation)
                                                .toArray())
                        .toList();
        int best = 0;
        for (int i = 1; i < values.size(); i++) {
            best = mean(values.get(i)) > mean(values.get(best)) ? i : best;
        }
        double each = 1 - (1 - level) / Math.max(1, managers.size() - 1); // Bonferroni
        List<ManagerResult> results = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Difference difference =
                    i == best || values.get(i).length < 2
                            ? null
                            : Difference.paired(values.get(i), values.get(best), each);
            results.add(
                    new ManagerResult(
                            managers.get(i),
                            first.get(i),
                            summaries.get(i),
                            MedianInterval.of(values.get(i), level),
                            difference));
        }
        return new NodeStudy(results, best, level);
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }
}
