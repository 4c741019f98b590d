package dev.stowage.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.stowage.model.ServerType;
import dev.stowage.plan.bound.LowerBound;
import dev.stowage.plan.bound.WorkloadFigures;
import dev.stowage.plan.objective.ObjectiveValue;
import dev.stowage.plan.stages.Purchases;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer to "how many servers": what {@code plan.json} holds, with the same names in the same
 * order. Its JSON Schema is the resource {@code dev/stowage/schema/plan.schema.json}.
 *
 * @param formatVersion of {@code plan.json}
 * @param name of the scenario
 * @param servers the planned servers
 * @param objective every bound with its value on them
 * @param met true if all bounds hold
 * @param lowerBound what is needed at least
 * @param gap (planned - bound) / bound
 * @param confidence how sure the answer is
 * @param curve headroom curve, ascending by servers
 * @param otherwise what else would be planned, were the workload another; empty if nobody asked
 * @param cost of own servers; null if the server type has no price
 * @param clouds the same capacity on clouds, cheapest first
 * @param sharing what it saves that several workloads share the servers; null of one
 * @param mix which servers of several kinds; null of one kind
 * @param purchases what is bought for several days in a row, of which this is the plan for the
 *     last; null of one day
 * @param survival what the loss of servers does; null if nobody asked
 * @param placement where the tasks of the busiest moment go; null if nobody asked
 * @param workload what the workload asks for
 * @param policies chosen policies by kind
 * @param seed root seed
 * @param assumptions every figure that was not computed by the run, with its kind and source
 * @param notes what a person should know about the answer
 * @param provenance product, inputs and catalogue
 */
public record CapacityPlan(
        int formatVersion,
        String name,
        List<PlannedServers> servers,
        List<ObjectiveValue> objective,
        boolean met,
        LowerBound lowerBound,
        double gap,
        Confidence confidence,
        List<CurvePoint> curve,
        List<Otherwise> otherwise,
        @Nullable OwnCost cost,
        List<CloudOption> clouds,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Sharing sharing,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable MixAnswer mix,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Purchases purchases,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Survival survival,
        @Nullable BusiestMoment placement,
        WorkloadFigures workload,
        Map<String, String> policies,
        long seed,
        List<Assumption> assumptions,
        List<String> notes,
        Provenance provenance) {
    /** Version of the form of {@code plan.json}. */
    public static final int FORMAT_VERSION = 3;

    /**
     * {@code count} servers of a type.
     *
     * @param cores of one server
     * @param memoryGiB of one server
     */
    public record PlannedServers(String type, int count, double cores, double memoryGiB) {
        /** So many servers of a type. */
        public static PlannedServers of(ServerType type, int count) {
            return new PlannedServers(
                    type.name(), count, type.capacity().cores(), type.capacity().gib());
        }
    }

    /**
     * The answer to the same question about another workload, by itself.
     *
     * @param source what differs: growth, generator, or requests
     * @param value factor on the number of jobs, name of the generator, or {@code as declared}
     * @param quantile share of what the growth may be that is not above this; null of others
     * @param servers the planned number; with met = false the most that were tried, or 0 if no
     *     number helps
     * @param met true if the objective holds on them as it does on those of the plan
     */
    public record Otherwise(
            String source, String value, @Nullable Double quantile, int servers, boolean met) {}

    /**
     * The same capacity rented from a provider: all of it all the time, or by a deployment policy
     * what the running tasks ask for.
     *
     * @param provider name
     * @param region as the provider writes it
     * @param policy deployment policy
     * @param totalUsd of a year, to the cent
     * @param gapToBound how far that is above the least that the capacity can cost there; of a
     *     deployment policy, above the least that the demand can cost anywhere
     * @param vmType name of the VM type; of several, the one that costs most
     * @param count number of VMs, the most at the same time
     * @param hourlyUsd exact; of a deployment policy the mean
     * @param monthlyUsd of 730 h, to the cent
     * @param coveredCores CPU of the VMs together, on average
     * @param coveredGib memory of the VMs together, on average
     * @param source who published the price
     * @param date when it held, ISO 8601
     */
    public record CloudOption(
            String provider,
            String region,
            String policy,
            BigDecimal totalUsd,
            double gapToBound,
            String vmType,
            int count,
            BigDecimal hourlyUsd,
            BigDecimal monthlyUsd,
            double coveredCores,
            double coveredGib,
            String source,
            String date) {}

    /**
     * Where the tasks that run at one moment go, on the planned servers; {@code placement.json} has
     * all of it.
     *
     * @param atSeconds the moment, on the workload's clock
     * @param tasks that run then
     * @param unplaced tasks without a place, because of head-room
     * @param serversBefore servers that the placement policy had in use
     * @param servers that suffice for them
     * @param bound servers that no placement can do without
     * @param boundMethod how that is known
     * @param gap (servers - bound) / bound; null if tasks have no place
     */
    public record BusiestMoment(
            double atSeconds,
            int tasks,
            int unplaced,
            int serversBefore,
            int servers,
            BigDecimal bound,
            String boundMethod,
            @Nullable Double gap) {}

    /**
     * A figure that the answer rests on.
     *
     * @param what the figure in words, with unit
     * @param value as used
     * @param kind how it came about
     * @param source who or what says so
     */
    public record Assumption(String what, String value, Kind kind, String source) {
        /** How a figure came about. */
        public enum Kind {
            /** Recorded by the system that a trace is of. */
            MEASURED,
            /** As a file of the user says; whether it was measured, nobody knows. */
            GIVEN,
            /** In a paper, price list or data sheet. */
            PUBLISHED,
            /** Derived from measured or published figures. */
            ESTIMATED,
            /** Taken because nobody said otherwise, or as the user wrote it. */
            ASSUMED
        }
    }

    /**
     * Where the answer comes from.
     *
     * @param product name
     * @param version of the product
     * @param inputs scenario, workload and catalogue, each with what identifies it
     * @param runs simulations behind the answer
     */
    public record Provenance(String product, String version, Map<String, String> inputs, int runs) {
        public Provenance {
            inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        }
    }

    public CapacityPlan {
        servers = List.copyOf(servers);
        objective = List.copyOf(objective);
        curve = List.copyOf(curve);
        otherwise = List.copyOf(otherwise);
        clouds = List.copyOf(clouds);
        policies = Collections.unmodifiableMap(new LinkedHashMap<>(policies));
        assumptions = List.copyOf(assumptions);
        notes = List.copyOf(notes);
    }

    /** The same as the last of several days. */
    public CapacityPlan with(Purchases ofAll, @Nullable MixAnswer ofLast, List<String> more) {
        return new CapacityPlan(
                formatVersion,
                name,
                servers,
                objective,
                met,
                lowerBound,
                gap,
                confidence,
                curve,
                otherwise,
                cost,
                clouds,
                sharing,
                ofLast,
                ofAll,
                survival,
                placement,
                workload,
                policies,
                seed,
                assumptions,
                more,
                provenance);
    }
}
