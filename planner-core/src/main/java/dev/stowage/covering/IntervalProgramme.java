package dev.stowage.covering;

import dev.stowage.covering.IntervalCover.Optimum;
import dev.stowage.model.Resources;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Optimisation.State;
import org.ojalgo.optimisation.Variable;
import org.ojalgo.optimisation.integer.IntegerStrategy;
import org.ojalgo.type.context.NumberContext;

/**
 * The interval-covering programme: how many VMs of each type start a charging period at each
 * moment, such that CPU and memory are held at each moment, at the least price. A VM that runs for
 * several periods is several that follow each other.
 *
 * <p>Moments are those decisions that all changes of the demand and the charging period are
 * multiples of; if they are too many, one decision of each stretch of time stands for it, which
 * leaves a bound. Between moments nothing changes, so that starting at one loses nothing.
 */
final class IntervalProgramme {
    /** Moments up to which all rows are kept. */
    private static final int MOST_MOMENTS = 160;

    /** Whole variables up to which an optimum is looked for. */
    private static final int MOST_VARIABLES = 240;

    /** Gap at which an optimum counts as proven; the default of the library is too wide. */
    private static final NumberContext PROVEN = NumberContext.of(14, 10);

    private static final double NANO_USD_HOURS = 1e9;

    private final CoverPool pool;
    private final List<Resources> needs;
    private final int period;
    private final double hoursPerDecision;
    private final int[] moments;
    private final boolean isWhole;

    IntervalProgramme(CoverPool pool, List<Resources> needs, int period, double hoursPerDecision) {
        this.pool = pool;
        this.needs = needs;
        this.period = period;
        this.hoursPerDecision = hoursPerDecision;
        int step = commonStep();
        this.isWhole = needs.size() / step < MOST_MOMENTS;
        this.moments = isWhole ? every(step) : peaks();
    }

    /** The largest number of decisions that all changes and the period are multiples of. */
    private int commonStep() {
        int step = period;
        for (int i = 1; i < needs.size(); i++) {
            if (!needs.get(i).equals(needs.get(i - 1))) {
                step = ArithmeticUtils.gcd(i, step);
            }
        }
        return step;
    }

    private int[] every(int step) {
        int[] all = new int[-Math.floorDiv(-needs.size(), step)];
        for (int i = 0; i < all.length; i++) {
            all[i] = i * step;
        }
        return all;
    }

    /** The decision of each stretch whose demand costs most to hold. */
    private int[] peaks() {
        DualBound bound = pool.bound(pool.items().size() - 1);
        int[] peaks = new int[MOST_MOMENTS];
        for (int stretch = 0; stretch < MOST_MOMENTS; stretch++) {
            int from = (int) ((long) stretch * needs.size() / MOST_MOMENTS);
            int to = (int) ((stretch + 1L) * needs.size() / MOST_MOMENTS);
            double most = -1;
            for (int i = from; i < to; i++) {
                double worth = bound.nanoUsd(needs.get(i).cores(), needs.get(i).gib());
                if (worth > most) {
                    most = worth;
                    peaks[stretch] = i;
                }
            }
        }
        return peaks;
    }

    Optimum solve(int nodes) {
        boolean isInteger =
                isWhole
                        && pool.custom().isEmpty()
                        && pool.items().size() * moments.length <= MOST_VARIABLES;
        if (isInteger) {
            Optimisation.Result whole = model(true, nodes).minimise();
            if (whole.getState() == State.OPTIMAL) {
                double usd = usd(whole.getValue());
                return new Optimum(usd, OptionalDouble.of(usd), "interval-covering programme");
            }
        }
        Optimisation.Result relaxed = model(false, Integer.MAX_VALUE).minimise();
        double usd = relaxed.getState().isOptimal() ? usd(relaxed.getValue()) : 0;
        return new Optimum(usd * (1 - 1e-9), OptionalDouble.empty(), "linear relaxation");
    }

    /** Prices in the programme are in nano USD an hour, each paid for one period. */
    private double usd(double value) {
        return value * period * hoursPerDecision / NANO_USD_HOURS;
    }

    private ExpressionsBasedModel model(boolean isInteger, int iterations) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        model.options.integer(IntegerStrategy.newConfigurable().withGapTolerance(PROVEN));
        model.options.iterations_abort = iterations; // not time: the same result at any load
        model.options.iterations_suffice = iterations;
        model.options.time_abort = Long.MAX_VALUE;
        model.options.time_suffice = Long.MAX_VALUE;
        List<Expression> cpu = new ArrayList<>();
        List<Expression> memory = new ArrayList<>();
        for (int moment : moments) {
            cpu.add(model.newExpression("c" + moment).lower(needs.get(moment).cores()));
            memory.add(model.newExpression("m" + moment).lower(needs.get(moment).gib()));
        }
        for (Column column : columns(isInteger)) {
            for (int start = 0; start < moments.length; start++) {
                Variable variable = model.newVariable(column.name + "@" + start);
                variable.lower(BigDecimal.ZERO).weight(column.nanoUsd).integer(isInteger);
                for (int i = start;
                        i < moments.length && moments[i] < moments[start] + period;
                        i++) {
                    cpu.get(i).set(variable, column.cores);
                    memory.get(i).set(variable, column.gib);
                }
            }
        }
        return model;
    }

    /** A VM, or a core of a custom size with so much memory. */
    private record Column(String name, double cores, double gib, double nanoUsd) {}

    /** All types, or those that fractions are taken of: the corners of the relaxation. */
    private List<Column> columns(boolean isInteger) {
        DualBound bound = pool.bound(pool.items().size() - 1);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < pool.items().size(); i++) {
            CoverItem item = pool.items().get(i);
            double cores = item.provides().cores();
            double gib = item.provides().gib();
            boolean isCorner = bound.nanoUsd(cores, gib) >= item.nanoUsdPerHour() * (1 - 1e-9);
            if (isInteger || isCorner) {
                columns.add(new Column("t" + i, cores, gib, item.nanoUsdPerHour()));
            }
        }
        for (int i = 0; i < pool.custom().size(); i++) {
            columns.add(
                    column("l" + i, pool.custom().get(i), pool.custom().get(i).leastGibPerCore()));
            columns.add(
                    column("h" + i, pool.custom().get(i), pool.custom().get(i).mostGibPerCore()));
        }
        return columns;
    }

    private static Column column(String name, CustomSizes sizes, double gibPerCore) {
        double price = sizes.nanoUsdPerCore() + gibPerCore * sizes.nanoUsdPerGib();
        return new Column(name, 1, gibPerCore, price);
    }
}
