package dev.stowage.sim;

import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.sim.Decision.Candidate;
import dev.stowage.sim.cluster.Cluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why a task goes to one server and not to another, found by looking at all of them. */
final class ServerReasons {
    private static final int ALTERNATIVES = 3;

    private static final String DOWN = "down";
    private static final String CPU = "too little CPU";
    private static final String MEMORY = "too little memory";
    private static final String BOTH = "too little CPU and memory";
    private static final String OTHER = "another requirement or constraint";

    private final Cluster cluster;
    private final PlacementPolicy placement;
    private final String rule;

    /** {@code rule}: what the policy says of itself, with its name. */
    ServerReasons(Cluster cluster, PlacementPolicy placement, String rule) {
        this.cluster = cluster;
        this.placement = placement;
        this.rule = rule;
    }

    /** What one try came to. */
    record Verdict(
            String text,
            int fitting,
            Map<String, Integer> refusals,
            List<Candidate> alternatives) {}

    /** A server with what speaks for it: the larger the better. */
    private record Scored(int server, double value) {}

    /** The reasons for {@code chosen}, the answer of the policy, before the task is put there. */
    Verdict of(TaskView task, int chosen) {
        Map<String, Integer> refusals = new LinkedHashMap<>();
        List.of(DOWN, CPU, MEMORY, BOTH, OTHER).forEach(reason -> refusals.put(reason, 0));
        List<Scored> fitting = new ArrayList<>();
        List<Scored> lacking = new ArrayList<>();
        for (int server = 0; server < cluster.size(); server++) {
            if (cluster.fits(server, task)) {
                double score = placement.preference(server, task, cluster);
                fitting.add(new Scored(server, Double.isNaN(score) ? 0 : score));
            } else {
                refusals.merge(reason(server, task), 1, Integer::sum);
                if (cluster.isUp(server)) {
                    lacking.add(new Scored(server, -lack(server, task)));
                }
            }
        }
        refusals.values().removeIf(count -> count == 0);
        List<Candidate> others = best(fitting.isEmpty() ? lacking : fitting, chosen, task);
        return new Verdict(
                text(task, chosen, fitting.size(), refusals), fitting.size(), refusals, others);
    }

    private String reason(int server, TaskView task) {
        if (!cluster.isUp(server)) {
            return DOWN;
        }
        boolean lacksCpu = cluster.freeMicroCores(server) < task.cpuMicroCores();
        boolean lacksMemory = cluster.freeBytes(server) < task.memoryBytes();
        if (lacksCpu) {
            return lacksMemory ? BOTH : CPU;
        }
        return lacksMemory ? MEMORY : OTHER;
    }

    /** The larger of the shares of its capacity that a server lacks. */
    private double lack(int server, TaskView task) {
        double cpu = (double) task.cpuMicroCores() - cluster.freeMicroCores(server);
        double memory = (double) task.memoryBytes() - cluster.freeBytes(server);
        return Math.max(
                Math.max(0, cpu) / Math.max(1, cluster.capacityMicroCores(server)),
                Math.max(0, memory) / Math.max(1, cluster.capacityBytes(server)));
    }

    private List<Candidate> best(List<Scored> servers, int chosen, TaskView task) {
        return servers.stream()
                .filter(scored -> scored.server() != chosen)
                .sorted(
                        Comparator.comparingDouble((Scored scored) -> -scored.value())
                                .thenComparingInt(Scored::server))
                .limit(ALTERNATIVES)
                .map(
                        scored ->
                                new Candidate(
                                        scored.server(),
                                        cluster.dominantShare(scored.server()),
                                        describe(scored.server(), task)))
                .toList();
    }

    private String describe(int server, TaskView task) {
        double load = cluster.dominantShare(server);
        String text = "load " + TaskTracer.number(load);
        if (!cluster.fits(server, task)) {
            String free =
                    TaskTracer.amount(cluster.freeMicroCores(server), cluster.freeBytes(server));
            return text + ", " + free + " free: " + reason(server, task);
        }
        double score = placement.preference(server, task, cluster);
        boolean saysMore = !Double.isNaN(score) && Math.abs(score) != load;
        return saysMore ? text + ", score " + TaskTracer.number(score) : text;
    }

    private String text(TaskView task, int chosen, int fitting, Map<String, Integer> refusals) {
        StringBuilder text = new StringBuilder();
        if (chosen == ClusterView.NONE) {
            text.append(
                    fitting == 0
                            ? "tried: none of " + cluster.size() + " servers fits"
                            : "tried: the policy takes none, though " + fitting + " servers fit");
        } else {
            text.append("tried: server ")
                    .append(chosen)
                    .append(" (")
                    .append(describe(chosen, task))
                    .append("), by ")
                    .append(rule)
                    .append("; ")
                    .append(fitting)
                    .append(" of ")
                    .append(cluster.size())
                    .append(fitting == 1 ? " servers fits" : " servers fit");
        }
        String separator = "; not: ";
        for (Map.Entry<String, Integer> refusal : refusals.entrySet()) {
            text.append(separator).append(refusal.getValue()).append(' ').append(refusal.getKey());
            separator = ", ";
        }
        return text.toString();
    }
}
