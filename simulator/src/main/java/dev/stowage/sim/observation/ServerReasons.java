package dev.stowage.sim.observation;

import dev.stowage.model.ServerExtras;
import dev.stowage.policy.placement.ClusterView;
import dev.stowage.policy.placement.PlacementPolicy;
import dev.stowage.policy.placement.TaskView;
import dev.stowage.sim.cluster.Cluster;
import dev.stowage.sim.observation.Decision.Candidate;
import dev.stowage.sim.observation.Decision.Refusal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;

/** Why a task goes to one server and not to another, found by looking at all of them. */
final class ServerReasons {
    private static final int ALTERNATIVES = 3;
    private static final int EXAMPLES = 3;

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
            String text, int fitting, List<Refusal> refusals, List<Candidate> alternatives) {}

    /** A server with what speaks for it: the larger the better. */
    private record Scored(int server, double value) {}

    /** The reasons for {@code chosen}, the answer of the policy, before the task is put there. */
    Verdict of(TaskView task, int chosen) {
        List<Scored> fitting = new ArrayList<>();
        List<Scored> lacking = new ArrayList<>();
        for (int server = 0; server < cluster.size(); server++) {
            if (cluster.fits(server, task)) {
                double score = placement.preference(server, task, cluster);
                fitting.add(new Scored(server, Double.isNaN(score) ? 0 : score));
            } else if (cluster.isUp(server) && cluster.couldEverHold(server, task)) {
                lacking.add(new Scored(server, -lack(server, task)));
            }
        }
        List<Candidate> others = best(fitting.isEmpty() ? lacking : fitting, chosen, task);
        return new Verdict(
                text(task, chosen, fitting.size()), fitting.size(), refusals(task), others);
    }

    /** Why servers do not fit, the most frequent reason first. */
    List<Refusal> refusals(TaskView task) {
        Map<String, List<Integer>> servers = new LinkedHashMap<>();
        for (int server = 0; server < cluster.size(); server++) {
            String reason = cluster.refusal(server, task);
            if (reason != null) {
                servers.computeIfAbsent(reason, key -> new ArrayList<>()).add(server);
            }
        }
        return servers.entrySet().stream()
                .map(
                        entry -> {
                            List<Integer> all = entry.getValue();
                            int shown = Math.min(EXAMPLES, all.size());
                            return new Refusal(entry.getKey(), all.size(), all.subList(0, shown));
                        })
                .sorted(
                        Comparator.comparingInt((Refusal refusal) -> -refusal.servers())
                                .thenComparing(Refusal::reason))
                .toList();
    }

    /** The largest of the shares that a server lacks: of its capacity, or of what is asked for. */
    private double lack(int server, TaskView task) {
        ServerExtras free = cluster.freeExtras(server);
        return DoubleStream.of(
                        share(
                                task.cpuMicroCores() - cluster.freeMicroCores(server),
                                cluster.capacityMicroCores(server)),
                        share(
                                task.memoryBytes() - cluster.freeBytes(server),
                                cluster.capacityBytes(server)),
                        share(task.gpuMicros() - free.gpuMicros(), task.gpuMicros()),
                        share(task.diskBytes() - free.diskBytes(), task.diskBytes()),
                        share(
                                task.networkBitsPerSecond() - free.networkBitsPerSecond(),
                                task.networkBitsPerSecond()))
                .max()
                .orElseThrow();
    }

    private static double share(long missing, long whole) {
        return (double) Math.max(0, missing) / Math.max(1, whole);
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
        String text = "load " + Amounts.number(load);
        String refusal = cluster.refusal(server, task);
        if (refusal != null) {
            return text + ", " + Amounts.free(cluster, server, task) + " free: " + refusal;
        }
        double score = placement.preference(server, task, cluster);
        boolean saysMore = !Double.isNaN(score) && Math.abs(score) != load;
        return saysMore ? text + ", score " + Amounts.number(score) : text;
    }

    private String text(TaskView task, int chosen, int fitting) {
        StringBuilder text = new StringBuilder();
        if (chosen == ClusterView.NONE) {
            text.append(
                    fitting == 0
                            ? "tried: none of " + count(cluster.size()) + " servers fits"
                            : "tried: the policy takes none, though "
                                    + count(fitting)
                                    + " servers fit");
        } else {
            text.append("tried: server ")
                    .append(chosen)
                    .append(" (")
                    .append(describe(chosen, task))
                    .append("), by ")
                    .append(rule)
                    .append("; ")
                    .append(count(fitting))
                    .append(" of ")
                    .append(count(cluster.size()))
                    .append(fitting == 1 ? " servers fits" : " servers fit");
        }
        return text.toString();
    }

    private static String count(int servers) {
        return String.format(Locale.ROOT, "%,d", servers);
    }
}
