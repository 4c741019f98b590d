package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Orders in which servers are opened: what a server gives for its cost, seen in several ways. */
public final class ServerOrders {
    /** Kinds of servers up to which the cheapest mix of them is worked out. */
    private static final int MOST_KINDS = 2_000;

    private final PackModel model;
    private final double[] weight;

    /** Number of the resource of which the largest part is asked for. */
    private final int scarcest;

    public ServerOrders(PackModel model) {
        this.model = model;
        this.weight = new double[model.resources];
        int most = 0;
        double largestPart = -1;
        for (int r = 0; r < weight.length; r++) {
            double asked = 0;
            double there = 0;
            for (int u = 0; u < model.units; u++) {
                asked += model.demand[u * weight.length + r];
            }
            for (int s = 0; s < model.servers; s++) {
                there += model.usable[s * weight.length + r];
            }
            // what is scarce counts; per unit of the resource, so that all have the same unit
            weight[r] = there == 0 ? 0 : asked / there / there;
            if (weight[r] * there > largestPart) {
                largestPart = weight[r] * there;
                most = r;
            }
        }
        this.scarcest = most;
    }

    /** Different orders, the most promising first. */
    List<int[]> all() {
        List<int[]> orders = new ArrayList<>();
        if (model.kinds > 1 && model.kinds <= MOST_KINDS) {
            add(orders, new ServerMix(model).order(cheapest()));
        }
        add(orders, cheapest());
        add(orders, by(s -> perCost(s, scarcest(s))));
        add(orders, by(this::total));
        add(orders, by(s -> -model.cost[s]));
        return orders;
    }

    /** Those with the most for their cost first. */
    public int[] cheapest() {
        return by(s -> perCost(s, total(s)));
    }

    private static void add(List<int[]> orders, int[] order) {
        if (orders.stream().noneMatch(o -> java.util.Arrays.equals(o, order))) {
            orders.add(order);
        }
    }

    private int[] by(java.util.function.IntToDoubleFunction worth) {
        double[] worths = IntStream.range(0, model.servers).mapToDouble(worth).toArray();
        return IntStream.range(0, model.servers)
                .boxed()
                .sorted(
                        Comparator.comparingDouble((Integer s) -> -worths[s])
                                .thenComparingInt(s -> model.kindOf[s])
                                .thenComparingInt(s -> s))
                .mapToInt(s -> s)
                .toArray();
    }

    private double perCost(int server, double worth) {
        return model.cost[server] == 0 ? Double.MAX_VALUE : worth / model.cost[server];
    }

    private double total(int server) {
        double sum = 0;
        for (int r = 0; r < weight.length; r++) {
            sum += weight[r] * model.usable[server * weight.length + r];
        }
        return sum;
    }

    /** What it has of the resource that is scarcest overall. */
    private double scarcest(int server) {
        return weight[scarcest] * model.usable[server * weight.length + scarcest];
    }
}
