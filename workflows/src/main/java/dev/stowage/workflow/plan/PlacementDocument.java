package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.json.Json;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A placement for a comparison: amounts by resource and in human units, and of what follows from
 * something else only that.
 */
final class PlacementDocument {
    private static final Set<String> LISTS = Set.of("servers", "services", "items");

    private static final Set<String> AMOUNTS =
            Set.of("capacity", "usable", "request", "requestBefore", "limit", "demand");

    private static final String COSTS =
            "servers\\..*\\.cost|result\\.(cost|costBefore|startCost|gap|bound\\..*)";

    private PlacementDocument() {}

    static JsonNode of(PlacementPlan plan) {
        ObjectNode root = Json.mapper().valueToTree(plan);
        for (Map.Entry<String, JsonNode> list : root.properties()) {
            if (LISTS.contains(list.getKey())) {
                list.getValue().forEach(each -> inUnits((ObjectNode) each, plan.resources()));
            }
        }
        return root;
    }

    private static void inUnits(ObjectNode node, List<PackingResource> resources) {
        for (Map.Entry<String, JsonNode> each : List.copyOf(node.properties())) {
            JsonNode amounts = each.getValue();
            if (AMOUNTS.contains(each.getKey()) && amounts.isArray()) {
                ObjectNode byName = node.putObject(each.getKey());
                for (int r = 0; r < resources.size(); r++) {
                    PackingResource resource = resources.get(r);
                    byName.put(
                            resource.name(),
                            AmountText.asked(resource, amounts.get(r).longValue()));
                }
            }
        }
    }

    /**
     * Without what only follows: usable amounts where the size of the server changed, demands of
     * items whose service asks for something else, costs where they are counted in another unit.
     */
    static List<Change> withoutConsequences(List<Change> changes) {
        Set<String> paths = changes.stream().map(Change::path).collect(Collectors.toSet());
        boolean isOtherUnit = paths.contains("result.costUnit");
        boolean isOtherRequest = paths.stream().anyMatch(p -> p.matches("services\\..*request.*"));
        return changes.stream()
                .filter(
                        c ->
                                !paths.contains(c.path().replace(".usable.", ".capacity."))
                                        || !c.path().contains(".usable."))
                .filter(c -> !isOtherRequest || !c.path().matches("items\\..*\\.demand\\..*"))
                .filter(c -> !isOtherUnit || !c.path().matches(COSTS))
                .toList();
    }
}
