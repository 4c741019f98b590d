package dev.stowage.plan.stages;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.stowage.plan.objective.ObjectiveValue;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is bought for several days in a row, each of them simulated.
 *
 * @param from the first day on which servers can be ordered
 * @param until the day up to which costs are counted
 * @param stages the days on which servers have to hold a workload, in order; those after the first
 *     that can't be held are not planned
 * @param missing days that are not planned
 * @param orders what is to be ordered, in order of days
 * @param totalUsd what servers cost from the first of these days until the end, to the cent: each
 *     day a share of what a month costs, of which a year has twelve
 * @param bound no schedule costs less; null if days are missing
 * @param gap (totalUsd - bound) / bound; null without a bound, or if it is 0 and the total is not
 * @param paidUsd what is paid for what is bought, whole
 */
public record Purchases(
        String from,
        String until,
        List<Day> stages,
        int missing,
        List<Order> orders,
        BigDecimal totalUsd,
        @Nullable BigDecimal bound,
        @Nullable Double gap,
        BigDecimal paidUsd) {
    private static final int PLACES = 6;
    private static final BigDecimal DAYS_OF_YEAR = BigDecimal.valueOf(365);
    private static final BigDecimal MONTHS = BigDecimal.valueOf(12);

    /**
     * A day on which servers have to hold a workload.
     *
     * @param by from this day on
     * @param days until the next, or to the end
     * @param growth factor on the number of jobs, beside that of the workload
     * @param servers by type
     * @param monthlyUsd what all cost a month, to the cent
     * @param boundMonthlyUsd no mix that holds that day costs less, whatever was bought before, at
     *     the least price until then
     * @param tried mixes of that day that were tried
     * @param objective every bound with its value
     * @param met true if all bounds hold
     * @param exact true if nothing is drawn at random
     * @param claimed share of replications in which the objective holds at least, at {@code level};
     *     null if exact, or where nothing is claimed
     * @param level of that
     */
    public record Day(
            String by,
            int days,
            double growth,
            List<Servers> servers,
            BigDecimal monthlyUsd,
            BigDecimal boundMonthlyUsd,
            int tried,
            List<ObjectiveValue> objective,
            boolean met,
            @JsonProperty("exact") boolean exact,
            @Nullable Double claimed,
            double level) {
        public Day {
            servers = List.copyOf(servers);
            objective = List.copyOf(objective);
        }

        /** All of them. */
        public int count() {
            return servers.stream().mapToInt(Servers::count).sum();
        }
    }

    /**
     * Servers of a type on a day.
     *
     * @param count that are there
     * @param bought of these for that day
     * @param retired since the day before, or since the beginning
     */
    public record Servers(String type, int count, int bought, int retired) {}

    /**
     * An order.
     *
     * @param orderBy the last day of the order
     * @param by the day for which the servers are there
     * @param monthlyUsd what one costs a month, with what its purchase comes to
     * @param purchaseUsd what one costs once; null if nothing
     */
    public record Order(
            String type,
            int count,
            String orderBy,
            String by,
            BigDecimal monthlyUsd,
            @Nullable BigDecimal purchaseUsd) {}

    public Purchases {
        stages = List.copyOf(stages);
        orders = List.copyOf(orders);
    }

    /** What a sum of millionths a month times days comes to, USD. */
    public static BigDecimal usd(long microDays, RoundingMode rounding) {
        return BigDecimal.valueOf(microDays, PLACES)
                .multiply(MONTHS)
                .divide(DAYS_OF_YEAR, 2, rounding);
    }

    /**
     * Of days that were planned.
     *
     * @param cost millionths of what a month costs, times days
     * @param least the same of the bound; negative if there is none
     */
    public static Purchases of(
            String from,
            String until,
            List<Day> stages,
            int missing,
            List<Order> orders,
            long cost,
            long least) {
        long below = Math.min(cost, least);
        return new Purchases(
                from,
                until,
                stages,
                missing,
                orders,
                usd(cost, RoundingMode.HALF_UP),
                least < 0 ? null : usd(below, RoundingMode.DOWN),
                least < 0 || (below == 0 && cost > 0)
                        ? null
                        : cost == below ? 0.0 : (double) (cost - below) / below,
                orders.stream()
                        .map(Purchases::whole)
                        .reduce(BigDecimal.ZERO, BigDecimal::add)
                        .setScale(2, RoundingMode.HALF_UP));
    }

    private static BigDecimal whole(Order order) {
        BigDecimal each = order.purchaseUsd();
        return each == null ? BigDecimal.ZERO : each.multiply(BigDecimal.valueOf(order.count()));
    }
}
