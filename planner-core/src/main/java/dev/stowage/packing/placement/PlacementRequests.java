package dev.stowage.packing.placement;

import dev.stowage.basis.InputException;
import dev.stowage.model.PlacementConstraints;
import dev.stowage.packing.HeadRoom;
import dev.stowage.packing.PackItem;
import dev.stowage.packing.PackRule;
import dev.stowage.packing.PackServer;
import dev.stowage.packing.PackingProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** An earlier placement as what is to be packed: its items run where it puts them. */
public final class PlacementRequests {
    private PlacementRequests() {}

    /**
     * What an earlier placement holds.
     *
     * @param file for messages
     * @param headRoom share of each server that stays free; null for that of the placement
     * @param downtimeSeconds for which an item is away when it moves
     * @throws InputException if its rules or needs are malformed
     */
    public static PackRequest of(
            Path file, PlacementPlan plan, @Nullable HeadRoom headRoom, double downtimeSeconds) {
        List<PackServer> servers = new ArrayList<>();
        List<PackRequest.Place> places = new ArrayList<>();
        Map<String, Integer> serverNumbers = new HashMap<>();
        for (PlacementPlan.Server server : plan.servers()) {
            serverNumbers.put(server.name(), servers.size());
            servers.add(
                    new PackServer(
                            server.name(),
                            server.type(),
                            server.domain(),
                            server.capacity(),
                            headRoom == null
                                    ? server.usable()
                                    : headRoom.below(server.capacity(), plan.resources()),
                            server.cost(),
                            server.attributes()));
            places.add(new PackRequest.Place(server.exists(), server.provider(), server.region()));
        }
        List<PackItem> items = new ArrayList<>();
        List<@Nullable String> serviceOf = new ArrayList<>();
        Map<String, Integer> itemNumbers = new HashMap<>();
        for (PlacementPlan.Item item : plan.items()) {
            itemNumbers.put(item.name(), items.size());
            items.add(item(file, item, serverNumbers));
            serviceOf.add(item.service());
        }
        return new PackRequest(
                plan.name(),
                new PackingProblem(
                        plan.resources(), servers, items, rules(file, plan, itemNumbers)),
                plan.services(),
                Map.of(),
                serviceOf,
                places,
                plan.result().costUnit(),
                downtimeSeconds,
                Map.of("placement", file.toString()),
                List.of());
    }

    private static PackItem item(
            Path file, PlacementPlan.Item item, Map<String, Integer> serverNumbers) {
        Integer current = item.server() == null ? null : serverNumbers.get(item.server());
        try {
            return new PackItem(
                    item.name(),
                    item.demand(),
                    current == null ? OptionalInt.empty() : OptionalInt.of(current),
                    item.isPinned() && current != null,
                    item.moveBytes(),
                    PlacementConstraints.parse(item.needs()).predicates());
        } catch (IllegalArgumentException e) {
            throw InputException.at(
                            file + ": items." + item.name() + ".needs",
                            "\"" + item.needs() + "\"",
                            "as in arch=x86;cores>8",
                            null)
                    .causedBy(e);
        }
    }

    private static List<PackRule> rules(
            Path file, PlacementPlan plan, Map<String, Integer> itemNumbers) {
        List<PackRule> rules = new ArrayList<>();
        for (PlacementPlan.Rule rule : plan.rules()) {
            List<Integer> items =
                    rule.items().stream().map(name -> itemNumbers.getOrDefault(name, 0)).toList();
            try {
                PackRule.Scope scope = scope(rule.scope());
                rules.add(
                        rule.kind().equals("together")
                                ? new PackRule.Together(rule.name(), items, scope)
                                : new PackRule.Spread(rule.name(), items, scope, rule.most()));
            } catch (IllegalArgumentException e) {
                throw InputException.at(
                                file + ": rules." + rule.name(),
                                rule.kind() + ", " + rule.scope() + ", " + rule.most(),
                                "together or spread (with most from 1 on), server or domain",
                                null)
                        .causedBy(e);
            }
        }
        return rules;
    }

    private static PackRule.Scope scope(String text) {
        return switch (text) {
            case "server" -> PackRule.Scope.SERVER;
            case "domain" -> PackRule.Scope.DOMAIN;
            default -> throw new IllegalArgumentException("scope " + text);
        };
    }
}
