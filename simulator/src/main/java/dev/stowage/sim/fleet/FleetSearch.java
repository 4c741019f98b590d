package dev.stowage.sim.fleet;

import dev.stowage.plan.FewestClaim;
import dev.stowage.policy.PolicySpec;
import dev.stowage.stats.output.Reliability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fewest servers on which a manager keeps every target: first as few as the frontiers of its
 * mixes allow, then every server run for the whole time, and servers added, with more head-room on
 * each, until the runs hold.
 */
public final class FleetSearch {
    private final FleetSpec spec;
    private final Terms terms;

    /**
     * How to search.
     *
     * @param gridSteps points of a frontier up to the largest load
     * @param replications runs of every server that a number is judged on
     * @param claim what is to be claimed of other runs
     * @param seed root of all random numbers
     * @param threads never change the answer
     */
    public record Terms(
            int gridSteps, int replications, Reliability claim, long seed, int threads) {}

    /**
     * What was found of one manager.
     *
     * @param claim the number, and the runs that it was judged on; null if a service is not held by
     *     one server, or nothing is searched
     * @param byFrontier servers that the frontiers say; null if a service is not held
     * @param placementBound no placement on mixes within the frontiers has fewer; null so
     * @param placement on the servers that were found, or on those of the frontiers; null so
     * @param runs of that placement, one a replication
     * @param notHeld services that one server does not hold even alone, by number
     * @param points of frontiers that were computed
     */
    public record Found(
            @Nullable FewestClaim claim,
            @Nullable Integer byFrontier,
            @Nullable Integer placementBound,
            @Nullable FleetPlacement placement,
            List<FleetRun> runs,
            List<Integer> notHeld,
            int points) {
        public Found {
            runs = List.copyOf(runs);
            notHeld = List.copyOf(notHeld);
        }
    }

    public FleetSearch(FleetSpec spec, Terms terms) {
        this.spec = spec;
        this.terms = terms;
    }

    /** Servers that no manager can do without; empty where nothing is known. */
    public OptionalInt bound() {
        return FleetBound.of(spec);
    }

    /** The fewest servers under a manager. */
    public Found fewest(PolicySpec manager) {
        FleetPlanner planner = planner(spec, manager);
        Optional<FleetPlanner.Fewest> first = planner.fewest(1);
        if (first.isEmpty()) {
            return new Found(
                    null, null, null, null, List.of(), planner.notHeld(), planner.points());
        }
        int least = first.get().placement().count();
        int most = IntStream.of(spec.replicas()).sum();
        Runs runs = new Runs(planner, manager, least);
        FewestClaim extra =
                FewestClaim.search(
                        runs::holds,
                        true,
                        new FewestClaim.Terms(
                                most - least + 1,
                                terms.replications(),
                                terms.claim(),
                                terms.threads()));
        Integer more = extra.servers();
        FleetPlacement placement = runs.placement(more == null ? extra.most() : more);
        return new Found(
                shifted(extra, least - 1),
                least,
                first.get().bound(),
                placement,
                runs.of(placement),
                List.of(),
                planner.points());
    }

    private FleetPlanner planner(FleetSpec of, PolicySpec manager) {
        return new FleetPlanner(
                of,
                manager,
                new MixFrontier.Terms(terms.gridSteps(), 1, of.violatedShare(), terms.seed()));
    }

    /**
     * Servers by the frontiers and a run of each mix if an assumption is off by a factor.
     *
     * @return null if a service is then not held by one server
     */
    public @Nullable Integer ifOff(PolicySpec manager, Assumption assumption, double factor) {
        Optional<FleetPlanner.Fewest> found =
                switch (assumption) {
                    case INTERFERENCE ->
                            planner(Assumption.disturbed(spec, factor), manager).fewest(1);
                    case LOAD ->
                            Assumption.loaded(spec, factor)
                                    .flatMap(each -> planner(each, manager).fewest(1));
                };
        return found.map(each -> each.placement().count()).orElse(null);
    }

    /** Replicas by their requests, on servers that nobody manages: no target is looked at. */
    public Found byRequests(PolicySpec manager) {
        RequestPacking.Packed packed = RequestPacking.of(spec);
        List<FleetRun> runs =
                IntStream.range(0, terms.replications())
                        .parallel()
                        .mapToObj(
                                i ->
                                        FleetSimulation.run(
                                                spec, packed.placement(), manager, terms.seed(), i))
                        .toList();
        return new Found(
                null,
                packed.placement().count(),
                packed.bound(),
                packed.placement(),
                runs,
                List.of(),
                0);
    }

    /** How many of some runs held. */
    public int held(List<FleetRun> runs) {
        return (int) runs.stream().filter(run -> FleetSimulation.holds(spec, run)).count();
    }

    private static FewestClaim shifted(FewestClaim extra, int by) {
        Integer servers = extra.servers();
        return new FewestClaim(
                servers == null ? null : servers + by,
                extra.most() + by,
                extra.exact(),
                extra.replications(),
                extra.held(),
                extra.heldOnOneLess(),
                extra.fresh(),
                extra.share(),
                extra.confidence());
    }

    /** Runs by number of servers and replication, each made once. */
    private final class Runs {
        private final FleetPlanner planner;
        private final PolicySpec manager;
        private final int least;
        private final Map<List<Object>, FleetRun> known = new ConcurrentHashMap<>();

        Runs(FleetPlanner planner, PolicySpec manager, int least) {
            this.planner = planner;
            this.manager = manager;
            this.least = least;
        }

        /** The placement on the least number of servers and some more. */
        synchronized FleetPlacement placement(int extra) {
            return planner.on(least - 1 + extra).orElseThrow();
        }

        boolean holds(int extra, int replication) {
            return FleetSimulation.holds(spec, run(placement(extra), replication));
        }

        List<FleetRun> of(FleetPlacement placement) {
            List<FleetRun> all = new ArrayList<>();
            for (int i = 0; i < terms.replications(); i++) {
                all.add(run(placement, i));
            }
            return all;
        }

        private FleetRun run(FleetPlacement placement, int replication) {
            return known.computeIfAbsent(
                    List.of(placement, replication),
                    key ->
                            FleetSimulation.run(
                                    spec, placement, manager, terms.seed(), replication));
        }
    }
}
