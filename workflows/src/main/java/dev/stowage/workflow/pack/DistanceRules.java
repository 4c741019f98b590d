package dev.stowage.workflow.pack;

import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.PackRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules about tasks of a job that must not share a server, or a failure domain. */
public final class DistanceRules {
    private final Map<String, List<Integer>> onServers = new LinkedHashMap<>();
    private final Map<String, List<Integer>> onDomains = new LinkedHashMap<>();

    /**
     * Takes an item in.
     *
     * @param item its number
     * @param job what those that keep a distance have in common
     */
    public void add(int item, String job, PlacementConstraints constraints) {
        if (constraints.differentMachines()) {
            onServers.computeIfAbsent(job, j -> new ArrayList<>()).add(item);
        }
        if (constraints.differentDomains()) {
            onDomains.computeIfAbsent(job, j -> new ArrayList<>()).add(item);
        }
    }

    /** One for each job of which two items keep a distance. */
    public List<PackRule> rules() {
        List<PackRule> rules = new ArrayList<>();
        onServers.forEach((job, items) -> apart(job, items, PackRule.Scope.SERVER, rules));
        onDomains.forEach((job, items) -> apart(job, items, PackRule.Scope.DOMAIN, rules));
        return rules;
    }

    private static void apart(
            String job, List<Integer> items, PackRule.Scope scope, List<PackRule> rules) {
        if (items.size() > 1) {
            rules.add(new PackRule.Spread(job + " apart", items, scope, 1));
        }
    }
}
