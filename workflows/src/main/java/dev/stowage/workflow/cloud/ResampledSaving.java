package dev.stowage.workflow.cloud;

import dev.stowage.workload.demand.ServiceDemand;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What a portfolio saves against on demand if the demand's days came again in another order: blocks
 * of days drawn with replacement, until there are as many days as there were. Blocks are a week
 * where there are four of them, else a day.
 *
 * @param low 5 % of draws save less, a share of the cost on demand
 * @param high 5 % of draws save more
 * @param days whole days of the demand
 * @param blockDays length of a block
 * @param draws how many
 */
record ResampledSaving(double low, double high, int days, int blockDays, int draws) {
    private static final long DAY_MICROS = 86_400_000_000L;
    private static final int LEAST_DAYS = 5;
    private static final int WEEK = 7;
    private static final int DRAWS = 1_000;
    private static final double TAIL = 0.05;

    /** Empty if the demand has too few whole days to draw from. */
    static Optional<ResampledSaving> of(
            ServiceDemand demand, BilledPortfolio best, BilledPortfolio onDemand, long seed) {
        int days = Math.toIntExact(demand.endMicros() / DAY_MICROS);
        if (days < LEAST_DAYS) {
            return Optional.empty();
        }
        double[] costs = days(demand, best, days);
        double[] listed = days(demand, onDemand, days);
        int block = days >= 4 * WEEK ? WEEK : 1;
        SplittableRandom random = new SplittableRandom(seed);
        double[] saved = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            double cost = 0;
            double without = 0;
            for (int day = 0, from = 0; day < days; day++) {
                from = day % block == 0 ? random.nextInt(days) : from + 1;
                cost += costs[from % days];
                without += listed[from % days];
            }
            saved[draw] = without > 0 ? 1 - cost / without : 0;
        }
        Arrays.sort(saved);
        return Optional.of(
                new ResampledSaving(
                        saved[(int) (TAIL * DRAWS)],
                        saved[(int) ((1 - TAIL) * DRAWS) - 1],
                        days,
                        block,
                        DRAWS));
    }

    /** What each whole day costs, at the share of the bill in time charged as it passes. */
    private static double[] days(ServiceDemand demand, BilledPortfolio of, int days) {
        double[] cost = new double[days];
        for (int level = 0; level < demand.levels(); level++) {
            boolean isLast = level + 1 == demand.levels();
            long end = isLast ? demand.endMicros() : demand.startMicros(level + 1);
            double price = of.portfolio().nanoUsdPerHour(demand.at(level)) * of.billFactor();
            for (long from = demand.startMicros(level); from < end; ) {
                int day = (int) (from / DAY_MICROS);
                long to = Math.min(end, (day + 1L) * DAY_MICROS);
                if (day < days) {
                    cost[day] += price * (to - from);
                }
                from = to;
            }
        }
        return cost;
    }
}
