package dev.stowage.covering;

import dev.stowage.covering.IntervalCover.Optimum;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The interval-covering programme: how many VMs of each type start a charging period at each
 * moment, such that CPU and memory are held at each moment, at the least price. A VM that runs for
 * several periods is several that follow each other. Types of several places may be mixed, which
 * leaves a bound; it is the optimum if the best mix is of one place.
 *
 * <p>Moments are the changes of the demand, each followed by whole charging periods: a period that
 * starts elsewhere can start later, at the next change or where the one before it ends. If they are
 * too many, one moment of each stretch of time stands for it, which leaves a bound.
 */
final class IntervalProgramme {
    /** Moments up to which all rows are kept. */
    private static final int MOST_MOMENTS = 160;

    /** Whole variables up to which an optimum is looked for. */
    private static final int MOST_VARIABLES = 240;

    /** By how much a relaxation is lowered: more than the tolerance of the library. */
    private static final double CAUTION = 1e-7;

    private static final double NANO_USD_MICROS = 1e9 * 3.6e9;

    private final List<CoverPool> places;
    private final CoverPool pool;
    private final ServiceDemand demand;
    private final long period;
    private final boolean isWhole;
    private final long[] moments;
    private final Resources[] needs;

    IntervalProgramme(List<CoverPool> places, ServiceDemand demand, long periodMicros) {
        this.places = places;
        this.pool =
                CoverPool.of(
                        places.stream().flatMap(place -> place.items().stream()).toList(),
                        places.stream().flatMap(place -> place.custom().stream()).toList());
        this.demand = demand;
        this.period = periodMicros;
        NavigableSet<Long> all = allMoments();
        this.isWhole = all.size() <= MOST_MOMENTS;
        this.moments = (isWhole ? all : peaks()).stream().mapToLong(Long::longValue).toArray();
        this.needs = new Resources[moments.length];
        int level = 0;
        for (int i = 0; i < moments.length; i++) {
            while (endMicros(level) <= moments[i]) {
                level++;
            }
            needs[i] = demand.at(level);
        }
    }

    private long endMicros(int level) {
        return level + 1 < demand.levels() ? demand.startMicros(level + 1) : demand.endMicros();
    }

    /** All moments, or some more than can be kept. */
    private NavigableSet<Long> allMoments() {
        NavigableSet<Long> all = new TreeSet<>();
        for (int level = 0; level < demand.levels(); level++) {
            for (long at = demand.startMicros(level); at < demand.endMicros(); at += period) {
                all.add(at);
                if (all.size() > MOST_MOMENTS) {
                    return all;
                }
            }
        }
        return all;
    }

    /** The moment of each stretch whose demand costs most to hold. */
    private NavigableSet<Long> peaks() {
        DualBound bound = pool.bound(pool.items().size() - 1);
        NavigableSet<Long> peaks = new TreeSet<>();
        int level = 0;
        for (int stretch = 0; stretch < MOST_MOMENTS; stretch++) {
            long from = Math.round((double) stretch * demand.endMicros() / MOST_MOMENTS);
            long to = Math.round((stretch + 1.0) * demand.endMicros() / MOST_MOMENTS);
            double most = -1;
            long peak = from;
            while (endMicros(level) <= from) {
                level++;
            }
            for (int i = level; i < demand.levels() && demand.startMicros(i) < to; i++) {
                double worth = bound.nanoUsd(demand.at(i).cores(), demand.at(i).gib());
                if (worth > most) {
                    most = worth;
                    peak = Math.max(from, demand.startMicros(i));
                }
            }
            peaks.add(peak);
        }
        return peaks;
    }

    Optimum solve(int nodes) {
        boolean isInteger =
                isWhole
                        && pool.custom().isEmpty()
                        && pool.items().size() * moments.length <= MOST_VARIABLES;
        if (isInteger) {
            return whole(nodes);
        }
        Optimisation.Result relaxed = model(false, new long[0], new long[0]).minimise();
        double usd = relaxed.getState().isOptimal() ? usd(relaxed.getValue()) : 0;
        return new Optimum(
                usd * (1 - CAUTION), OptionalDouble.empty(), "linear relaxation of a programme");
    }

    /** Prices in the programme are in nano USD an hour, each paid for one period. */
    private double usd(double value) {
        return value * period / NANO_USD_MICROS;
    }

