package dev.stowage.rightsizing;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackingProblem;
import dev.stowage.packing.ResourceVector;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is to be packed, with new requests: items ask for what their service is sized to. */
public final class SizedRequests {
    private final PackRequest request;
    private final SizedDimensions at;
    private final Map<String, SizedService> sized = new HashMap<>();

    private SizedRequests(PackRequest request, RightSizing sizing) {
        this.request = request;
        at = SizedDimensions.of(request.problem().resources());
        sizing.services().forEach(service -> sized.put(service.name(), service));
    }

    /**
     * The request with the sizes of its services. Where items run now stays where migration starts.
     *
     * @param inputs what the sizes rest on, by name
     */
    public static PackRequest of(
            PackRequest request, RightSizing sizing, Map<String, String> inputs) {
        return new SizedRequests(request, sizing).request(inputs);
    }

    private PackRequest request(Map<String, String> more) {
        PackingProblem problem = request.problem();
        List<PackItem> items = new ArrayList<>();
        for (int i = 0; i < problem.items().size(); i++) {
            items.add(item(problem.items().get(i), sized.get(request.serviceOf().get(i))));
        }
        Map<String, String> inputs = new LinkedHashMap<>(request.inputs());
        inputs.putAll(more);
        return new PackRequest(
                request.name(),
                new PackingProblem(problem.resources(), problem.servers(), items, problem.rules()),
                request.services().stream().map(this::service).toList(),
                request.classes(),
                request.serviceOf(),
                request.places(),
                request.costUnit(),
                request.downtimeSeconds(),
                inputs,
                request.notes());
    }

    private PackItem item(PackItem item, @Nullable SizedService service) {
        return service == null || !service.isSized()
                ? item
                : new PackItem(
                        item.name(),
                        resized(item.demand(), service),
                        item.current(),
                        item.isPinned(),
                        item.moveBytes(),
                        item.predicates());
    }

    /** Replicas that differ get the same; a resource that isn't sized stays as each has it. */
    private ResourceVector resized(ResourceVector demand, SizedService service) {
        long[] amounts = demand.toArray();
        amounts[at.cpu()] = service.cpu().isSized() ? service.cpu().after() : amounts[at.cpu()];
        amounts[at.memory()] =
                service.memory().isSized() ? service.memory().after() : amounts[at.memory()];
        return ResourceVector.of(amounts);
    }

    private PlacementPlan.Service service(PlacementPlan.Service service) {
        SizedService size = sized.get(service.name());
        if (size == null) {
            return service;
        }
        ResourceVector before = service.requestBefore();
        return new PlacementPlan.Service(
                service.name(),
                service.replicas(),
                resized(service.request(), size),
                before == null && size.isChanged() ? service.request() : before,
                limit(service, size),
                service.priority(),
                size.evidence());
    }

    /**
     * Memory gets a limit, CPU keeps one if it had one: memory can't be taken back, and what a
     * replica uses of an idle CPU harms nobody. Neither gets below what it was.
     */
    private @Nullable ResourceVector limit(PlacementPlan.Service service, SizedService size) {
        ResourceVector now = service.limit();
        Long memory = size.memoryLimit();
        if (now == null && memory == null) {
            return null;
        }
        long[] limit = now == null ? new long[service.request().size()] : now.toArray();
        if (limit[at.cpu()] > 0) {
            limit[at.cpu()] = Math.max(limit[at.cpu()], size.cpu().after());
        }
        if (memory != null) {
            limit[at.memory()] = Math.max(limit[at.memory()], memory);
        } else if (limit[at.memory()] > 0) {
            limit[at.memory()] = Math.max(limit[at.memory()], size.memory().after());
        }
        return ResourceVector.of(limit);
    }
}
