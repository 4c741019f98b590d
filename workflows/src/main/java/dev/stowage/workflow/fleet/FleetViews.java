package dev.stowage.workflow.fleet;

import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.scenario.fleet.FleetScenario;
import dev.stowage.sim.fleet.Assumption;
import dev.stowage.sim.fleet.FleetPlacement;
import dev.stowage.sim.fleet.FleetRun;
import dev.stowage.sim.fleet.FleetSearch;
import dev.stowage.sim.fleet.FleetSearch.Found;
import dev.stowage.sim.fleet.FleetSimulation;
import dev.stowage.sim.fleet.FleetSpec;
import dev.stowage.stats.output.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
                mixes(own.placement()),
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

    private List<FleetManagerView.Mix> mixes(@Nullable FleetPlacement placement) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        if (placement != null) {
            FleetSimulation.mixes(scenario.spec(), placement)
                    .forEach(each -> counts.merge(each, 1, Integer::sum));
        }
        return counts.entrySet().stream()
                .map(each -> new FleetManagerView.Mix(each.getKey(), each.getValue()))
                .toList();
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
