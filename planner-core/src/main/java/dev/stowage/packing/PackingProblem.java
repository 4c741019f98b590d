package dev.stowage.packing;

import java.util.List;

/**
 * Items to place on servers. Whether it can be solved is not checked here.
 *
 * @param resources dimensions, at least one
 * @param servers at least one; by number from 0
 * @param items by number from 0
 * @param rules between items
 */
public record PackingProblem(
        List<PackingResource> resources,
        List<PackServer> servers,
        List<PackItem> items,
        List<PackRule> rules) {
    public PackingProblem {
        resources = List.copyOf(resources);
        servers = List.copyOf(servers);
        items = List.copyOf(items);
        rules = List.copyOf(rules);
        if (resources.isEmpty() || servers.isEmpty()) {
            throw new IllegalArgumentException("a problem without resources or without servers");
        }
        for (PackServer server : servers) {
            requireSize(server.name(), server.capacity(), resources.size());
        }
        for (PackItem item : items) {
            requireSize(item.name(), item.demand(), resources.size());
            if (item.current().isPresent() && item.current().getAsInt() >= servers.size()) {
                throw new IllegalArgumentException(
                        "item " + item.name() + " runs on server " + item.current().getAsInt());
            }
        }
        for (PackRule rule : rules) {
            if (rule.items().get(rule.items().size() - 1) >= items.size()) {
                throw new IllegalArgumentException("rule " + rule.name() + " names no such item");
            }
        }
    }

    private static void requireSize(String name, ResourceVector amounts, int resources) {
        if (amounts.size() != resources) {
            throw new IllegalArgumentException(
                    name + " has " + amounts.size() + " amounts, expected " + resources);
        }
    }
}
