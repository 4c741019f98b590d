package dev.stowage.workflow.fleet;

import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.NodeManagers;
import dev.stowage.stats.output.Reliability;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a fleet beside its scenario.
 *
 * @param managers at least one
 * @param replications runs of every server, at least {@link #LEAST_REPLICATIONS}
 * @param seed of all random numbers
 * @param gridSteps points of a frontier up to the largest load
 * @param threads never change the answer
 */
public record FleetChoice(
        List<Asked> managers, int replications, long seed, int gridSteps, int threads) {
    /** The manager that is none: replicas by what they ask for. */
    public static final String REQUESTS = "requests";

    /** With fewer runs next to nothing can be claimed of others. */
    public static final int LEAST_REPLICATIONS = 3;

    private static final double MOST_SHARE = 0.9;
    private static final double CONFIDENCE = 0.95;

    /** A manager, or null for requests alone. */
    public record Asked(@Nullable PolicySpec manager) {
        /** As it was asked for. */
        public String spelling() {
            return manager == null ? REQUESTS : manager.toString();
        }

        /** Who runs the servers: nobody, where replicas go by requests. */
        public PolicySpec runs() {
            return Objects.requireNonNullElseGet(
                    manager, () -> NodeManagers.registry().parse("requests", "unmanaged"));
        }
    }

    public FleetChoice {
        managers = List.copyOf(managers);
    }

    /** The managers that a fleet can have. */
    public static List<String> known() {
        return Stream.concat(Stream.of(REQUESTS), NodeManagers.ofBestEffortJobs().stream())
                .toList();
    }

    /** The largest whole percentage of runs, 90 at most, that so many without a miss allow. */
    public Reliability claim() {
        double allowed = Math.pow(1 - CONFIDENCE, 1.0 / replications);
        double share = Math.min(MOST_SHARE, Math.floor(100 * allowed) / 100);
        return new Reliability(share, CONFIDENCE);
    }
}
