package dev.stowage.covering;

import dev.stowage.covering.IntervalCover.Optimum;
import dev.stowage.model.Resources;
import dev.stowage.workload.demand.ServiceDemand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.commons.math3.util.ArithmeticUtils;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Optimisation;
import org.ojalgo.optimisation.Variable;

/**
 * The interval-covering programme: how many VMs of each type start a charging period at each moment
 * and place, and which place holds the demand at each moment, at the least price. A VM that runs
 * for several periods is several that follow each other.
 *
 * <p>The place that holds a moment has its CPU and its memory. And what runs there costs at least
 * the cheapest cover of them: whole VMs imply that, fractions of VMs don't, so the row makes the
 * relaxation tight. In the relaxation places may hold shares of the demand.
 */
final class IntervalProgramme {
    /** Moments, times places, up to which there is a programme. */
    private static final int MOST_MOMENTS = 320;

    /** Whole variables up to which an optimum is looked for. */
    private static final int MOST_VARIABLES = 240;

    /** By how much a relaxation is lowered: more than the tolerance of the library. */
    private static final double CAUTION = 1e-7;

    private static final double NANO_USD_MICROS = 1e9 * 3.6e9;

    private final List<IntervalPlace> places;
    private final IntervalMoments moments;
    private final long period;
    private final boolean isInteger;

    /** By place and moment, what the cheapest cover costs there, nano USD an hour. */
    private final long[][] covers;

    private IntervalProgramme(List<CoverPool> pools, IntervalMoments moments, long periodMicros) {
        this.moments = moments;
        period = periodMicros;
        int types = pools.stream().mapToInt(pool -> pool.items().size()).sum();
        isInteger =
                pools.stream().allMatch(pool -> pool.custom().isEmpty())
                        && types * moments.size() <= MOST_VARIABLES;
        places =
                pools.stream()
                        .map(isInteger ? IntervalPlace::whole : IntervalPlace::fractional)
                        .toList();
        covers = pools.stream().map(this::covers).toArray(long[][]::new);
    }

    /** The programme of a demand; empty if it would be too large. */
    static Optional<IntervalProgramme> of(
            List<CoverPool> all, ServiceDemand demand, long periodMicros) {
        List<CoverPool> pools = IntervalPlace.worthwhile(all);
        return IntervalMoments.of(demand, periodMicros, MOST_MOMENTS / pools.size())
                .map(moments -> new IntervalProgramme(pools, moments, periodMicros));
    }

    private long[] covers(CoverPool pool) {
        ExactCover cover = new ExactCover(pool);
        return Arrays.stream(moments.needs()).mapToLong(cover::leastNanoUsdPerHour).toArray();
    }

    /** The optimum, if it is proven by so many branches, or a bound. */
    Optimum solve(int nodes) {
        if (isInteger) {
            return whole(nodes);
        }
        Optimisation.Result relaxed = model(new long[0], new long[0]).minimise();
        double usd = relaxed.getState().isOptimal() ? usd(relaxed.getValue()) : 0;
        return new Optimum(
                usd * (1 - CAUTION), OptionalDouble.empty(), "linear relaxation of a programme");
    }

    /** Prices in the programme are in nano USD an hour, each paid for one period. */
    private double usd(double value) {
        return value * period / NANO_USD_MICROS;
    }

    /** Which place holds a moment is a whole number, too: it comes after the VMs and is free. */
    private Optimum whole(int nodes) {
        long[] starts =
                columns()
                        .flatMapToLong(
                                column ->
                                        Arrays.stream(new long[moments.size()])
                                                .map(zero -> (long) column.nanoUsd()))
                        .toArray();
        long unit = Arrays.stream(starts).reduce(0, ArithmeticUtils::gcd);
        long[] prices = Arrays.copyOf(starts, starts.length + places.size() * moments.size());
        WholeSearch.Result found =
                new WholeSearch(prices, unit, this::relaxed, this::holds).solve(nodes);
        double usd = usd((double) found.provenPrice());
        return found.isProven()
                ? new Optimum(usd, OptionalDouble.of(usd), "interval-covering programme")
                : new Optimum(
                        usd * (1 - CAUTION),
                        OptionalDouble.empty(),
                        "interval-covering programme, not searched to the end");
    }

    private Stream<IntervalPlace.Column> columns() {
        return places.stream().flatMap(place -> place.columns().stream());
    }

