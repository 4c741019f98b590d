package dev.stowage.workflow.fleet;

import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.policy.node.Allocation;
import dev.stowage.policy.node.NodeResource;
import dev.stowage.scenario.fleet.FleetScenario;
import dev.stowage.sim.fleet.Assumption;
import dev.stowage.sim.fleet.FleetPlacement;
import dev.stowage.sim.fleet.FleetRun;
import dev.stowage.sim.fleet.FleetSearch;
import dev.stowage.sim.fleet.FleetSearch.Found;
import dev.stowage.sim.fleet.FleetSimulation;
import dev.stowage.sim.fleet.FleetSpec;
import dev.stowage.sim.node.NodeSimulation;
import dev.stowage.stats.output.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** From what was found to what {@code fleet.json} says. */
final class FleetViews {
    private static final double HOURS_OF_YEAR = 8766;
    private static final double LEVEL = 0.95;

    private final FleetScenario scenario;
    private final FleetSearch search;
    private final FleetChoice choice;
    private final List<Found> found;
    private final int baseline;
    private final List<List<FleetManagerView.IfOff>> ifOff = new ArrayList<>();

    FleetViews(
            FleetScenario scenario,
            FleetSearch search,
            FleetChoice choice,
            List<Found> found,
            int baseline) {
        this.scenario = scenario;
        this.search = search;
        this.choice = choice;
        this.found = found;
        this.baseline = baseline;
    }

