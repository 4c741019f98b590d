package dev.stowage.workflow.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.stowage.json.Json;
import dev.stowage.packing.AmountText;
import dev.stowage.packing.PackingResource;
import dev.stowage.packing.placement.PackRequest;
import dev.stowage.packing.placement.PlacementPlan;
import dev.stowage.packing.placement.PlacementPlan.Server;
import dev.stowage.words.Amounts;
import dev.stowage.workflow.plan.JsonDifference.Change;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A placement for a comparison: amounts by resource and in human units, costs with their unit, and
 * what was asked beside what came of it.
 */
final class PlacementDocument {
    private static final Set<String> LISTS = Set.of("services", "items");

    private static final Set<String> AMOUNTS =
            Set.of("capacity", "request", "requestBefore", "limit", "demand");

    /** What stands among the figures and was asked. */
    private static final List<String> ASKED = List.of("maxMoves", "seed");

    private static final String OF_COST =
            "result\\.((cost|costBefore|startCost)(Usd)?|gap|bound\\..*)";

    private static final Pattern FROM = Pattern.compile("items\\..*\\.from");

    private static final List<String> COSTS = List.of("cost", "costBefore", "startCost");

    /** Digits of a share that stays free: usable amounts are whole ones. */
    private static final int SHARE_DECIMALS = 5;

    private PlacementDocument() {}

    static JsonNode of(PlacementPlan plan) {
        ObjectNode root = Json.mapper().valueToTree(plan);
        for (Map.Entry<String, JsonNode> list : root.properties()) {
            if (LISTS.contains(list.getKey())) {
                list.getValue().forEach(each -> inUnits((ObjectNode) each, plan.resources()));
            }
        }
        boolean isPriced = plan.result().costUnit().equals(PackRequest.USD_A_MONTH);
        ObjectNode result = Json.mapper().valueToTree(plan.result());
        ASKED.forEach(key -> root.set(key, result.remove(key)));
        if (isPriced) {
            ObjectNode bound = Json.mapper().valueToTree(plan.result().bound());
            rename(bound, "value", "valueUsd");
            result.set("bound", bound);
            COSTS.forEach(key -> rename(result, key, key + "Usd"));
        }
        root.set("result", result);
        ArrayNode servers = Json.mapper().createArrayNode();
        plan.servers().forEach(each -> servers.add(server(each, plan.resources(), isPriced)));
        root.set("servers", servers);
        return root;
    }

    /** True if it matters where items run today: moves are limited, or items are pinned. */
    static boolean isBound(PlacementPlan plan) {
        return plan.result().maxMoves() != null
                || plan.items().stream().anyMatch(PlacementPlan.Item::isPinned);
    }

    private static ObjectNode server(
            Server server, List<PackingResource> resources, boolean isPriced) {
        ObjectNode node = Json.mapper().valueToTree(server);
        inUnits(node, resources);
        node.remove("usable");
        node.set("headroom", headroom(server, resources));
        if (isPriced) {
            rename(node, "cost", "monthlyUsd");
        } else {
            node.remove("cost");
        }
        return node;
    }

    private static void rename(ObjectNode node, String from, String to) {
        ObjectNode all = node.deepCopy();
        node.removeAll();
        all.properties()
                .forEach(e -> node.set(e.getKey().equals(from) ? to : e.getKey(), e.getValue()));
    }

    /** What is kept free: one share, or a text where it differs by resource. */
    private static JsonNode headroom(Server server, List<PackingResource> resources) {
        Map<String, BigDecimal> shares = new LinkedHashMap<>();
        for (int r = 0; r < resources.size(); r++) {
            long all = server.capacity().get(r);
            if (all > 0) {
                shares.put(
                        resources.get(r).name(),
                        BigDecimal.valueOf(all - server.usable().get(r))
                                .divide(
                                        BigDecimal.valueOf(all),
                                        SHARE_DECIMALS,
                                        RoundingMode.HALF_EVEN)
                                .stripTrailingZeros());
            }
        }
        boolean isOne = shares.values().stream().distinct().count() == 1;
        return isOne
                ? DecimalNode.valueOf(shares.values().iterator().next())
                : TextNode.valueOf(
                        shares.entrySet().stream()
                                .map(e -> e.getKey() + " " + share(e.getValue()))
                                .collect(Collectors.joining(", ")));
    }

    private static String share(BigDecimal share) {
        return Amounts.share(share.doubleValue());
    }

    private static void inUnits(ObjectNode node, List<PackingResource> resources) {
        for (Map.Entry<String, JsonNode> each : List.copyOf(node.properties())) {
            JsonNode amounts = each.getValue();
            if (AMOUNTS.contains(each.getKey()) && amounts.isArray()) {
                ObjectNode byName = node.putObject(each.getKey());
                Iterator<JsonNode> amount = amounts.iterator();
                for (PackingResource resource : resources) {
                    byName.put(
                            resource.name(), AmountText.asked(resource, amount.next().longValue()));
                }
            }
        }
    }

    /**
     * Without what only follows: demands of items whose service asks for something else, costs
     * where they are counted in another unit; and where items run today, if that binds nothing and
     * something else changed.
     *
     * @param isBound true if moves are limited, or items pinned, in one of the placements
     */
    static List<Change> withoutConsequences(List<Change> changes, boolean isBound) {
        Set<String> paths = changes.stream().map(Change::path).collect(Collectors.toSet());
        boolean isOtherUnit = paths.contains("result.costUnit");
        boolean isOtherRequest = paths.stream().anyMatch(p -> p.matches("services\\..*request.*"));
        boolean isFromEnough =
                isBound
                        || changes.stream()
                                .map(Change::path)
                                .filter(p -> ResultKind.PLACEMENT.cause.matcher(p).matches())
                                .allMatch(p -> FROM.matcher(p).matches());
        return changes.stream()
                .filter(c -> isFromEnough || !FROM.matcher(c.path()).matches())
                .filter(c -> !isOtherRequest || !c.path().matches("items\\..*\\.demand\\..*"))
                .filter(c -> !isOtherUnit || !c.path().matches(OF_COST))
                .toList();
    }
}
