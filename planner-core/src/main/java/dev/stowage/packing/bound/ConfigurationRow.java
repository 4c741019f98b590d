package dev.stowage.packing.bound;

import dev.stowage.packing.heuristic.Budget;
import dev.stowage.packing.heuristic.Construction;
import dev.stowage.packing.model.PackModel;
import dev.stowage.packing.model.PackState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The row whose worths of items are the prices of the configuration programme: how often each set
 * of items that fits on a server is used. Sets are found as they are needed (P. C. Gilmore and R.
 * E. Gomory, 1961); whatever the prices are when it ends, the row is right, because the most that
 * items on a server are worth is worked out exactly, or above.
 */
final class ConfigurationRow {
    /** Different items, and kinds of servers, up to which it is tried. */
    private static final int MOST_TYPES = 130;

    private static final int MOST_KINDS = 4;
    private static final int MOST_ROUNDS = 120;

    /** Loads that were too many to look at, after which it gives up. */
    private static final int MOST_CUT_SHORT = 3;

    /** Work of the linear programme for each configuration and item, in looks. */
    private static final long LOOKS_A_PRICE = 100;

    /** Worth of what costs as much as the dearest server. */
    private static final double SCALE = 1e7;

    private final PackModel model;
    private final BoundProgramme programme;
    private final int[] typeOf;
    private final long[][] demand;
    private final int[] copies;
    private final int[] example;
    private final int[] size;
    private final double dearest;

    private ConfigurationRow(PackModel model, BoundProgramme programme, int[] typeOf, int types) {
        this.model = model;
        this.programme = programme;
        this.typeOf = typeOf;
        this.demand = new long[types][];
        this.copies = new int[types];
        for (int unit = 0; unit < model.units; unit++) {
            int at = unit * model.resources;
            demand[typeOf[unit]] = Arrays.copyOfRange(model.demand, at, at + model.resources);
            copies[typeOf[unit]]++;
        }
        this.example = new int[model.kinds];
        this.size = new int[model.kinds];
        for (int server = 0; server < model.servers; server++) {
            example[model.kindOf[server]] = server;
            size[model.kindOf[server]]++;
        }
        this.dearest = Math.max(1, Arrays.stream(model.cost).max().orElse(1));
    }

    /** The row, or null where there are too many different items or kinds of servers. */
    static @Nullable BoundRow of(
            PackModel model,
            BoundProgramme programme,
            List<Construction.Start> starts,
            Budget budget) {
        Map<List<Object>, Integer> known = new LinkedHashMap<>();
        int[] typeOf = new int[model.units];
        for (int unit = 0; unit < typeOf.length; unit++) {
            int at = unit * model.resources;
            long[] amounts = Arrays.copyOfRange(model.demand, at, at + model.resources);
            List<Object> key =
                    List.of(
                            Arrays.stream(amounts).boxed().toList(),
                            model.allowed[unit],
                            model.pin[unit]);
            typeOf[unit] = known.computeIfAbsent(key, k -> known.size());
        }
        boolean isSmall = known.size() <= MOST_TYPES && model.kinds <= MOST_KINDS;
        return isSmall && !known.isEmpty()
                ? new ConfigurationRow(model, programme, typeOf, known.size()).best(starts, budget)
                : null;
    }

    /** A set of items on a server of a kind. */
    private record Configuration(int kind, List<Integer> copies) {}

