package dev.stowage.sim.fleet;

import dev.stowage.packing.column.PatternCover;
import dev.stowage.policy.PolicySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Placements on as few servers as the frontiers of a manager and a run of each mix allow, and on
 * more of them with more head-room. Not thread-safe.
 */
final class FleetPlanner {
    private static final long SEARCH_STEPS = 50_000;

    /** By how much all loads may be larger and still fit, ascending. */
    private static final double[] HEADROOMS = {1, 1.05, 1.1, 1.2, 1.3, 1.5, 2};

    private final FleetSpec spec;
    private final PolicySpec manager;
    private final MixFrontier.Terms terms;
    private final FeasibleMixes mixes;
    private final Map<String, Boolean> isHeldInARun = new HashMap<>();
    private final FleetPlacement apart;
    private final Map<Double, Optional<Fewest>> known = new HashMap<>();

    FleetPlanner(FleetSpec spec, PolicySpec manager, MixFrontier.Terms terms) {
        this.spec = spec;
        this.manager = manager;
        this.terms = terms;
        this.mixes = new FeasibleMixes(spec, manager, terms);
        List<int[]> servers = new ArrayList<>();
        for (int service = 0; service < spec.services().size(); service++) {
            int[] alone = new int[spec.services().size()];
            alone[service] = 1;
            servers.addAll(Collections.nCopies(spec.services().get(service).replicas(), alone));
        }
        apart = new FleetPlacement(servers);
    }

    /**
     * The fewest servers.
     *
     * @param bound no placement of these replicas on mixes that were not found to miss has fewer
     */
    record Fewest(FleetPlacement placement, int bound) {}

    /** Empty if a service is not even held alone. */
    Optional<Fewest> fewest(double headroom) {
        return known.computeIfAbsent(headroom, this::search);
    }

    /**
     * The placement on at most so many servers that has the most head-room: each replica alone, if
     * there are as many servers; empty if none fits.
     */
    Optional<FleetPlacement> on(int servers) {
        if (servers >= Arrays.stream(spec.replicas()).sum()) {
            return Optional.of(apart);
        }
        Optional<FleetPlacement> best = Optional.empty();
        for (double headroom : HEADROOMS) {
            Optional<FleetPlacement> next =
                    fewest(headroom).map(Fewest::placement).filter(each -> each.count() <= servers);
            if (next.isEmpty()) {
                return best;
            }
            best = next;
        }
        return best;
    }

    /** Services that one server does not hold even alone, by number. */
    List<Integer> notHeld() {
        List<Integer> found = new ArrayList<>();
        for (int service = 0; service < spec.services().size(); service++) {
            if (!mixes.holdsAlone(service, 1)) {
                found.add(service);
            }
        }
        return found;
    }

    /** Points of frontiers that were computed. */
    int points() {
        return mixes.points();
    }

    /** Plans with the mixes of the frontiers, until a run of each that is used holds, too. */
    private Optional<Fewest> search(double headroom) {
        while (true) {
            for (int service = 0; service < spec.services().size(); service++) {
                if (!mixes.holdsAlone(service, headroom)) {
                    return Optional.empty();
                }
            }
            int[][] patterns = mixes.largest(headroom).toArray(int[][]::new);
            PatternCover.Cover cover = PatternCover.of(patterns, spec.replicas(), SEARCH_STEPS);
            List<int[]> servers = new ArrayList<>();
            boolean isAnyMissed = false;
            for (int pattern = 0; pattern < patterns.length; pattern++) {
                if (cover.times()[pattern] > 0 && !isHeldInARun(patterns[pattern])) {
                    mixes.drop(patterns[pattern]);
                    isAnyMissed = true;
                }
                for (int i = 0; i < cover.times()[pattern]; i++) {
                    servers.add(patterns[pattern].clone());
                }
            }
            if (!isAnyMissed) {
                withoutSurplus(servers);
                return Optional.of(new Fewest(new FleetPlacement(servers), cover.bound()));
            }
        }
    }

    /** By one run of the whole time: what a judged minute of each load does not show. */
    private boolean isHeldInARun(int[] mix) {
        return isHeldInARun.computeIfAbsent(
                Arrays.toString(mix),
                key ->
                        FleetSimulation.holds(
                                spec,
                                FleetSimulation.run(
                                        spec,
                                        new FleetPlacement(List.of(mix)),
                                        manager,
                                        terms.seed(),
                                        0)));
    }

    /** Takes what is held more often than there are replicas from the fullest servers. */
    private void withoutSurplus(List<int[]> servers) {
        for (int service = 0; service < spec.services().size(); service++) {
            int each = service;
            int surplus =
                    servers.stream().mapToInt(s -> s[each]).sum()
                            - spec.services().get(service).replicas();
            for (; surplus > 0; surplus--) {
                int fullest = -1;
                for (int i = 0; i < servers.size(); i++) {
                    boolean isFuller =
                            servers.get(i)[each] > 0
                                    && (fullest < 0
                                            || size(servers.get(i)) > size(servers.get(fullest)));
                    fullest = isFuller ? i : fullest;
                }
                servers.get(fullest)[each]--;
            }
        }
        servers.removeIf(each -> size(each) == 0);
    }

    private static int size(int[] server) {
        return Arrays.stream(server).sum();
    }
}