    /** The best plan in whole VMs: the optimum if it is proven, and at one place. */
    private Optimum whole(int nodes) {
        long[] prices = new long[pool.items().size() * moments.length];
        long unit = 0;
        for (int i = 0; i < prices.length; i++) {
            prices[i] = pool.items().get(i / moments.length).nanoUsdPerHour();
            unit = ArithmeticUtils.gcd(prices[i], unit);
        }
        WholeSearch.Result found =
                new WholeSearch(prices, unit, this::relaxed, this::holds).solve(nodes);
        Set<CoverItem> used = new HashSet<>();
        for (int i = 0; i < found.counts().length; i++) {
            if (found.counts()[i] > 0) {
                used.add(pool.items().get(i / moments.length));
            }
        }
        boolean isAtOnePlace = places.stream().anyMatch(each -> each.items().containsAll(used));
        double usd = usd((double) found.provenPrice());
        return found.isProven() && isAtOnePlace
                ? new Optimum(usd, OptionalDouble.of(usd), "interval-covering programme")
                : new Optimum(
                        usd * (1 - CAUTION),
                        OptionalDouble.empty(),
                        isAtOnePlace
                                ? "interval-covering programme, not searched to the end"
                                : "interval-covering programme that may mix places");
    }

    private Optional<double[]> relaxed(long[] least, long[] most) {
        Optimisation.Result result = model(true, least, most).minimise();
        if (result.getState() == Optimisation.State.INFEASIBLE) {
            return Optional.empty();
        }
        double[] counts = new double[least.length];
        if (!result.getState().isOptimal()) {
            Arrays.fill(counts, Double.NaN);
            return Optional.of(counts);
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] = result.doubleValue(i);
        }
        return Optional.of(counts);
    }

    /** True if so many starts hold each moment, in whole numbers. */
    private boolean holds(long[] counts) {
        for (int moment = 0; moment < moments.length; moment++) {
            long cpu = 0;
            long memory = 0;
            for (int i = 0; i < counts.length; i++) {
                int start = i % moments.length;
                if (start <= moment && moments[moment] < moments[start] + period) {
                    Resources size = pool.items().get(i / moments.length).provides();
                    cpu += counts[i] * size.cpuMicroCores();
                    memory += counts[i] * size.memoryBytes();
                }
            }
            if (!new Resources(cpu, memory).covers(needs[moment])) {
                return false;
            }
        }
        return true;
    }

    /**
     * The relaxation.
     *
     * @param isAll true for all types, between bounds; false for the corners of the relaxation
     */
    private ExpressionsBasedModel model(boolean isAll, long[] least, long[] most) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        model.options.time_abort = Long.MAX_VALUE; // the same result at any load
        model.options.time_suffice = Long.MAX_VALUE;
        List<Expression> cpu = new ArrayList<>();
        List<Expression> memory = new ArrayList<>();
        for (int i = 0; i < moments.length; i++) {
            cpu.add(model.newExpression("c" + i).lower(needs[i].cores()));
            memory.add(model.newExpression("m" + i).lower(needs[i].gib()));
        }
        for (Column column : columns(isAll)) {
            for (int start = 0; start < moments.length; start++) {
                Variable variable = model.newVariable(column.name + "@" + start);
                variable.lower(BigDecimal.ZERO).weight(column.nanoUsd);
                bound(variable, model.countVariables() - 1, least, most);
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

    private static void bound(Variable variable, int index, long[] least, long[] most) {
        if (index < least.length) {
            variable.lower(least[index]);
            if (most[index] < Integer.MAX_VALUE) {
                variable.upper(most[index]);
            }
        }
    }

    /** A VM, or a core of a custom size with so much memory. */
    private record Column(String name, double cores, double gib, double nanoUsd) {}

    /** All types, or those that fractions are taken of: the corners of the relaxation. */
    private List<Column> columns(boolean isAll) {
        DualBound bound = pool.bound(pool.items().size() - 1);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < pool.items().size(); i++) {
            CoverItem item = pool.items().get(i);
            double cores = item.provides().cores();
            double gib = item.provides().gib();
            boolean isCorner = bound.nanoUsd(cores, gib) >= item.nanoUsdPerHour() * (1 - 1e-9);
            if (isAll || isCorner) {
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
