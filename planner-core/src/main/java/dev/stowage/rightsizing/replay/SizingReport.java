package dev.stowage.rightsizing.replay;

import dev.stowage.model.Resources;
import dev.stowage.model.TaskClass;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.bound.PackingBounds;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.rightsizing.HeldOut;
import dev.stowage.rightsizing.RightSizing;
import dev.stowage.rightsizing.SizedDimensions;
import dev.stowage.rightsizing.SizedService;
import dev.stowage.rightsizing.evidence.SizingOptions;
import dev.stowage.rightsizing.evidence.SizingRule;
import dev.stowage.rightsizing.evidence.UseRows;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * New requests and what they rest on: what {@code rightsizing.json} holds, with the same names in
 * the same order.
 *
 * @param formatVersion of {@code rightsizing.json}
 * @param name what was packed
 * @param rule how requests were made
 * @param rows what was read
 * @param spanMicros from the first to the last measurement of all
 * @param before requests of all items together, as they were
 * @param after requests of all items together
 * @param bounds what no placement can cost less than
 * @param services in the order of the placement
 * @param heldOut the check of the rule on the end of each history
 * @param replay measured use on the placement
 * @param verdict what all that comes to
 * @param remedies what was tried because servers are asked for more than they have
 * @param staged what it saves week by week
 */
public record SizingReport(
        int formatVersion,
        String name,
        Rule rule,
        UseRows rows,
        long spanMicros,
        Resources before,
        Resources after,
        Bounds bounds,
        List<SizedService> services,
        HeldOutTotals heldOut,
        ReplayResult replay,
        SizingVerdict verdict,
        List<Remedy> remedies,
        @Nullable StagedSaving staged) {
    /** Version of the form of {@code rightsizing.json}. */
    public static final int FORMAT_VERSION = 3;

    /** Name of the file in a plan's folder. */
    public static final String NAME = "rightsizing.json";

    public SizingReport {
        services = List.copyOf(services);
        remedies = List.copyOf(remedies);
    }

    /** The same with what would be safe, and with what it saves week by week. */
    public SizingReport with(List<Remedy> tried, StagedSaving weeks) {
        return new SizingReport(
                formatVersion,
                name,
                rule,
                rows,
                spanMicros,
                before,
                after,
                bounds,
                services,
                heldOut,
                replay,
                verdict,
                tried,
                weeks);
    }

    /**
     * How requests were made.
     *
     * @param rule for services of a class that has none of its own
     * @param byClass rules by class
     * @param margin on top of a quantile, a share
     * @param floor least request of a replica
     * @param minMeasurements that a service had to have
     * @param minHistoryMicros that its measurements had to span
     * @param minCoverage share of its running time that had to be measured
     * @param keep services whose requests had to stay
     */
    public record Rule(
            SizingRule rule,
            Map<TaskClass, SizingRule> byClass,
            BigDecimal margin,
            Resources floor,
            long minMeasurements,
            long minHistoryMicros,
            double minCoverage,
            List<String> keep) {
        static Rule of(SizingOptions options) {
            return new Rule(
                    options.rule(),
                    new TreeMap<>(options.byClass()),
                    options.margin(),
                    options.floor(),
                    options.minMeasurements(),
                    options.minHistoryMicros(),
                    options.minCoverage(),
                    List.copyOf(options.keep()));
        }
    }

    /**
     * What no placement can cost less than.
     *
     * @param before with requests as they were; null if an item had no server that is large enough
     * @param after with the new ones
     * @param unit as in the placement
     */
    public record Bounds(@Nullable BigDecimal before, BigDecimal after, String unit) {}

    /**
     * The check of the rule, by resource.
     *
     * @param part of each history that was held out
     * @param cpu of CPU
     * @param memory of memory
     * @param placement what the end of the recording makes of a placement by its beginning; null if
     *     no request comes from measured use
     */
    public record HeldOutTotals(
            double part,
            RightSizing.HeldOutTotal cpu,
            RightSizing.HeldOutTotal memory,
            @Nullable HeldOutReplay placement) {}

    /**
     * The report of a placement.
     *
     * @param before what was to be packed, with its requests as they were
     * @param plan the placement with new requests
     * @param heldOut the check of a placement by the beginning of the recording
     */
    public static SizingReport of(
            PackRequest before,
            PlacementPlan plan,
            SizingOptions options,
            RightSizing sizing,
            ReplayResult replay,
            @Nullable HeldOutReplay heldOut) {
        return new SizingReport(
                FORMAT_VERSION,
                plan.name(),
                Rule.of(options),
                sizing.rows(),
                sizing.spanMicros(),
                total(before.problem()),
                total(plan),
                new Bounds(
                        bound(before.problem()),
                        plan.result().bound().value(),
                        plan.result().costUnit()),
                sizing.services(),
                new HeldOutTotals(
                        SizingOptions.HELD_OUT,
                        sizing.heldOut(true),
                        sizing.heldOut(false),
                        heldOut),
                replay,
                SizingVerdict.of(plan, sizing, replay, heldOut),
                List.of(),
                null);
    }

    private static @Nullable BigDecimal bound(PackingProblem problem) {
        Set<ResourceVector> demands =
                problem.items().stream().map(PackItem::demand).collect(Collectors.toSet());
        Set<ResourceVector> sizes =
                problem.servers().stream().map(PackServer::usable).collect(Collectors.toSet());
        return demands.stream().allMatch(d -> sizes.stream().anyMatch(size -> size.covers(d)))
                ? PackingBounds.quick(problem).value()
                : null;
    }

    private static Resources total(PackingProblem problem) {
        SizedDimensions at = SizedDimensions.of(problem.resources());
        return total(at, problem.items().stream().map(PackItem::demand));
    }

    private static Resources total(PlacementPlan plan) {
        SizedDimensions at = SizedDimensions.of(plan.resources());
        return total(at, plan.items().stream().map(PlacementPlan.Item::demand));
    }

    private static Resources total(SizedDimensions at, Stream<ResourceVector> demands) {
        return demands.map(demand -> new Resources(demand.get(at.cpu()), demand.get(at.memory())))
                .reduce(Resources.NONE, Resources::plus);
    }

    /** Services whose use drifts upward. */
    public List<SizedService> rising() {
        return services.stream().filter(SizedService::isRising).toList();
    }

    /** The service whose held-out time was above its requests the most; null if none was. */
    public @Nullable SizedService worst() {
        SizedService worst = null;
        for (SizedService service : services) {
            if (above(service) > (worst == null ? 0 : above(worst))) {
                worst = service;
            }
        }
        return worst;
    }

    /** Share of a service's held-out time above a request, of the worse resource. */
    public static double above(SizedService service) {
        HeldOut cpu = service.cpu().heldOut();
        HeldOut memory = service.memory().heldOut();
        return Math.max(
                cpu == null ? 0 : cpu.aboveShare(), memory == null ? 0 : memory.aboveShare());
    }
}