    List<FleetManagerView> all() {
        for (FleetChoice.Asked each : choice.managers()) {
            ifOff.add(each.manager() == null ? List.of() : ifOff(each.manager()));
        }
        List<FleetManagerView> views = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            views.add(view(i));
        }
        return views;
    }

    private List<FleetManagerView.IfOff> ifOff(PolicySpec manager) {
        List<FleetManagerView.IfOff> all = new ArrayList<>();
        for (Assumption each : Assumption.values()) {
            for (double factor : new double[] {each.low(), each.high()}) {
                all.add(
                        new FleetManagerView.IfOff(
                                each.words(), factor, search.ifOff(manager, each, factor)));
            }
        }
        return all;
    }

    private FleetManagerView view(int number) {
        Found own = found.get(number);
        Integer servers = servers(own);
        Integer other = servers(found.get(baseline));
        boolean isCompared = number != baseline && servers != null && other != null;
        double watts = own.runs().isEmpty() ? 0 : mean(own.runs(), FleetRun::watts);
        return new FleetManagerView(
                choice.managers().get(number).spelling(),
                servers,
                own.claim(),
                own.byFrontier(),
                own.placementBound(),
                own.notHeld().stream()
                        .map(each -> scenario.spec().services().get(each).name())
                        .toList(),
                search.held(own.runs()),
                isCompared && servers != null && other != null
                        ? 1 - (double) servers / other
                        : null,
                ifOff.get(number),
                isCompared ? range(number) : null,
                mean(own.runs(), FleetRun::effectiveUtilisation),
                watts,
                number == baseline ? null : paired(own.runs(), found.get(baseline).runs()),
                money(servers, watts),
                mean(own.runs(), FleetRun::batchCores),
                mean(own.runs(), FleetRun::violatedMinutes),
                most(own.runs(), FleetRun::worstReplica),
                most(own.runs(), FleetRun::worstHour),
                mean(own.runs(), FleetRun::changes),
                mean(own.runs(), FleetRun::movesAsked),
                services(own.runs()),
                mixes(choice.managers().get(number), own.placement()),
                hours(own.runs()),
                own.points());
    }

    /** The number that was shown, or that requests say. */
    private static @Nullable Integer servers(Found own) {
        FewestClaim claim = own.claim();
        boolean isByRequests = claim == null && own.notHeld().isEmpty();
        return claim != null ? claim.servers() : isByRequests ? own.byFrontier() : null;
    }

    /** Over the assumptions: what is saved by the frontiers, and by the numbers that were found. */
    private FleetManagerView.@Nullable Range range(int number) {
        Integer other = servers(found.get(baseline));
        Integer own = servers(found.get(number));
        if (other == null || own == null) {
            return null;
        }
        double least = 1 - (double) own / other;
        double most = least;
        for (int i = 0; i < ifOff.get(number).size(); i++) {
            Integer then = ifOff.get(number).get(i).servers();
            List<FleetManagerView.IfOff> ofBaseline = ifOff.get(baseline);
            Integer against = ofBaseline.isEmpty() ? other : ofBaseline.get(i).servers();
            if (then == null || against == null) {
                return new FleetManagerView.Range(null, most);
            }
            least = Math.min(least, 1 - (double) then / against);
            most = Math.max(most, 1 - (double) then / against);
        }
        return new FleetManagerView.Range(least, most);
    }

    private static FleetManagerView.@Nullable Paired paired(
            List<FleetRun> runs, List<FleetRun> of) {
        if (runs.isEmpty() || of.isEmpty()) {
            return null;
        }
        Difference difference =
                Difference.paired(
                        runs.stream().mapToDouble(FleetRun::watts).toArray(),
                        of.stream().mapToDouble(FleetRun::watts).toArray(),
                        LEVEL);
        return new FleetManagerView.Paired(
                difference.mean(),
                difference.differences().lower(),
                difference.differences().upper());
    }

    private @Nullable Double money(@Nullable Integer servers, double watts) {
        FleetScenario.Money money = scenario.money();
        return money == null || servers == null
                ? null
                : servers * money.serverPerYear() + watts / 1000 * HOURS_OF_YEAR * money.perKwh();
    }

    private List<FleetManagerView.ServiceView> services(List<FleetRun> runs) {
        List<FleetManagerView.ServiceView> views = new ArrayList<>();
        List<FleetSpec.Service> services = scenario.spec().services();
        for (int i = 0; !runs.isEmpty() && i < services.size(); i++) {
            int each = i;
            views.add(
                    new FleetManagerView.ServiceView(
                            services.get(i).name(),
                            mean(runs, run -> run.services().get(each).violatedMinutes()),
                            most(runs, run -> run.services().get(each).worstReplica())));
        }
        return views;
    }

    private List<FleetManagerView.Mix> mixes(
            FleetChoice.Asked manager, @Nullable FleetPlacement placement) {
        if (placement == null) {
            return List.of();
        }
        FleetSpec spec = scenario.spec();
        List<String> names = FleetSimulation.mixes(spec, placement);
        Map<String, int[]> counts = new LinkedHashMap<>();
        Map<String, Integer> servers = new LinkedHashMap<>();
        for (int server = 0; server < placement.count(); server++) {
            counts.putIfAbsent(names.get(server), placement.servers().get(server));
            servers.merge(names.get(server), 1, Integer::sum);
        }
        List<FleetManagerView.Mix> mixes = new ArrayList<>();
        counts.forEach(
                (name, replicas) ->
                        mixes.add(
                                new FleetManagerView.Mix(
                                        name,
                                        Objects.requireNonNull(servers.get(name)),
                                        start(manager, replicas))));
        return mixes;
    }

    private FleetManagerView.Start start(FleetChoice.Asked manager, int[] replicas) {
        FleetSpec spec = scenario.spec();
        Allocation start =
                new NodeSimulation(spec.server(replicas)).start(manager.runs(), choice.seed(), 0);
        List<FleetManagerView.Started> started = new ArrayList<>();
        for (int service = 0; service < replicas.length; service++) {
            for (int copy = 0; copy < replicas[service]; copy++) {
                int owner = started.size();
                started.add(
                        new FleetManagerView.Started(
                                spec.services().get(service).name(),
                                start.isInPool(owner) ? null : units(start, owner)));
            }
        }
        return new FleetManagerView.Start(started, units(start, Allocation.POOL));
    }

    private FleetManagerView.Units units(Allocation start, int owner) {
        return new FleetManagerView.Units(
                start.units(NodeResource.CORES, owner),
                start.units(NodeResource.WAYS, owner),
                start.units(NodeResource.MEMORY, owner),
                start.units(NodeResource.DISK, owner),
                start.units(NodeResource.NETWORK, owner),
                scenario.spec().node().frequenciesGhz().get(start.level(owner)));
    }

    private static List<FleetManagerView.Hour> hours(List<FleetRun> runs) {
        List<FleetManagerView.Hour> hours = new ArrayList<>();
        for (int i = 0; !runs.isEmpty() && i < runs.get(0).hours().size(); i++) {
            FleetRun.Hour hour = runs.get(0).hours().get(i);
            hours.add(
                    new FleetManagerView.Hour(
                            i, hour.violatedShare(), hour.effectiveUtilisation(), hour.watts()));
        }
        return hours;
    }

    private static double mean(List<FleetRun> runs, ToDoubleFunction<FleetRun> of) {
        return runs.isEmpty() ? 0 : runs.stream().mapToDouble(of).sum() / runs.size();
    }

    private static double most(List<FleetRun> runs, ToDoubleFunction<FleetRun> of) {
        return runs.stream().mapToDouble(of).max().orElse(0);
    }
}
