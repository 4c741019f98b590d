package dev.stowage.packing.moves;

import dev.stowage.packing.PackItem;
import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What runs where now, by unit and server. Immutable. */
final class Today {
    private static final int NONE = PackModel.NONE;

    final PackModel model;

    /** By unit: where all that runs of it runs; NONE if nothing of it runs, or on two servers. */
    final int[] home;

    /** By unit: how many of its items run. */
    final int[] running;

    /** By server: how many items run there. */
    final int[] items;

    /** By server: true if one of them is pinned. */
    final boolean[] isPinned;

    /** By unit: units with the same number may change places, and run on the same server or not. */
    final int[] alike;

    /** Units by spread rule. */
    final int[][] unitsOf;

    Today(PackModel model) {
        this.model = model;
        this.home = new int[model.units];
        this.running = new int[model.units];
        this.items = new int[model.servers];
        this.isPinned = new boolean[model.servers];
        this.alike = new int[model.units];
        this.unitsOf = new int[model.most.length][];
        Map<List<Object>, Integer> known = new HashMap<>();
        for (int unit = 0; unit < model.units; unit++) {
            count(unit);
            Integer number = known.putIfAbsent(key(unit), unit);
            alike[unit] = number == null ? unit : number;
        }
        for (int rule = 0; rule < unitsOf.length; rule++) {
            int number = rule;
            unitsOf[rule] =
                    IntStream.range(0, model.units)
                            .filter(u -> Arrays.stream(model.rulesOf[u]).anyMatch(r -> r == number))
                            .toArray();
        }
    }

    private void count(int unit) {
        int at = NONE;
        boolean isSplit = false;
        for (int number : model.itemsOf[unit]) {
            PackItem item = model.problem.items().get(number);
            if (item.current().isPresent()) {
                int server = item.current().getAsInt();
                isSplit |= at != NONE && at != server;
                at = server;
                running[unit]++;
                items[server]++;
                isPinned[server] |= item.isPinned();
            }
        }
        home[unit] = isSplit ? NONE : at;
    }

    private List<Object> key(int unit) {
        if (model.pin[unit] != NONE || model.itemsOf[unit].length > 1) {
            return List.of(unit);
        }
        int at = unit * model.resources;
        List<Object> key = new ArrayList<>();
        key.add(home[unit]);
        key.add(model.allowed[unit]);
        key.add(model.groupOf[unit]);
        key.add(list(model.rulesOf[unit]));
        key.add(list(model.weightsOf[unit]));
        key.add(Arrays.stream(model.demand, at, at + model.resources).boxed().toList());
        return key;
    }

    private static List<Integer> list(int[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }
}
