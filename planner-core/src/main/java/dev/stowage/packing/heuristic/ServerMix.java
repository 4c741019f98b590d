package dev.stowage.packing.heuristic;

import dev.stowage.packing.model.PackModel;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The cheapest mix of kinds of servers that has enough of each resource in all (a linear
 * programme): which kinds go well together with these items.
 */
final class ServerMix {
    /**
     * By so much of its cost a server that is nothing like the demand counts as dearer: of mixes
     * that cost much the same, the one that is easier to fill.
     */
    private static final double LOPSIDED = 0.01;

    private final PackModel model;

    ServerMix(PackModel model) {
        this.model = model;
    }

    /**
     * An order of the servers: those of the mix first, its kinds in turn, then the others in the
     * order given.
     */
    int[] order(int[] others) {
        double[] count = counts();
        double[] key = new double[model.servers];
        int[] seen = new int[model.kinds];
        int rest = 0;
        for (int server : others) {
            int kind = model.kindOf[server];
            double number = seen[kind]++ + 0.5;
            key[server] = number < count[kind] ? number / count[kind] : 2.0 + rest++;
        }
        return IntStream.range(0, model.servers)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer s) -> key[s]).thenComparingInt(s -> s))
                .mapToInt(s -> s)
                .toArray();
    }

    /** Servers by kind, with fractions; all 0 if there aren't enough. */
    private double[] counts() {
        ExpressionsBasedModel programme = new ExpressionsBasedModel();
        programme.options.time_abort = Long.MAX_VALUE;
        programme.options.time_suffice = Long.MAX_VALUE;
        int resources = model.resources;
        Expression[] rows = new Expression[resources];
        double[] needs = new double[resources];
        for (int r = 0; r < resources; r++) {
            for (int unit = 0; unit < model.units; unit++) {
                needs[r] += model.demand[unit * resources + r];
            }
            rows[r] = programme.newExpression("r" + r).lower(needs[r] == 0 ? 0 : 1);
        }
        int[] size = new int[model.kinds];
        int[] example = new int[model.kinds];
        double dearest = 1;
        for (int server = 0; server < model.servers; server++) {
            size[model.kindOf[server]]++;
            example[model.kindOf[server]] = server;
            dearest = Math.max(dearest, (double) model.cost[server]);
        }
        for (int kind = 0; kind < model.kinds; kind++) {
            Variable number = programme.newVariable("k" + kind).lower(0).upper(size[kind]);
            double most = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int r = 0; r < resources; r++) {
                double has = model.usable[example[kind] * resources + r];
                double part = needs[r] == 0 ? 0 : has / needs[r];
                rows[r].set(number, part);
                most = Math.max(most, part);
                least = needs[r] == 0 ? least : Math.min(least, part);
            }
            double lopsided = most == 0 ? 0 : 1 - least / most;
            number.weight(model.cost[example[kind]] / dearest * (1 + LOPSIDED * lopsided));
        }
        Optimisation.Result result = programme.minimise();
        double[] counts = new double[model.kinds];
        for (int kind = 0; kind < counts.length && result.getState().isFeasible(); kind++) {
            counts[kind] = result.doubleValue(kind);
        }
        return counts;
    }
}
