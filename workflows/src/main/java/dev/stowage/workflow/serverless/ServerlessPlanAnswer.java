package dev.stowage.workflow.serverless;

import java.util.List;

/**
 * The fewest servers for functions, under several autoscalers.
 *
 * @param p99Millis bound of the 99th percentile of every function
 * @param server the kind of server, as typed: {@code 24c128g}
 * @param seed root of all random numbers
 * @param plans one an autoscaler, in the order asked for
 */
public record ServerlessPlanAnswer(
        double p99Millis, String server, long seed, List<ServerlessPlan> plans) {
    public ServerlessPlanAnswer {
        plans = List.copyOf(plans);
    }

    /** True if every autoscaler holds on some number. */
    public boolean isMet() {
        return plans.stream().allMatch(each -> each.found().isMet());
    }
}
