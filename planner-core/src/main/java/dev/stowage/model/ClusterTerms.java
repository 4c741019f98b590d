package dev.stowage.model;

import dev.stowage.basis.Check;
import dev.stowage.basis.InputException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How constraints and attributes say what a live cluster has besides CPU, memory, GPUs and labels:
 * {@code resource example.com/fpga=4} of a server, {@code resource example.com/fpga>=2} of a task,
 * and {@code stays: volume!=true} of a task that can't be told where else it may run. As plain
 * predicates they are necessary conditions: a server that has too little of it in all, or none,
 * will not do. Who adds up demands, as packing does, reads the amounts.
 */
public final class ClusterTerms {
    /** Tasks that a server takes, by Kubernetes' name for it; each task is one. */
    public static final String PODS = "pods";

    private static final String RESOURCE = "resource ";
    private static final String STAYS = "stays: ";

    private ClusterTerms() {}

    /** That a server has an amount of a resource, in its smallest unit. */
    public static AttributePredicate there(String resource, long amount) {
        return predicate(RESOURCE + resource, AttributePredicate.Operator.EQUAL, amount);
    }

    /** That a task asks for an amount of a resource, in its smallest unit. */
    public static AttributePredicate asked(String resource, long amount) {
        return predicate(RESOURCE + resource, AttributePredicate.Operator.GREATER_OR_EQUAL, amount);
    }

    private static AttributePredicate predicate(
            String name, AttributePredicate.Operator operator, long amount) {
        return new AttributePredicate(
                name, operator, Long.toString(Check.notNegative("amount", amount)));
    }

    /** That a task stays where it runs; holds on every server. */
    public static AttributePredicate stays(String reason) {
        return new AttributePredicate(
                STAYS + reason, AttributePredicate.Operator.NOT_EQUAL, "true");
    }

    /** That a task takes one of the tasks that a server takes, where the server says how many. */
    public static PlacementConstraints onePod() {
        return new PlacementConstraints(List.of(asked(PODS, 1)), false, false);
    }

    /** The part of constraints that asks for resources by name. */
    public static PlacementConstraints resources(PlacementConstraints constraints) {
        return new PlacementConstraints(
                constraints.predicates().stream().filter(ClusterTerms::isResource).toList(),
                false,
                false);
    }

    /** True if a demand is for one of {@link #PODS} on a server that doesn't limit them. */
    static boolean isUnlimited(AttributePredicate demand, Map<String, String> attributes) {
        return isResource(demand)
                && demand.name().equals(RESOURCE + PODS)
                && !attributes.containsKey(demand.name());
    }

    /** Amounts that a task asks for, by resource. */
    public static SortedMap<String, Long> asked(Collection<AttributePredicate> predicates) {
        SortedMap<String, Long> asked = new TreeMap<>();
        for (AttributePredicate each : predicates) {
            if (isResource(each)) {
                asked.put(each.name().substring(RESOURCE.length()), Long.valueOf(each.value()));
            }
        }
        return asked;
    }

    /**
     * Amounts that a server has, by resource.
     *
     * @throws InputException if an amount is no whole number
     */
    public static SortedMap<String, Long> there(Map<String, String> attributes) {
        SortedMap<String, Long> there = new TreeMap<>();
        attributes.forEach(
                (name, value) -> {
                    if (name.startsWith(RESOURCE)) {
                        there.put(name.substring(RESOURCE.length()), amount(name, value));
                    }
                });
        return there;
    }

    private static long amount(String name, String value) {
        if (!value.matches("[0-9]{1,18}")) {
            throw InputException.at(
                    "attribute \"" + name + "\"",
                    value,
                    "a whole number of at most 18 digits, in its smallest unit",
                    null);
        }
        return Long.parseLong(value);
    }

    /** Why a task stays where it runs; empty if it need not. */
    public static List<String> reasonsToStay(Collection<AttributePredicate> predicates) {
        return predicates.stream()
                .filter(each -> each.name().startsWith(STAYS))
                .map(each -> each.name().substring(STAYS.length()))
                .toList();
    }

    /** The predicates that are about labels: neither resources nor reasons to stay. */
    public static List<AttributePredicate> labels(Collection<AttributePredicate> predicates) {
        return predicates.stream()
                .filter(each -> !isResource(each) && !each.name().startsWith(STAYS))
                .toList();
    }

    private static boolean isResource(AttributePredicate each) {
        return each.name().startsWith(RESOURCE)
                && each.operator() == AttributePredicate.Operator.GREATER_OR_EQUAL;
    }
}
