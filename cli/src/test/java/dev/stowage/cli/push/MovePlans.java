package dev.stowage.cli.push;

import dev.stowage.packing.placement.PlacementPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plans for nodes n1 to n4 of four cores, and pods of a core and a GiB. */
public final class MovePlans {
    private MovePlans() {}

    /**
     * Pods that stay as {@code workload node}, or {@code workload node -} if it has no place, and
     * moves as {@code workload from to step}, with {@code stopped} behind if they are.
     */
    public static PlacementPlan of(List<String> staying, String... moves) {
        List<PlacementPlan.Item> items = new ArrayList<>();
        List<PlacementPlan.Move> steps = new ArrayList<>();
        Map<String, Integer> replicas = new TreeMap<>();
        for (String text : staying) {
            String[] words = text.split(" ", -1);
            items.add(item(words, replicas, words.length - 1));
        }
        for (String text : moves) {
            String[] words = text.split(" ", -1);
            PlacementPlan.Item item = item(words, replicas, 2);
            items.add(item);
            steps.add(
                    new PlacementPlan.Move(
                            Integer.parseInt(words[3]),
                            item.name(),
                            words[1],
                            words[2],
                            0,
                            false,
                            words.length > 4));
        }
        List<PlacementPlan.Server> servers =
                List.of("n1", "n2", "n3", "n4").stream()
                        .map(
                                name ->
                                        SamplePlacements.server(
                                                name,
                                                SamplePlacements.vector(4_000, 65_536),
                                                items.stream()
                                                        .anyMatch(i -> name.equals(i.server()))))
                        .toList();
        List<PlacementPlan.Service> services =
                replicas.entrySet().stream()
                        .filter(each -> each.getKey().contains("/Deployment/"))
                        .map(
                                each ->
                                        new PlacementPlan.Service(
                                                each.getKey(),
                                                each.getValue(),
                                                SamplePlacements.vector(1_000, 1_024),
                                                null,
                                                null,
                                                2_000_000_000,
                                                null))
                        .toList();
        PlacementPlan plain = SamplePlacements.plan(servers, services, items);
        return new PlacementPlan(
                plain.formatVersion(),
                plain.name(),
                plain.resources(),
                servers,
                services,
                items,
                List.of(),
                steps,
                plain.result(),
                List.of(),
                Map.of());
    }

    private static PlacementPlan.Item item(
            String[] words, Map<String, Integer> replicas, int server) {
        int number = replicas.merge(words[0], 1, Integer::sum) - 1;
        return new PlacementPlan.Item(
                words[0] + "/" + number,
                words[0],
                SamplePlacements.vector(1_000, 1_024),
                words[server].equals("-") ? null : words[server],
                words[1],
                false,
                0,
                "",
                null);
    }
}
