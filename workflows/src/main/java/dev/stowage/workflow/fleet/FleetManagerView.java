package dev.stowage.workflow.fleet;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.plan.FewestClaim;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A manager in {@code fleet.json}; figures of runs are means over the replications.
 *
 * @param manager spelling that can be given again, or {@code requests}
 * @param servers on which every target was met, or that requests say; null if there is no number
 * @param claim of that number; null for requests, and where a service is not held
 * @param byFrontier servers before any was run; null where a service is not held
 * @param placementBound no placement within the frontiers, or by requests, has fewer; null so
 * @param notHeld services that one server does not hold even alone
 * @param held replications in which all targets were met
 * @param savedShare of the servers of the baseline; null for the baseline, and without a number
 * @param ifOff servers by the frontiers if an assumption is off; empty for requests
 * @param savedRange least and most of the saved share over these; null without
 * @param effectiveUtilisation load within targets of a server
 * @param watts of all servers
 * @param againstBaseline power less that of the baseline, paired; null for the baseline
 * @param moneyPerYear servers and power; null where prices are not said
 * @param batchCores work of best-effort jobs
 * @param violatedMinutes above target, of all replicas
 * @param worstReplica largest share of its time that a replica was above target, in any replication
 * @param worstHour the same of an hour
 * @param changes of allocations
 * @param movesAsked servers whose manager asked to move a service
 * @param services one by one
 * @param mixes what is together on servers
 * @param hours of the first replication
 * @param frontierPoints that were computed
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
public record FleetManagerView(
        String manager,
        @Nullable Integer servers,
        @Nullable FewestClaim claim,
        @Nullable Integer byFrontier,
        @Nullable Integer placementBound,
        List<String> notHeld,
        int held,
        @Nullable Double savedShare,
        List<IfOff> ifOff,
        @Nullable Range savedRange,
        double effectiveUtilisation,
        double watts,
        @Nullable Paired againstBaseline,
        @Nullable Double moneyPerYear,
        double batchCores,
        double violatedMinutes,
        double worstReplica,
        double worstHour,
        double changes,
        double movesAsked,
        List<ServiceView> services,
        List<Mix> mixes,
        List<Hour> hours,
        int frontierPoints) {
    public FleetManagerView {
        notHeld = List.copyOf(notHeld);
        ifOff = List.copyOf(ifOff);
        services = List.copyOf(services);
        mixes = List.copyOf(mixes);
        hours = List.copyOf(hours);
    }

    /**
     * Servers by the frontiers where an assumption is multiplied by a factor; null where a service
     * is then not held.
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record IfOff(String assumption, double factor, @Nullable Integer servers) {}

    /** From the least to the most; null where there may be no number at all. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Range(@Nullable Double least, double most) {}

    /** A mean difference over the replications with the interval of its median, if there is one. */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Paired(double mean, @Nullable Double lower, @Nullable Double upper) {}

    /** A service; {@code worstReplica} is of all replications. */
    public record ServiceView(String service, double violatedMinutes, double worstReplica) {}

    /**
     * What is together on so many servers.
     *
     * @param replicas names of their services, for a reader
     * @param servers that hold it
     * @param start who has what of such a server before the manager has decided anything
     */
    public record Mix(String replicas, int servers, Start start) {}

    /** What each replica has at the start, in the order of the services, and what the pool has. */
    public record Start(List<Started> replicas, Units pool) {
        public Start {
            replicas = List.copyOf(replicas);
        }
    }

    /**
     * A replica at the start.
     *
     * @param service whose replica it is
     * @param own what it has for itself; null if it shares the pool
     */
    @JsonInclude(JsonInclude.Include.ALWAYS)
    public record Started(String service, @Nullable Units own) {}

    /** Units of a server, and the frequency of the cores; parts are those of {@code server}. */
    public record Units(
            int cores,
            int cacheWays,
            int memoryGb,
            int diskParts,
            int networkParts,
            double frequencyGhz) {}

    /** An hour of the first replication. */
    public record Hour(int hour, double violatedShare, double effectiveUtilisation, double watts) {}

    /** True if there is a number, and every target was met in the runs that it was judged on. */
    public boolean isShown() {
        return servers != null && claim != null;
    }
}
