package dev.stowage.report.cloud;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.stowage.model.Resources;
import dev.stowage.sim.cloud.DeploymentAlternative.Refusal;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What {@code cloud.json} holds, and what the terminal shows of a comparison of deployments. Its
 * JSON Schema is {@code cloud.schema.json}, which explains each key.
 *
 * @param alternatives the cheapest that holds first
 * @param optimal the least of the compared at each decision; null if nobody asked
 * @param bound the offline optimum, or what it is at least; null if nobody asked
 * @param recommendation the simplest plan that costs little more than the best; null if none fits
 * @param commitments null if nobody asked
 * @param explanation why types were rented or not; null if nobody asked
 */
public record CloudResult(
        int formatVersion,
        Demand demand,
        Catalogue catalogue,
        Filters filters,
        Types types,
        Spec spec,
        List<Alternative> alternatives,
        @JsonInclude(Include.NON_NULL) @Nullable Optimal optimal,
        @JsonInclude(Include.NON_NULL) @Nullable Bound bound,
        @JsonInclude(Include.NON_NULL) @Nullable Recommendation recommendation,
        List<Sensitivity> priceSensitivity,
        Advice advice,
        List<String> notes,
        @JsonInclude(Include.NON_NULL) @Nullable Commitments commitments,
        @JsonInclude(Include.NON_NULL) @Nullable List<Explanation> explanation) {
    public static final int FORMAT_VERSION = 4;

    /** What names the least of the compared policies, among the policies. */
    public static final String OPTIMAL = "optimal";

    /** What names the least that any plan costs. */
    public static final String OFFLINE_OPTIMUM = "offline-optimum";

    /** Name of the file in an output directory. */
    public static final String FILE = "cloud.json";

    /** Cores and GiB. */
    public record Size(double cpu, double memoryGiB) {
        /** Of resources. */
        public static Size of(Resources size) {
            return new Size(size.cores(), size.gib());
        }
    }

    /**
     * What is to be held.
     *
     * @param made how it was made, by name
     * @param levels how often it changes, and once more
     */
    @JsonPropertyOrder({"name", "kind", "made", "seconds", "levels", "mean", "peak"})
    public record Demand(
            String name,
            String kind,
            @JsonAnyGetter @JsonAnySetter @JsonInclude Map<String, Object> made,
            double seconds,
            int levels,
            Size mean,
            Size peak) {}

    /** Whose prices, and how time is charged. */
    public record Catalogue(String name, String quantum, List<Provider> providers) {}

    /** A provider whose prices count. */
    public record Provider(
            String provider,
            String oldestPrice,
            String newestPrice,
            int regions,
            long quantumSeconds,
            long minimumSeconds) {}

    /** Which VMs may be rented. */
    public record Filters(
            List<String> regions,
            List<String> types,
            List<String> families,
            List<String> architectures,
            @JsonInclude(Include.NON_NULL) @Nullable Size minSize,
            @JsonInclude(Include.NON_NULL) @Nullable Size maxSize,
            boolean accelerators,
            boolean sharedCores,
            @JsonInclude(Include.NON_NULL) @Nullable String cpuScoreBaseline,
            String pricing,
            Size overhead,
            int zones) {}

    /** How many offers there are, and how many were left out, by reason. */
    public record Types(
            int offers, int dominated, int customFamilies, Map<String, Integer> leftOut) {}

    /** What all alternatives have in common. */
    public record Spec(
            long decisionSeconds,
            long horizonSeconds,
            long bootSeconds,
            long maxShortageSeconds,
            double stateGiB,
            @Nullable BigDecimal egressUsdPerGiB,
            double savingsThreshold,
            double interruptionsPerHour,
            boolean interruptionsByType,
            long seed,
            Limits limits) {}

    /** What a plan has to be like; null where there is no limit. */
    public record Limits(
            @JsonInclude(Include.NON_NULL) @Nullable String home,
            double headRoom,
            double maxShortageDepth,
            long minHoldSeconds,
            @JsonInclude(Include.NON_NULL) @Nullable Integer maxTypes,
            @JsonInclude(Include.NON_NULL) @Nullable Integer maxChangesPerDay) {}

    /** A policy on one choice of places. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
    @JsonSubTypes({@JsonSubTypes.Type(Possible.class), @JsonSubTypes.Type(Impossible.class)})
    public sealed interface Alternative {
        String policy();

        String providers();
    }

    /** One that can't hold the demand. */
    public record Impossible(
            int rank,
            String policy,
            String providers,
            @JsonProperty("isPossible") boolean isPossible,
            boolean holds,
            Refusal refusal)
            implements Alternative {}

    /**
     * One that can.
     *
     * @param holds true if there is too little for no longer, and by no more, than allowed
     * @param fits true if it holds, with no more types and changes than allowed
     * @param mostVms VMs of all types that work at the same time, at most
     * @param gapToBound how far it is above the bound; null without a bound
     */
    public record Possible(
            int rank,
            String policy,
            String providers,
            @JsonProperty("isPossible") boolean isPossible,
            boolean holds,
            boolean fits,
            double usd,
            double listUsd,
            VmHours vmHours,
            Unused unused,
            int types,
            long mostVms,
            int changes,
            int mostChangesInADay,
            int moves,
            int providerSwitches,
            int interruptions,
            long underProvisionedSeconds,
            double mostMissing,
            double egressUsd,
            List<Share> mix,
            @JsonInclude(Include.NON_NULL) @Nullable Double gapToBound)
            implements Alternative {}

    /** Hours of VMs that were paid for. */
    public record VmHours(double bought, double used, double idle) {}

    /** Shares of what was rented that the demand left unused. */
    public record Unused(double cpu, double memory) {}

    /** VMs of a type at a place. */
    public record Share(
            String provider,
            String region,
            String type,
            String pricing,
            BigDecimal usdPerHour,
            long started,
            long most,
            double vmHours,
            double usd) {}

    /**
     * The simplest plan that costs at most {@code within} more than the best.
     *
     * @param steps the cheapest plan of so many types or fewer, up to the best
     */
    public record Recommendation(Step simplest, Step best, double within, List<Step> steps) {}

    /**
     * A plan and how simple it is.
     *
     * @param aboveBest share by which it costs more than the best
     */
    public record Step(
            String policy,
            String providers,
            double usd,
            double aboveBest,
            int types,
            int changes,
            int moves) {}

    /** The least of the compared at each decision. */
    public record Optimal(double usd) {}

    /** The offline optimum, or what it is at least; and for plans that decide only so often. */
    public record Bound(
            double usd,
            @JsonProperty("isExact") boolean isExact,
            double decidedUsd,
            String method) {}

    /** What another price would change. */
    public record Sensitivity(
            String change, double share, String effect, @JsonProperty("isExact") boolean isExact) {}

    /** Whether to go from one alternative to another. */
    public record Advice(Place from, Place to, double saving, double threshold, boolean stay) {}

    /** An alternative and its cost. */
    public record Place(String policy, String providers, double usd) {}

    /** How many VMs to commit to for a term, if the demand repeats through it. */
    public record Commitments(
            int termMonths, Best best, List<BreakEvenOf> breakEven, List<String> caveats) {}

    /**
     * The commitments that cost least.
     *
     * @param billUsd of the bill with them
     * @param onDemandUsd without them, at the same place
     */
    public record Best(
            BigDecimal billUsd,
            String provider,
            String region,
            double usd,
            double onDemandUsd,
            double boundUsd,
            double gapToBound,
            boolean searchCut,
            List<Line> lines) {}

    /** So many VMs of a type under a commitment. */
    public record Line(
            String provider,
            String region,
            String type,
            String commitment,
            int count,
            BigDecimal usdPerHour) {}

    /** The share of the time from which on a commitment pays. */
    public record BreakEvenOf(
            String provider,
            String region,
            String type,
            String commitment,
            double breakEven,
            int count,
            double savedUsd) {}

    /** Why a type was rented or not, at a place. */
    public record Explanation(String provider, String region, String type, String why) {}
}
