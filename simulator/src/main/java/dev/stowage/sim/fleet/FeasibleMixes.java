package dev.stowage.sim.fleet;

import dev.stowage.model.node.NodeParameter;
import dev.stowage.model.node.ServiceProfile;
import dev.stowage.policy.PolicySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The mixes of replicas that one server holds under a manager, at every step of a run: mixes of
 * more replicas are only looked at where all their parts are held.
 *
 * <p>Frontiers are kept by what is on the server: the profiles, in order. Cost: one look at a
 * frontier for each mix and each point of its grid that some step comes to and no other one covers.
 * Not thread-safe.
 */
final class FeasibleMixes {
    private final FleetSpec spec;
    private final PolicySpec manager;
    private final MixFrontier.Terms terms;
    private final Map<List<ServiceProfile>, MixFrontier> frontiers = new HashMap<>();
    private final Set<List<Integer>> missed = new HashSet<>();

    FeasibleMixes(FleetSpec spec, PolicySpec manager, MixFrontier.Terms terms) {
        this.spec = spec;
        this.manager = manager;
        this.terms = terms;
    }

    /**
     * All mixes that are held and are no part of a larger one, as replicas of each service.
     *
     * @param headroom by which all loads are multiplied, at least 1
     */
    List<int[]> largest(double headroom) {
        int most =
                Math.min(
                        spec.mostTenants(),
                        Math.min(
                                spec.node().whole(NodeParameter.CORES),
                                spec.node().whole(NodeParameter.WAYS)));
        int[] replicas = spec.replicas();
        Set<List<Integer>> held = new LinkedHashSet<>();
        held.add(zeros(replicas.length));
        Set<List<Integer>> inLarger = new HashSet<>();
        List<int[]> largest = new ArrayList<>();
        for (int size = 1; size <= most && !held.isEmpty(); size++) {
            Set<List<Integer>> next = new LinkedHashSet<>();
            for (List<Integer> smaller : held) {
                for (int service = 0; service < replicas.length; service++) {
                    List<Integer> mix = with(smaller, service, 1);
                    if (mix.get(service) <= replicas[service]
                            && !next.contains(mix)
                            && areHeld(parts(mix), held)
                            && holds(mix, headroom)) {
                        next.add(mix);
                        inLarger.addAll(parts(mix));
                    }
                }
            }
            held.stream()
                    .filter(mix -> !inLarger.contains(mix) && !isEmpty(mix))
                    .map(FeasibleMixes::array)
                    .forEach(largest::add);
            held = next;
        }
        held.stream().map(FeasibleMixes::array).forEach(largest::add);
        return largest;
    }

    /** From now on a mix is not held, nor is any that has all of it. */
    void drop(int[] mix) {
        missed.add(Arrays.stream(mix).boxed().toList());
    }

    /** True if a service alone is held. */
    boolean holdsAlone(int service, double headroom) {
        return holds(with(zeros(spec.services().size()), service, 1), headroom);
    }

    private boolean holds(List<Integer> mix, double headroom) {
        if (missed.contains(mix)) {
            return false;
        }
        int[] services = services(mix);
        MixFrontier frontier = frontier(services);
        Set<List<Double>> loads = new LinkedHashSet<>();
        for (int step = 0; step < spec.steps(); step++) {
            List<Double> each = new ArrayList<>(services.length);
            for (int service : services) {
                each.add(headroom * spec.load(service, step));
            }
            loads.add(each);
        }
        return highest(loads).stream().allMatch(frontier::holds);
    }

    /** Those that no other one covers, the largest sum first. */
    private List<double[]> highest(Set<List<Double>> loads) {
        List<double[]> all = new ArrayList<>();
        for (List<Double> each : loads) {
            all.add(
                    each.stream()
                            .mapToDouble(load -> Math.ceil(load * terms.gridSteps() - 1e-9))
                            .map(point -> point / terms.gridSteps())
                            .toArray());
        }
        all.sort((a, b) -> Double.compare(Arrays.stream(b).sum(), Arrays.stream(a).sum()));
        List<double[]> highest = new ArrayList<>();
        for (double[] each : all) {
            if (highest.stream().noneMatch(other -> covers(other, each))) {
                highest.add(each);
            }
        }
        return highest;
    }

    private static boolean covers(double[] larger, double[] smaller) {
        for (int i = 0; i < larger.length; i++) {
            if (larger[i] < smaller[i]) {
                return false;
            }
        }
        return true;
    }

    private MixFrontier frontier(int[] services) {
        List<ServiceProfile> profiles =
                Arrays.stream(services).mapToObj(s -> spec.services().get(s).profile()).toList();
        return frontiers.computeIfAbsent(
                profiles, key -> new MixFrontier(spec.node(), key, spec.batch(), manager, terms));
    }

    /** Points of all frontiers that were computed. */
    int points() {
        return frontiers.values().stream().mapToInt(MixFrontier::points).sum();
    }

    /** The services of a mix, each as often as it is in it. */
    private static int[] services(List<Integer> mix) {
        List<Integer> services = new ArrayList<>();
        for (int service = 0; service < mix.size(); service++) {
            for (int copy = 0; copy < mix.get(service); copy++) {
                services.add(service);
            }
        }
        return array(services);
    }

    /** A mix without one replica, of each service in it. */
    private static List<List<Integer>> parts(List<Integer> mix) {
        List<List<Integer>> parts = new ArrayList<>();
        for (int service = 0; service < mix.size(); service++) {
            if (mix.get(service) > 0) {
                parts.add(with(mix, service, -1));
            }
        }
        return parts;
    }

    private static boolean areHeld(List<List<Integer>> parts, Set<List<Integer>> held) {
        return held.containsAll(parts);
    }

    private static List<Integer> with(List<Integer> mix, int service, int more) {
        List<Integer> changed = new ArrayList<>(mix);
        changed.set(service, mix.get(service) + more);
        return List.copyOf(changed);
    }

    private static boolean isEmpty(List<Integer> mix) {
        return mix.stream().allMatch(each -> each == 0);
    }

    private static List<Integer> zeros(int size) {
        return Collections.nCopies(size, 0);
    }

    private static int[] array(List<Integer> mix) {
        return mix.stream().mapToInt(Integer::intValue).toArray();
    }
}
