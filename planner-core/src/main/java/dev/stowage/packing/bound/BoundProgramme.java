package dev.stowage.packing.bound;

import dev.stowage.packing.CostBound;
import dev.stowage.packing.model.PackModel;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The cheapest numbers of servers of each kind that hold rows, as a linear programme, and a bound
 * from it that doesn't rest on floating-point arithmetic: its prices of the rows give a bound
 * whatever they are (Lagrange), which is worked out exactly.
 */
public final class BoundProgramme {
    private final PackModel model;

    /** By kind. */
    private final long[] cost;

    private final int[] most;
    private final int[] least;

    /** What all costs are multiples of. */
    private final long unit;

    public BoundProgramme(PackModel model) {
        this.model = model;
        this.cost = new long[model.kinds];
        this.most = new int[model.kinds];
        this.least = new int[model.kinds];
        boolean[] isPinned = new boolean[model.servers];
        for (int pin : model.pin) {
            if (pin != PackModel.NONE) {
                isPinned[pin] = true;
            }
        }
        long common = 0;
        for (int server = 0; server < model.servers; server++) {
            int kind = model.kindOf[server];
            cost[kind] = model.cost[server];
            most[kind]++;
            least[kind] += isPinned[server] ? 1 : 0;
            common = ArithmeticUtils.gcd(model.cost[server], common);
        }
        this.unit = Math.max(1, common);
    }

    /** Roughly what one row costs to hold, in the model's steps. */
    double alone(BoundRow row) {
        double need = row.need();
        double sum = 0;
        for (int kind = 0; kind < cost.length; kind++) {
            sum += (double) least[kind] * cost[kind];
            need -= (double) least[kind] * row.value(kind);
        }
        for (int kind : WholeServers.cheapestFirst(row, cost)) {
            double used = Math.min(most[kind] - least[kind], need / row.value(kind));
            if (used > 0) {
                sum += used * cost[kind];
                need -= used * row.value(kind);
            }
        }
        return sum;
    }

    private boolean hasPinned() {
        return Arrays.stream(least).anyMatch(servers -> servers > 0);
    }

    /** The bound of some rows together. */
    CostBound bound(List<BoundRow> rows) {
        CostBound best =
                of(
                        rows,
                        new double[rows.size()],
                        hasPinned() ? "pinned items" : "nothing costs less than nothing");
        for (BoundRow row : rows) {
            best = best.max(single(row));
        }
        if (model.kinds > 1 && rows.size() > 1) {
            best = best.max(of(rows, prices(rows), "linear programme"));
        }
        OptionalLong whole =
                model.kinds > 1
                        ? new WholeServers(rows, cost, most, least).cost()
                        : OptionalLong.empty();
        return whole.isPresent()
                ? best.max(bound(BigDecimal.valueOf(whole.getAsLong()), "whole servers"))
                : best;
    }

    /** One row, priced by the kind where it stops being held; exact if there is one kind. */
    private CostBound single(BoundRow row) {
        if (model.kinds == 1) {
            long value = row.value(0);
            long count = value == 0 ? 0 : -Math.floorDiv(-row.need(), value);
            return bound(BigDecimal.valueOf(Math.max(count, least[0]) * cost[0]), row.name());
        }
        CostBound best = of(List.of(row), new double[1], row.name());
        double need = row.need();
        for (int kind = 0; kind < cost.length; kind++) {
            need -= (double) least[kind] * row.value(kind);
        }
        for (int kind : WholeServers.cheapestFirst(row, cost)) {
            double room = (most[kind] - least[kind]) * (double) row.value(kind);
            if (room >= need) {
                double price = cost[kind] / (double) row.value(kind) * row.need();
                return best.max(of(List.of(row), new double[] {price}, row.name()));
            }
            need -= room;
        }
        return best;
    }

    /** Prices of the rows, each for all that the row needs; any would do. */
    private double[] prices(List<BoundRow> rows) {
        ExpressionsBasedModel dual = new ExpressionsBasedModel();
        dual.options.time_abort = Long.MAX_VALUE;
        dual.options.time_suffice = Long.MAX_VALUE;
        double scale = IntStream.range(0, cost.length).mapToDouble(k -> cost[k]).max().orElse(1);
        scale = scale == 0 ? 1 : scale;
        Variable[] price = new Variable[rows.size()];
        for (int j = 0; j < price.length; j++) {
            price[j] = dual.newVariable("p" + j).lower(0).weight(1);
        }
        for (int kind = 0; kind < cost.length; kind++) {
            Variable over = dual.newVariable("o" + kind).lower(0).weight(-most[kind]);
            Expression limit = dual.newExpression("k" + kind).upper(cost[kind] / scale);
            limit.set(over, -1);
            if (least[kind] > 0) {
                limit.set(dual.newVariable("u" + kind).lower(0).weight(least[kind]), 1);
            }
            for (int j = 0; j < price.length; j++) {
                limit.set(price[j], rows.get(j).value(kind) / (double) rows.get(j).need());
            }
        }
        Optimisation.Result result = dual.maximise();
        double[] prices = new double[price.length];
        if (result.getState().isFeasible()) {
            for (int j = 0; j < prices.length; j++) {
                double found = result.doubleValue(j) * scale;
                prices[j] = found > 0 && found < 1e300 ? found : 0;
            }
        }
        return prices;
    }

    /**
     * Lagrange's bound, exact: what the rows are worth, and for each kind the number of servers
     * that makes it least.
     */
    private CostBound of(List<BoundRow> rows, double[] prices, String name) {
        BigDecimal[] perNeed = new BigDecimal[prices.length];
        BigDecimal sum = BigDecimal.ZERO;
        for (int j = 0; j < prices.length; j++) {
            double each = prices[j] / rows.get(j).need();
            perNeed[j] = new BigDecimal(each);
            sum = sum.add(perNeed[j].multiply(BigDecimal.valueOf(rows.get(j).need())));
        }
        for (int kind = 0; kind < cost.length; kind++) {
            BigDecimal reduced = BigDecimal.valueOf(cost[kind]);
            for (int j = 0; j < prices.length; j++) {
                BigDecimal value = BigDecimal.valueOf(rows.get(j).value(kind));
                reduced = reduced.subtract(perNeed[j].multiply(value));
            }
            int number = reduced.signum() < 0 ? most[kind] : least[kind];
            sum = sum.add(reduced.multiply(BigDecimal.valueOf(number)));
        }
        return bound(sum, name);
    }

    /** In the unit of the costs, rounded up to the next that sums of costs can be. */
    CostBound bound(BigDecimal steps, String name) {
        BigDecimal units =
                steps.divide(BigDecimal.valueOf(unit), 0, RoundingMode.CEILING)
                        .max(BigDecimal.ZERO);
        return new CostBound(
                units.multiply(BigDecimal.valueOf(unit)).movePointLeft(model.costScale), name);
    }
}