    private @Nullable BoundRow best(List<Construction.Start> starts, Budget budget) {
        Set<Configuration> known = new HashSet<>();
        List<Configuration> all = new ArrayList<>();
        starts.forEach(s -> fromStart(s.state()).forEach(c -> addNew(c, known, all)));
        WorthiestLoad[] loads =
                IntStream.range(0, model.kinds)
                        .mapToObj(k -> new WorthiestLoad(demand, mayHold(k), usable(k)))
                        .toArray(WorthiestLoad[]::new);
        BoundRow best = null;
        int cutShort = 0;
        for (int round = 0; round < MOST_ROUNDS && !budget.isGone(Construction.PART, 0); round++) {
            long[] worth = prices(all);
            budget.spend(LOOKS_A_PRICE * all.size() * worth.length);
            long need = 0;
            for (int type = 0; type < worth.length; type++) {
                need += worth[type] * copies[type];
            }
            long[] value = new long[model.kinds];
            boolean isNew = false;
            for (int kind = 0; kind < value.length; kind++) {
                value[kind] = loads[kind].most(worth);
                budget.spend(loads[kind].nodes());
                cutShort += loads[kind].isCutShort() ? 1 : 0;
                List<Integer> load = Arrays.stream(loads[kind].load()).boxed().toList();
                isNew |= addNew(new Configuration(kind, load), known, all);
            }
            BoundRow row = new BoundRow("configurations", need, value);
            if (row.isUseful() && (best == null || programme.alone(row) > programme.alone(best))) {
                best = row;
            }
            if (!isNew || cutShort > MOST_CUT_SHORT) {
                return best;
            }
        }
        return best;
    }

    private static boolean addNew(
            Configuration one, Set<Configuration> known, List<Configuration> all) {
        return known.add(one) && all.add(one);
    }

    private int[] mayHold(int kind) {
        int[] there = new int[copies.length];
        for (int unit = 0; unit < typeOf.length; unit++) {
            int pin = model.pin[unit];
            boolean may =
                    pin == PackModel.NONE
                            ? model.allowed[unit].get(example[kind])
                            : model.kindOf[pin] == kind;
            there[typeOf[unit]] += may ? 1 : 0;
        }
        return there;
    }

    private long[] usable(int kind) {
        int at = example[kind] * model.resources;
        return Arrays.copyOfRange(model.usable, at, at + model.resources);
    }

    private List<Configuration> fromStart(PackState state) {
        List<Configuration> found = new ArrayList<>();
        for (int server = 0; server < model.servers; server++) {
            if (state.count[server] > 0) {
                int[] load = new int[copies.length];
                int unit = state.first[server];
                while (unit != PackModel.NONE) {
                    load[typeOf[unit]]++;
                    unit = state.next[unit];
                }
                found.add(
                        new Configuration(
                                model.kindOf[server], Arrays.stream(load).boxed().toList()));
            }
        }
        return found;
    }

    /** The prices at which no known configuration is worth more than it costs. */
    private long[] prices(List<Configuration> all) {
        ExpressionsBasedModel dual = new ExpressionsBasedModel();
        dual.options.time_abort = Long.MAX_VALUE;
        dual.options.time_suffice = Long.MAX_VALUE;
        Variable[] price = new Variable[copies.length];
        for (int type = 0; type < price.length; type++) {
            price[type] = dual.newVariable("p" + type).lower(0).upper(1).weight(copies[type]);
        }
        Variable[] scarce = new Variable[model.kinds];
        for (int kind = 0; kind < scarce.length; kind++) {
            scarce[kind] = dual.newVariable("s" + kind).lower(0).upper(1).weight(-size[kind]);
        }
        for (int i = 0; i < all.size(); i++) {
            Configuration one = all.get(i);
            double cost = model.cost[example[one.kind]] / dearest;
            Expression limit = dual.newExpression("c" + i).upper(cost);
            limit.set(scarce[one.kind], -1);
            for (int type = 0; type < price.length; type++) {
                if (one.copies.get(type) > 0) {
                    limit.set(price[type], one.copies.get(type));
                }
            }
        }
        Optimisation.Result result = dual.maximise();
        long[] worth = new long[price.length];
        if (result.getState().isFeasible()) {
            for (int type = 0; type < worth.length; type++) {
                worth[type] = (long) (Math.max(0, Math.min(2, result.doubleValue(type))) * SCALE);
            }
        }
        return worth;
    }
}