    private Optional<double[]> relaxed(long[] least, long[] most) {
        Optimisation.Result result = model(least, most).minimise();
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

    /** True if so many starts hold each moment at some place, in whole numbers. */
    private boolean holds(long[] counts) {
        boolean[] isHeld = new boolean[moments.size()];
        int first = 0;
        for (IntervalPlace place : places) {
            for (int moment = 0; moment < isHeld.length; moment++) {
                isHeld[moment] |=
                        running(place, counts, first, moment).covers(moments.needs()[moment]);
            }
            first += place.columns().size() * moments.size();
        }
        for (boolean each : isHeld) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** What runs at a place at a moment; its counts begin at {@code first}. */
    private Resources running(IntervalPlace place, long[] counts, int first, int moment) {
        long cpu = 0;
        long memory = 0;
        for (int type = 0; type < place.columns().size(); type++) {
            Resources size = place.pool().items().get(type).provides();
            for (int start = moment; start >= 0 && reaches(start, moment); start--) {
                long count = counts[first + type * moments.size() + start];
                cpu += count * size.cpuMicroCores();
                memory += count * size.memoryBytes();
            }
        }
        return new Resources(cpu, memory);
    }

    private boolean reaches(int start, int moment) {
        return moments.micros()[moment] < moments.micros()[start] + period;
    }

    /** The relaxation between bounds; none are given where fractions are all that is asked for. */
    private ExpressionsBasedModel model(long[] least, long[] most) {
        ExpressionsBasedModel model = new ExpressionsBasedModel();
        model.options.time_abort = Long.MAX_VALUE; // the same result at any load
        model.options.time_suffice = Long.MAX_VALUE;
        List<Rows> rows = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            for (int i = 0; i < moments.size(); i++) {
                rows.add(new Rows(model, place + "@" + i, covers[place][i]));
            }
        }
        for (int place = 0; place < places.size(); place++) {
            for (IntervalPlace.Column column : places.get(place).columns()) {
                for (int start = 0; start < moments.size(); start++) {
                    Variable variable = variable(model, column.nanoUsd(), least, most);
                    int end = moments.endOfPeriod(start, period);
                    for (int i = start; i < end; i++) {
                        rows.get(place * moments.size() + i).supply(variable, column);
                    }
                }
            }
        }
        choose(model, rows, least, most);
        return model;
    }

    /** Some place holds each moment. */
    private void choose(ExpressionsBasedModel model, List<Rows> rows, long[] least, long[] most) {
        List<Expression> held = new ArrayList<>();
        for (int i = 0; i < moments.size(); i++) {
            held.add(model.newExpression("h" + i).lower(1));
        }
        for (int place = 0; place < places.size(); place++) {
            for (int i = 0; i < moments.size(); i++) {
                Variable share = variable(model, 0, least, most);
                held.get(i).set(share, 1);
                rows.get(place * moments.size() + i).demand(share, moments.needs()[i]);
            }
        }
    }

    private static Variable variable(
            ExpressionsBasedModel model, double weight, long[] least, long[] most) {
        int index = model.countVariables();
        Variable variable = model.newVariable("v" + index).lower(0).weight(weight);
        if (index < least.length) {
            variable.lower(least[index]);
            if (most[index] < Integer.MAX_VALUE) {
                variable.upper(most[index]);
            }
        }
        return variable;
    }

    /** What a place has and needs at a moment: CPU, memory, and the price of a cover of them. */
    private static final class Rows {
        private final Expression cpu;
        private final Expression memory;
        private final Expression price;
        private final long coverNanoUsd;

        Rows(ExpressionsBasedModel model, String name, long coverNanoUsd) {
            cpu = model.newExpression("c" + name).lower(0);
            memory = model.newExpression("m" + name).lower(0);
            price = model.newExpression("p" + name).lower(0);
            this.coverNanoUsd = coverNanoUsd;
        }

        void supply(Variable starts, IntervalPlace.Column column) {
            cpu.set(starts, column.cores());
            memory.set(starts, column.gib());
            if (coverNanoUsd > 0) {
                price.set(starts, column.nanoUsd() / coverNanoUsd);
            }
        }

        void demand(Variable share, Resources need) {
            cpu.set(share, -need.cores());
            memory.set(share, -need.gib());
            if (coverNanoUsd > 0) {
                price.set(share, -1);
            }
        }
    }
}
