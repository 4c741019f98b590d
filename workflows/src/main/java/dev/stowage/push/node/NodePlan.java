package dev.stowage.push.node;

import dev.stowage.basis.InputException;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.push.object.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a placement wants of one server: a slice for each service on it, for all of the service's
 * replicas there together. An item of no service has a slice of its own.
 */
public final class NodePlan {
    private static final long MICROS = 1_000_000;

    private final PlacementPlan plan;
    private final PlacementPlan.Server server;
    private final NodeOptions options;
    private final List<String> notices = new ArrayList<>();

    /**
     * How a plan is written for a node.
     *
     * @param limits which of {@code cpu}, {@code memory}, {@code io}, {@code cpuset}
     * @param isPinned true if services with whole cores get CPUs of their own
     */
    record NodeOptions(List<String> limits, boolean isPinned) {}

    public NodePlan(PlacementPlan plan, PlacementPlan.Server server, NodeOptions options) {
        this.plan = plan;
        this.server = server;
        this.options = options;
    }

    /**
     * A server of a plan.
     *
     * @throws InputException if the plan has none of that name
     */
    static PlacementPlan.Server server(PlacementPlan plan, String name, Path file) {
        return plan.servers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                InputException.at(
                                        "--server",
                                        name,
                                        "a server of "
                                                + file
                                                + ": "
                                                + plan.servers().stream()
                                                        .map(PlacementPlan.Server::name)
                                                        .limit(10)
                                                        .collect(Collectors.joining(", ")),
                                        "Without --server it is the name of this host."));
    }

    /** The slices, by name of the service. */
    public List<SliceLimits> slices() {
        Map<String, List<PlacementPlan.Item>> byService = new LinkedHashMap<>();
        plan.items().stream()
                .filter(each -> server.name().equals(each.server()))
                .sorted(Comparator.comparing(NodePlan::owner))
                .forEach(
                        each ->
                                byService
                                        .computeIfAbsent(owner(each), key -> new ArrayList<>())
                                        .add(each));
        List<String> pods = byService.keySet().stream().filter(Workload::isNamed).toList();
        if (!pods.isEmpty()) {
            pods.forEach(byService::remove);
            notices.add(
                    pods.size()
                            + " Kubernetes workloads are left out: the kubelet sets their limits;"
                            + " use --target kubernetes");
        }
        List<SliceLimits> slices = new ArrayList<>();
        byService.forEach((name, items) -> slices.add(slice(name, items)));
        return options.isPinned() ? pinned(slices) : slices;
    }

    /** What was left out. Complete after {@link #slices}. */
    public List<String> notices() {
        return notices;
    }

    private static String owner(PlacementPlan.Item item) {
        return item.service() == null ? item.name() : item.service();
    }

    private SliceLimits slice(String name, List<PlacementPlan.Item> items) {
        Optional<PlacementPlan.Service> service =
                plan.services().stream().filter(each -> each.name().equals(name)).findFirst();
        ResourceVector requests =
                items.stream()
                        .map(PlacementPlan.Item::demand)
                        .reduce(ResourceVector::plus)
                        .orElseThrow();
        ResourceVector limit = service.map(PlacementPlan.Service::limit).orElse(null);
        SliceLimits.Builder slice = new SliceLimits.Builder(name);
        amount(PackingResource.CPU, requests).ifPresent(micros -> slice.requestMicroCores(micros));
        if (options.limits().contains("cpu")) {
            amount(PackingResource.CPU, requests).ifPresent(slice::weight);
            amount(PackingResource.CPU, limit)
                    .filter(l -> l > 0)
                    .ifPresent(l -> slice.quota(l * items.size()));
        }
        if (options.limits().contains("memory")) {
            amount(PackingResource.MEMORY, requests).ifPresent(slice::protectedBytes);
            amount(PackingResource.MEMORY, limit)
                    .filter(l -> l > 0)
                    .ifPresent(l -> slice.mostBytes(l * items.size()));
        }
        if (options.limits().contains("io")) {
            service.ifPresent(each -> ioWeight(each).ifPresent(slice::ioWeight));
        }
        amount(PackingResource.NETWORK, requests)
                .filter(bits -> bits > 0)
                .ifPresent(
                        bits ->
                                notices.add(
                                        name
                                                + ": network is not limited: cgroup v2 has no network"
                                                + " controller, it takes tc or BPF"));
        return slice.build();
    }

    private Optional<Long> amount(PackingResource resource, @Nullable ResourceVector amounts) {
        int index =
                plan.resources().stream()
                        .map(PackingResource::name)
                        .toList()
                        .indexOf(resource.name());
        return amounts == null || index < 0 ? Optional.empty() : Optional.of(amounts.get(index));
    }

    /** 100 for the lowest priority in the plan, 100 more for each higher one; none if all alike. */
    private Optional<Integer> ioWeight(PlacementPlan.Service service) {
        TreeSet<Integer> priorities =
                plan.services().stream()
                        .map(PlacementPlan.Service::priority)
                        .collect(Collectors.toCollection(TreeSet::new));
        return priorities.size() == 1
                ? Optional.empty()
                : Optional.of(
                        Math.min(
                                SliceLimits.MOST_WEIGHT,
                                100 * (1 + priorities.headSet(service.priority()).size())));
    }

    /** Services of whole cores get the first CPUs, each its own; the others share the rest. */
    private List<SliceLimits> pinned(List<SliceLimits> slices) {
        Predicate<SliceLimits> isWhole =
                each -> each.requestMicroCores() > 0 && each.requestMicroCores() % MICROS == 0;
        long cores = amount(PackingResource.CPU, server.capacity()).orElse(0L) / MICROS;
        List<SliceLimits> pinned = new ArrayList<>();
        long next = 0;
        for (SliceLimits slice : slices) {
            if (isWhole.test(slice)) {
                long count = slice.requestMicroCores() / MICROS;
                pinned.add(slice.on(range(next, next + count - 1)));
                next += count;
            }
        }
        for (SliceLimits slice : slices) {
            if (!isWhole.test(slice)) {
                if (next >= cores) {
                    throw InputException.at(
                            "--pin",
                            "no CPU of server " + server.name() + " left for " + slice.service(),
                            "at least one for services without whole cores",
                            "Leave out --pin.");
                }
                pinned.add(slice.on(range(next, cores - 1)));
            }
        }
        return pinned;
    }

    private static String range(long first, long last) {
        return first == last ? Long.toString(first) : first + "-" + last;
    }
}
